// Promises 1 to 3: one job for one owner and key, for ever.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class Submitting : public ::testing::Test
{
protected:
    Desk desk;
};

TEST_F(Submitting, CreatesOneJobWithOnePendingAttempt)
{
    const Submitted first = desk.submit("poster");
    EXPECT_EQ(first.outcome, u"created"_s);
    EXPECT_EQ(desk.status(first.job), u"waiting"_s);
    EXPECT_EQ(desk.version(first.job), 1);
    EXPECT_EQ(
        desk.count("oncedesk.attempts WHERE job_id = $1 AND ordinal = 1 AND state = 'pending'", {first.job}),
        1);
}

TEST_F(Submitting, TheSameAgainGivesTheSameJobAndStartsNoWork)
{
    const Submitted first = desk.submit("poster");
    for (int i = 0; i < 3; ++i) {
        const Submitted again = desk.submit("poster");
        EXPECT_EQ(again.outcome, u"replayed"_s);
        EXPECT_EQ(again.job, first.job);
    }
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {first.job}), 1);
    EXPECT_EQ(desk.count("oncedesk.submissions WHERE job_id = $1 AND outcome = 'replayed'", {first.job}), 3);
}

TEST_F(Submitting, StartsNothingWhenThePolicySaysThatAPersonStartsIt)
{
    const Submitted first = desk.submit("poster", {.policy = R"({"start": "manual"})"});
    EXPECT_EQ(desk.status(first.job), u"stalled"_s);
    EXPECT_EQ(desk.claim().attempt, 0);
    EXPECT_EQ(desk.open(first.job).outcome, u"opened"_s);
    EXPECT_EQ(desk.claim().job, first.job);
}

TEST_F(Submitting, TwoOwnersMayUseTheSameKeyAndNeverMeet)
{
    const Submitted alice = desk.submit("poster");
    const Submitted bob =
        desk.submit("poster", {.params = R"({"amount": 1})", .owner = desk.names().owner + u"-bob"_s});
    EXPECT_EQ(bob.outcome, u"created"_s);
    EXPECT_NE(bob.job, alice.job);
}

TEST_F(Submitting, KeysThatDifferInCaseOrBlanksAreDifferentKeys)
{
    const qint64 job = desk.submit("poster").job;
    for (const char *key : {"Poster", "poster ", " poster", "poster\x7e"})
        EXPECT_NE(desk.submit(key).job, job) << key;
}

struct Change
{
    const char *key;
    QByteArray stored;
    QByteArray given;
    QStringList differs;
};

const Change changes[] = {
    {"Value", R"({"amount": 450})", R"({"amount": 451})", {u"params/amount"_s}},
    {"Type", R"({"amount": 450})", R"({"amount": "450"})", {u"params/amount"_s}},
    {"NullForAbsent", R"({"amount": 450})", R"({"amount": 450, "note": null})", {u"params/note"_s}},
    {"RemovedKey", R"({"amount": 450, "paper": "A2"})", R"({"amount": 450})", {u"params/paper"_s}},
    {"AddedKey", R"({"amount": 450})", R"({"amount": 450, "paper": "A2"})", {u"params/paper"_s}},
    {"Nested", R"({"a": {"b": {"c": 1, "d": 2}}})", R"({"a": {"b": {"c": 1, "d": 3}}})", {u"params/a/b/d"_s}},
    {"NestedRemoved", R"({"a": {"b": 1, "c": 2}})", R"({"a": {"b": 1}})", {u"params/a/c"_s}},
    {"ObjectForScalar", R"({"a": 1})", R"({"a": {"b": 1}})", {u"params/a"_s}},
    {"ArrayOrder", R"({"pages": [1, 2]})", R"({"pages": [2, 1]})", {u"params/pages"_s}},
    {"ArrayElement", R"({"pages": [{"a": 1}]})", R"({"pages": [{"a": 2}]})", {u"params/pages"_s}},
    {"ArrayForScalar", R"({"pages": 1})", R"({"pages": [1]})", {u"params/pages"_s}},
    {"Several",
     R"({"a": 1, "b": 2, "c": 3})",
     R"({"a": 9, "b": 2, "d": 4})",
     {u"params/a"_s, u"params/c"_s, u"params/d"_s}},
    {"SlashAndTildeInAKey", R"({"a/b~c": 1})", R"({"a/b~c": 2})", {u"params/a~1b~0c"_s}},
    {"EmptyKey", R"({"": 1})", R"({"": 2})", {u"params/"_s}},
    {"TamilKey", R"({"தாள்": 1})", R"({"தாள்": 2})", {u"params/தாள்"_s}},
    {"LastOfFortyDigits",
     R"({"n": 1234567890123456789012345678901234567890})",
     R"({"n": 1234567890123456789012345678901234567891})",
     {u"params/n"_s}},
    {"LastOfFortyDecimals",
     R"({"n": 0.1234567890123456789012345678901234567890})",
     R"({"n": 0.1234567890123456789012345678901234567891})",
     {u"params/n"_s}},
    {"NotAnObjectAnyMore", R"({"a": 1})", R"([1])", {u"params"_s}},
    {"ABlankMore", R"({"a": "x"})", R"({"a": "x "})", {u"params/a"_s}},
};

