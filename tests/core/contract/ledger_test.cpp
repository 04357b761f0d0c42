// The typed calls: the same limits as the SQL functions, and the life of a job through them.
#include "core/contract/ledger.h"

#include "core/base/json.h"
#include "core/db/database.h"
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class TheLedger : public ::testing::Test
{
protected:
    NewJob job(const QByteArray &key = "poster", const QByteArray &params = R"({"amount": 450})") const
    {
        return {.owner = desk.names().owner,
                .key = key,
                .intent = u"print.poster"_s,
                .provider = desk.names().inkjet,
                .params = params,
                .client = {}};
    }

    template<class F>
    auto call(F work)
    {
        return database
            .call([work](Session &session) {
                Ledger ledger(session);
                return work(ledger);
            })
            .takeResult();
    }

    Result<Submission> submit(const NewJob &newJob)
    {
        return call([newJob](Ledger &ledger) { return ledger.submit(newJob); });
    }

    void refused(const NewJob &newJob)
    {
        const auto answer = submit(newJob);
        ASSERT_FALSE(answer.ok());
        EXPECT_EQ(answer.error().kind, ErrorKind::invalid) << qPrintable(answer.error().sentence);
        EXPECT_TRUE(answer.error().sentence.endsWith(u'.')) << qPrintable(answer.error().sentence);
        EXPECT_LT(answer.error().sentence.size(), 400);
    }

    ClaimedAttempt claim(const QString &provider = {})
    {
        const QString at = provider.isNull() ? desk.names().inkjet : provider;
        const auto claimed =
            call([at](Ledger &ledger) { return ledger.claimAttempts(u"worker"_s, {at}, 1); });
        EXPECT_TRUE(claimed.ok() && claimed->size() == 1);
        return claimed.ok() ? claimed->value(0) : ClaimedAttempt();
    }

    Desk desk;
    Database database{desk.database().settings()};
};

TEST_F(TheLedger, RefusesParamsThatWouldNotBeKeptAsTheyAre)
{
    const auto before = desk.rowCounts();
    for (const QByteArray &params :
         {QByteArray(R"({"a": 1, "a": 2})"),
          QByteArray(R"({"a": 1, "\u0061": 2})"),
          QByteArray(R"({"a": {"b": 1, "b": 1}})"),
          QByteArray(R"({"n": NaN})"),
          QByteArray(R"({"n": Infinity})"),
          QByteArray(R"({"n": 1e400})"),
          QByteArray(R"({"n": +1})"),
          QByteArray(R"({"a": "\u0000"})"),
          QByteArray(R"({"\u0000": 1})"),
          QByteArray(R"({"a": "\ud800"})"),
          QByteArray(R"({"a": "\udc00"})"),
          QByteArray(R"({"a": "\ud800x"})"),
          QByteArray("{\"a\": \"\xed\xa0\x80\"}"),
          QByteArray("{\"a\": \"\xff\"}"),
          QByteArray("{\"a\": \"\0\"}", 10),
          QByteArray("{}\0", 3),
          QByteArray("\xef\xbb\xbf{}"),
          QByteArray("[]"),
          QByteArray("null"),
          QByteArray(""),
          QByteArray(),
          QByteArray("{"),
          QByteArray("{} {}"),
          QByteArray(R"({"a": ")" + QByteArray(10'000'000, 'x') + "\"}"),
          QByteArray(QByteArray(R"({"a":)").repeated(10'000) + '1' + QByteArray("}").repeated(10'000))})
        refused(job("poster", params));
    EXPECT_EQ(desk.rowCounts(), before) << "nothing is stored";
}