TEST(ChangedParams, AreAConflictThatNamesExactlyWhatDiffers)
{
    TestDatabase database; // all of it is compared
    Desk desk(database);
    const QMap<QString, QString> butSubmissions{{u"submissions"_s, u"false"_s}};
    for (const auto &[key, stored, given, differs] : changes) {
        SCOPED_TRACE(key);
        const Submitted first = desk.submit(key, {.params = stored});
        ASSERT_EQ(first.outcome, u"created"_s);
        const QMap<QString, QString> before = desk.digest(butSubmissions);

        const Submitted second = desk.submit(key, {.params = given});
        EXPECT_EQ(second.outcome, u"conflict"_s);
        EXPECT_EQ(second.job, 0);
        EXPECT_EQ(second.conflictsWith, first.job);
        EXPECT_EQ(second.differs, differs);
        EXPECT_EQ(desk.digest(butSubmissions), before) << "nothing is created, the job is untouched";
        EXPECT_EQ(desk.submit(key, {.params = stored}).outcome, u"replayed"_s);
    }
}

TEST_F(Submitting, AnotherIntentProviderOrPolicyIsAConflictThatNamesIt)
{
    const Submitted first = desk.submit("poster");
    EXPECT_EQ(desk.submit("poster", {.intent = u"print.card"_s}).differs, QStringList{u"intent"_s});
    EXPECT_EQ(desk.submit("poster", {.provider = desk.names().laser}).differs, QStringList{u"provider"_s});
    EXPECT_EQ(desk.submit("poster", {.policy = R"({"timeout_s": 30})"}).differs, QStringList{u"policy"_s});
    EXPECT_EQ(desk.submit("poster", {.params = "{}",
                                     .policy = R"({"timeout_s": 1})",
                                     .intent = u"print.card"_s,
                                     .provider = desk.names().laser})
                  .differs,
              (QStringList{u"intent"_s, u"provider"_s, u"policy"_s, u"params/amount"_s}));
    EXPECT_EQ(desk.count("oncedesk.jobs WHERE owner_id = $1", {desk.names().owner}), 1);
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {first.job}), 1);
    EXPECT_EQ(desk.submit("poster").outcome, u"replayed"_s);
}

TEST_F(Submitting, AConflictIsToldEvenWhenTheNewInputWouldBeRefused)
{
    desk.submit("poster");
    EXPECT_EQ(desk.submit("poster", {.policy = R"({"no_such_key": 1})"}).differs, QStringList{u"policy"_s});
    EXPECT_EQ(desk.submit("poster", {.provider = u"nobody"_s}).differs, QStringList{u"provider"_s});
}

TEST_F(Submitting, AConflictShowsNothingOfTheStoredJobsValues)
{
    desk.submit("poster", {.params = R"({"card": "secret-1234"})", .policy = R"({"timeout_s": 7777})"});
    const Rows rows =
        desk.must("SELECT s::text FROM oncedesk.submit_job($1, 'poster', 'print.poster', $2, '{}') AS s",
                  {desk.names().owner, desk.names().inkjet});
    EXPECT_FALSE(rows.text(0, 0).contains(u"secret"_s)) << rows.text(0, 0).toStdString();
    EXPECT_FALSE(rows.text(0, 0).contains(u"7777"_s)) << rows.text(0, 0).toStdString();
}

TEST_F(Submitting, ADifferenceInThousandsOfPlacesNamesTheFirstTwenty)
{
    QByteArray one = "{";
    for (int i = 0; i < 5000; ++i)
        one += QByteArray(i ? "," : "") + '"' + QByteArray::number(i) + "\":1";
    one += '}';
    QByteArray two = one;
    two.replace(":1", ":2");
    desk.submit("poster", {.params = one});
    EXPECT_EQ(desk.submit("poster", {.params = two}).differs.size(), 20);
}