TEST_F(TheLedger, RefusesKeysOwnersAndNamesThatAreNotText)
{
    const auto before = desk.rowCounts();
    for (const QByteArray &key :
         {QByteArray(""), QByteArray(" "), QByteArray(256, 'k'), QByteArray(100'000, 'k'),
          QByteArray("schlüssel"), QByteArray("a\0b", 3), QByteArray("\0", 1), QByteArray("\xed\xa0\x80"),
          QByteArray("a\nb"), QByteArray()})
        refused(job(key));
    NewJob odd = job();
    for (const QString &text :
         {QString(u"a"_s + QChar(0) + u"b"_s), QString(QChar(0xd800)), QString(u"a"_s + QChar(0xdc00))}) {
        odd = job();
        odd.owner = text;
        refused(odd);
        odd = job();
        odd.intent = text;
        refused(odd);
        odd = job();
        odd.provider = text;
        refused(odd);
    }
    odd = job();
    odd.owner = u""_s;
    refused(odd);
    odd = job();
    odd.policy = R"({"timeout_s": 1, "timeout_s": 2})";
    refused(odd);
    odd = job();
    odd.policy = R"({"timeout_s": -1})";
    refused(odd);
    EXPECT_EQ(desk.rowCounts(), before);
}

TEST_F(TheLedger, HasTheLimitsOfTheSqlFunctions)
{
    const QByteArray open = QByteArray(R"({"a":)");
    struct Edge
    {
        const char *key;
        QByteArray params;
    };
    const Edge edges[] = {
        {"depth 64", open.repeated(64) + '1' + QByteArray("}").repeated(64)},
        {"depth 65", open.repeated(65) + '1' + QByteArray("}").repeated(65)},
        {"depth 64 of arrays", open + QByteArray("[").repeated(63) + QByteArray("]").repeated(63) + '}'},
        {"depth 65 of arrays", open + QByteArray("[").repeated(64) + QByteArray("]").repeated(64) + '}'},
        {"308 digits", R"({"n": )" + QByteArray(308, '7') + '}'},
        {"309 digits", R"({"n": )" + QByteArray(309, '7') + '}'},
        {"308 decimals", R"({"n": 1.)" + QByteArray(308, '7') + '}'},
        {"309 decimals", R"({"n": 1.)" + QByteArray(309, '7') + '}'},
        {"309 decimal zeros", R"({"n": 1.)" + QByteArray(309, '0') + '}'},
        {"1e307", R"({"n": 1e307})"},
        {"1e308", R"({"n": 1e308})"},
        {"12e307", R"({"n": 12e307})"},
        {"0.1e308", R"({"n": 0.1e308})"},
        {"0e999", R"({"n": 0e999})"},
        {"0e-999", R"({"n": 0e-999})"},
        {"1e-308", R"({"n": 1e-308})"},
        {"1e-309", R"({"n": 1e-309})"},
        {"10e-309", R"({"n": 10e-309})"},
        {"1.5e-308", R"({"n": 1.5e-308})"},
        {"-0", R"({"n": -0, "m": -0.0})"},
        {"1 MiB", R"({"a": ")" + QByteArray(1024 * 1024 - 9, 'x') + R"("})"},
        {"1 MiB and a byte", R"({"a": ")" + QByteArray(1024 * 1024 - 8, 'x') + R"("})"},
        {"1 MiB as text, more as jsonb", R"({"a":[)" + QByteArray("1,").repeated(400'000) + "1]}"},
        {"1 MiB of escapes, less as jsonb",
         R"({"a":")" + QByteArray(R"(\u0041)").repeated(174'000) + R"("})"},
        {"padded with a million blanks", "{" + QByteArray(1024 * 1024, ' ') + R"("n": 1})"},
        {"long digits in a string", R"({"n": ")" + QByteArray(4000, '7') + R"("})"},
        {"Tamil", R"({"தாள்": "அ"})"},
        {"astral", R"({"a": "\ud83d\ude00"})"},
    };
    for (const auto &[key, params] : edges) {
        const auto ours = json::checkObject(params);
        desk.begin();
        const auto theirs = desk.exec("SELECT oncedesk.submit_job($1, $2, 'print.poster', $3, $4)",
                                      {desk.names().owner, QByteArray(key), desk.names().inkjet, params});
        desk.rollback();
        EXPECT_EQ(ours.ok(), theirs.ok()) << key << '\n'
                                          << (ours.ok() ? "" : qPrintable(ours.error().sentence)) << '\n'
                                          << theirs.message.toStdString();
    }
}

TEST_F(TheLedger, KeepsAFortyDigitNumberToTheDigitAndTellsItsNeighbourApart)
{
    const auto first = submit(job("poster", R"({"n": 1234567890123456789012345678901234567890})"));
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(first->outcome, Submission::Outcome::created);
    const auto other = submit(job("poster", R"({"n": 1234567890123456789012345678901234567891})"));
    ASSERT_TRUE(other.ok());
    EXPECT_EQ(other->outcome, Submission::Outcome::conflict);
    EXPECT_EQ(other->differs, QStringList{u"params/n"_s});
    EXPECT_EQ(other->conflictsWith, first->job);
    EXPECT_FALSE(other->job.has_value());
    EXPECT_EQ(claim().params, R"({"n": 1234567890123456789012345678901234567890})");
}

TEST_F(TheLedger, TellsOfEveryOutcomeInItsTypes)
{
    ASSERT_EQ(submit(job())->outcome, Submission::Outcome::created);
    const auto again = submit(job());
    EXPECT_EQ(again->outcome, Submission::Outcome::replayed);
    const JobId id = *again->job;

    const ClaimedAttempt first = claim();
    EXPECT_EQ(first.job, id);
    EXPECT_EQ(first.ordinal, 1);
    EXPECT_EQ(first.key, "poster");
    EXPECT_EQ(first.owner, desk.names().owner);
    EXPECT_EQ(first.jobVersion, 1);
    EXPECT_EQ(first.timeout, 30s);

    const auto beside = call([id](Ledger &ledger) { return ledger.openAttempt(id, {}, {}); });
    EXPECT_FALSE(beside->opened);
    EXPECT_EQ(beside->refusal, u"attempt_open"_s);
    EXPECT_EQ(beside->blocking, first.attempt);

    const auto asked = call([&](Ledger &ledger) {
        return ledger.cancelAttempt(first.attempt, u"wrong paper"_s, u"accepted_risk"_s);
    });
    EXPECT_EQ(asked->outcome, CancelOutcome::Outcome::cancelRequested);
    EXPECT_EQ(asked->state, AttemptState::started);
    const auto beat = call(
        [&](Ledger &ledger) { return ledger.heartbeat(u"worker"_s, {desk.names().inkjet}, 1, u"0.1"_s); });
    ASSERT_TRUE(beat.ok());
    EXPECT_TRUE(std::any_of(beat->cbegin(), beat->cend(), [&](const CancelRequest &request) {
        return request.attempt == first.attempt && request.reason == u"wrong paper"_s &&
               !request.requestedAt.isEmpty();
    }));

    EXPECT_EQ(
        *call([&](Ledger &ledger) { return ledger.markUnknown(first.attempt, first.token, u"link lost"_s); }),
        AttemptState::unknown);
    const auto request = call([&](Ledger &ledger) { return ledger.askProvider(first.attempt); });
    ASSERT_TRUE(request.ok());
    const auto requests =
        call([&](Ledger &ledger) { return ledger.claimRequests(u"worker"_s, {desk.names().inkjet}, 10); });
    ASSERT_EQ(requests->size(), 2) << "the stop request of the cancel, and the question";
    EXPECT_EQ(requests->at(0).kind, u"stop"_s);
    EXPECT_EQ(requests->at(1).request, *request);
    EXPECT_EQ(requests->at(1).kind, u"ask"_s);
    EXPECT_EQ(*call([&](Ledger &ledger) {
        return ledger.answerRequest(*request, requests->at(1).token, u"running"_s, "{}");
    }),
              AttemptState::unknown);
    EXPECT_EQ(*call([&](Ledger &ledger) {
        return ledger.answerRequest(requests->at(0).request, requests->at(0).token, u"stopped"_s, {});
    }),
              AttemptState::cancelled);

    const auto opened = call([id](Ledger &ledger) { return ledger.openAttempt(id, {}, u"once more"_s); });
    EXPECT_TRUE(opened->opened);
    EXPECT_EQ(opened->ordinal, 2);
    const ClaimedAttempt second = claim();
    EXPECT_EQ(second.attempt, *opened->attempt);
    const auto failed = call([&](Ledger &ledger) {
        return ledger.failAttempt(second.attempt, second.token, u"http_503"_s, u"busy"_s, true, 90'000ms);
    });
    EXPECT_EQ(failed->state, AttemptState::failed);
    ASSERT_TRUE(failed->nextAttempt.has_value());
    EXPECT_EQ(failed->nextOrdinal, 3);
    EXPECT_EQ(failed->nextProvider, desk.names().inkjet);
    EXPECT_EQ(
        desk.count("oncedesk.attempts WHERE id = $1 AND not_before > clock_timestamp() + interval '80 s'",
                   {*failed->nextAttempt}),
        1);
    desk.must("UPDATE oncedesk.attempts SET not_before = clock_timestamp() WHERE id = $1",
              {*failed->nextAttempt});

    const ClaimedAttempt third = claim();
    const auto won = call(
        [&](Ledger &ledger) { return ledger.finishAttempt(third.attempt, third.token, R"({"ok": true})"); });
    EXPECT_TRUE(won->won);
    EXPECT_EQ(won->jobVersion, 2);
    EXPECT_EQ(won->winner, third.attempt);
    const auto lost =
        call([&](Ledger &ledger) { return ledger.finishAttempt(first.attempt, first.token, "1"); });
    EXPECT_FALSE(lost->won);
    EXPECT_EQ(lost->lostBecause, u"attempt_cancelled"_s);
    EXPECT_EQ(lost->winner, third.attempt);
    EXPECT_EQ(call([id](Ledger &ledger) { return ledger.closeJob(id, 2, u"done with it"_s); })->refusal,
              u"job_completed"_s);
}

TEST_F(TheLedger, FinishesSetsAndBytes)
{
    (void)submit(job("one"));
    (void)submit(job("two"));
    (void)submit(job("three"));
    const ClaimedAttempt one = claim();
    const ClaimedAttempt two = claim();
    const ClaimedAttempt three = claim();
    const auto outcomes = call([&](Ledger &ledger) {
        return ledger.finishAttempts(
            {{two.attempt, two.token, R"({"a,b": "{\"c\"}"})"}, {one.attempt, one.token, "\"\\\\ \""}});
    });
    ASSERT_TRUE(outcomes.ok()) << qPrintable(outcomes.error().sentence);
    ASSERT_EQ(outcomes->size(), 2);
    EXPECT_EQ(outcomes->at(0).attempt, two.attempt);
    EXPECT_TRUE(outcomes->at(0).won && outcomes->at(1).won);
    EXPECT_EQ(desk.result(two.job.value()), R"({"a,b": "{\"c\"}"})");
    EXPECT_EQ(desk.result(one.job.value()), "\"\\\\ \"");

    const QByteArray bytes("\0\xff\\x", 4);
    EXPECT_TRUE(call([&](Ledger &ledger) {
                    return ledger.finishAttemptBytes(three.attempt, three.token, bytes);
                })->won);
    EXPECT_EQ(desk.must("SELECT result_bytes FROM oncedesk.jobs WHERE id = $1", {three.job}).bytea(0, 0),
              bytes);
    EXPECT_EQ(call([](Ledger &ledger) { return ledger.finishAttempts({}); })->size(), 0);
}

TEST_F(TheLedger, SaysForbiddenToARoleThatMayNot)
{
    Database viewer(desk.database().settingsAs(u"oncedesk_viewer"_s));
    const NewJob newJob = job();
    const auto answer =
        viewer.call([newJob](Session &session) { return Ledger(session).submit(newJob); }).takeResult();
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::forbidden);
}

} // namespace
} // namespace oncedesk