TEST_F(Submitting, NumberSpellingKeyOrderAndSpaceDoNotMatter)
{
    const Submitted first =
        desk.submit("poster", {.params = R"({"a": 1, "b": [1, 2.5], "c": {"x": 100, "y": 0}})"});
    for (const char *same :
         {R"({"a": 1.0, "b": [1, 2.50], "c": {"x": 1e2, "y": -0}})",
          R"({"c": {"y": 0.0, "x": 100}, "b": [1.000, 25e-1], "a": 1e0})",
          R"({"a":1,"b":[1,2.5],"c":{"x":100,"y":0}})",
          R"({ "\u0061" : 10E-1 , "b" : [ 1 , 2.5 ] , "c" : { "x" : 0.1e3 , "y" : 0e9 } })"}) {
        const Submitted again = desk.submit("poster", {.params = same});
        EXPECT_EQ(again.outcome, u"replayed"_s) << same;
        EXPECT_EQ(again.job, first.job);
    }
}

TEST_F(Submitting, PolicyDefaultsAreNotFilledInForTheComparison)
{
    desk.submit("poster", {.policy = R"({"timeout_s": 30})"});
    EXPECT_EQ(desk.submit("poster", {.policy = R"({"timeout_s": 30.0})"}).outcome, u"replayed"_s);
    EXPECT_EQ(desk.submit("poster").differs, QStringList{u"policy"_s});
}

TEST_F(Submitting, AFortyDigitNumberIsKeptToTheDigit)
{
    const QByteArray params = R"({"n": 1234567890123456789012345678901234567890})";
    const qint64 job = desk.submit("poster", {.params = params}).job;
    EXPECT_EQ(desk.must("SELECT params FROM oncedesk.job_view WHERE id = $1", {job}).utf8(0, 0), params);
    EXPECT_EQ(desk.must("SELECT params FROM oncedesk.claim_attempts('w', $1, 1)",
                        {Param::array(QStringList{desk.names().inkjet})})
                  .utf8(0, 0),
              params);
}

TEST_F(Submitting, AReplaySucceedsAfterItsProviderWasDisabled)
{
    const Submitted first = desk.submit("poster");
    desk.enable(desk.names().inkjet, false);
    EXPECT_EQ(desk.exec("SELECT oncedesk.submit_job($1, 'new', 'print.poster', $2, '{}')",
                        {desk.names().owner, desk.names().inkjet})
                  .sqlState,
              u"22023"_s);
    const Submitted again = desk.submit("poster");
    EXPECT_EQ(again.outcome, u"replayed"_s);
    EXPECT_EQ(again.job, first.job);
}

// The limits are text in functions: a job stored by hand stands for one submitted before a limit was lowered.
TEST_F(Submitting, AReplaySucceedsAfterALimitWasLowered)
{
    const QByteArray params = R"({"text": ")" + QByteArray(2'000'000, 'x') + R"("})";
    const QByteArray policy = R"({"timeout_s": 999999, "gone_key": true})";
    const qint64 job =
        desk.must("INSERT INTO oncedesk.jobs (owner_id, idempotency_key, intent, provider, params, policy)"
                  " VALUES ($1, 'old', 'print poster', 'gone', $2, $3) RETURNING id",
                  {desk.names().owner, params, policy})
            .integer(0, 0);
    const Submitted again = desk.submit(
        "old", {.params = params, .policy = policy, .intent = u"print poster"_s, .provider = u"gone"_s});
    EXPECT_EQ(again.outcome, u"replayed"_s);
    EXPECT_EQ(again.job, job);
}

TEST_F(Submitting, AReplaySucceedsWhateverBecameOfTheJob)
{
    const Claimed attempt = desk.start("done");
    desk.finish(attempt);
    EXPECT_EQ(desk.submit("done").job, attempt.job);

    const Submitted closed = desk.submit("closed", {.policy = R"({"start": "manual"})"});
    desk.close(closed.job, 1);
    EXPECT_EQ(desk.submit("closed", {.policy = R"({"start": "manual"})"}).outcome, u"replayed"_s);
    EXPECT_EQ(desk.status(closed.job), u"closed"_s) << "and starts no work";
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {closed.job}), 0);
}

TEST_F(Submitting, WorksWhateverTheCallersSettingsDoToStringsAndNulls)
{
    desk.must("SET standard_conforming_strings = off");
    desk.must("SET transform_null_equals = on");
    desk.must("SET array_nulls = off");
    desk.must("SET DateStyle = 'SQL, DMY'");
    desk.must("SET IntervalStyle = 'sql_standard'");
    desk.must("SET bytea_output = 'escape'");
    EXPECT_EQ(desk.submit("poster").outcome, u"created"_s);
    EXPECT_EQ(desk.submit("poster").outcome, u"replayed"_s);
    const Claimed attempt = desk.claim();
    EXPECT_EQ(desk.markUnknown(attempt), u"unknown"_s);
    EXPECT_EQ(desk.cancel(attempt.attempt).outcome, u"cancelled"_s);
    EXPECT_EQ(desk.close(attempt.job, 1).outcome, u"closed"_s);
}

} // namespace
} // namespace oncedesk
