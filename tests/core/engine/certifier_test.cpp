// A fallback is used by itself only once it has passed the contract suite of the intent, for as long as
// nothing about it has changed. Real servers, real round trips.
#include "tests/core/engine/desk.h"

#include "core/contract/certification.h"

#include <atomic>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray suite = R"({"intent": "print.poster", "repeat": 2,
  "answer": {"schema": {"type": "object", "required": ["by"], "properties": {"by": {"type": "string"}}},
             "rules": [{"at": "/by", "one_of": ["laser"]}]},
  "wire": [{"header": "Idempotency-Key", "present": true}],
  "cases": [{"name": "one", "params": {"amount": 10000000000000000000001}}, {"name": "two", "params": {}}]})";

// A desk whose primary fails for certain, and a fallback that says what the test wants.
class AFallback : public ::testing::Test
{
protected:
    AFallback()
        : fallback([this](const ServedRequest &) {
              return Reply::answer(200, isFixed ? "{\"by\": \"laser\", \"model\": \"m-" +
                                                      QByteArray::number(model.load()) + "\"}"
                                                : QByteArray(R"({"by": "nobody knows"})"));
          }),
          primary([](const ServedRequest &) { return Reply::answer(422); })
    {
        desk.addHttp(u"inkjet"_s, primary);
        desk.addHttp(u"laser"_s, fallback, R"("answer_model": "/model")");
        EXPECT_TRUE(desk.sql.exec("SELECT oncedesk.save_suite('print.poster', $1)", {suite}).ok());
    }
    qint64 requestRun()
    {
        return desk.sql.exec("SELECT oncedesk.request_certification('laser', 'print.poster')").integer();
    }
    // How it ends.
    QString certify()
    {
        const QByteArray run = QByteArray::number(requestRun());
        const auto outcome = [&] {
            return desk.text("SELECT outcome FROM oncedesk.certification_view WHERE id = " + run);
        };
        EXPECT_TRUE(spinUntil([&] { return !outcome().isEmpty(); }));
        return outcome();
    }
    QString whyNot() { return desk.text("SELECT oncedesk.why_not_certified('laser', 'print.poster')"); }
    qint64 submit() { return desk.submit(u"inkjet"_s, R"({"fallbacks": ["laser"]})"); }

    std::atomic_bool isFixed = false;
    std::atomic_int model = 1;
    Desk desk;
    ProviderServer fallback;
    ProviderServer primary;
};

} // namespace

TEST_F(AFallback, ThatAnswersNonsenseGetsNoFailoverUntilItIsFixedAndNoneOnceItsModelHasChanged)
{
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"failed"_s);
    EXPECT_EQ(desk.count("certification_case_view WHERE verdict = 'rule'"), 4);
    const int rehearsals = fallback.requestCount();
    const qint64 first = submit();
    ASSERT_TRUE(desk.becomes(first, u"stalled"_s));
    EXPECT_EQ(fallback.requestCount(), rehearsals);
    EXPECT_EQ(
        desk.text("SELECT detail->>'why' FROM oncedesk.event_view WHERE event = 'fallback_passed_over'"),
        u"never certified for this intent"_s);

    isFixed = true;
    EXPECT_EQ(certify(), u"passed"_s);
    EXPECT_EQ(whyNot(), QString());
    const qint64 second = submit();
    ASSERT_TRUE(desk.becomes(second, u"succeeded"_s));
    EXPECT_EQ(desk.attempt(second, 2).provider, u"laser"_s);

    model = 2;
    ASSERT_TRUE(desk.becomes(submit(), u"succeeded"_s)); // it says so with this answer
    ASSERT_TRUE(spinUntil([this] {
        return whyNot() == u"certificate stale: its model changed from m-1 to m-2"_s;
    })) << qPrintable(whyNot());
    ASSERT_TRUE(desk.becomes(submit(), u"stalled"_s));

    EXPECT_EQ(certify(), u"passed"_s); // for the new one
    ASSERT_TRUE(desk.becomes(submit(), u"succeeded"_s));
}

TEST_F(AFallback, IsNotUsedWhileTheFirstAttemptIsUnknownWhateverItsCertificates)
{
    isFixed = true;
    primary.setScript([](const ServedRequest &) { return Reply::closeWithoutAnswer(); });
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"passed"_s);
    const int before = fallback.requestCount();
    const qint64 job = submit();
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    EXPECT_EQ(desk.sql.exec("SELECT refusal FROM oncedesk.open_attempt($1, 'laser')", {job}).text(),
              u"attempt_unknown"_s);
    EXPECT_EQ(fallback.requestCount(), before);
}

TEST_F(AFallback, KeepsItsCertificateWhateverATrialOfOtherSettingsOrAnotherSuiteComesTo)
{
    isFixed = true;
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"passed"_s);
    ProviderServer elsewhere([](const ServedRequest &) { return Reply::answer(200, R"({"by": "fax"})"); });
    const auto outcomeOf = [&](const QByteArray &arguments) {
        const auto run = desk.sql.exec("SELECT oncedesk.request_trial(" + arguments + ")", {suite});
        EXPECT_TRUE(run.ok()) << qPrintable(run.message);
        const auto outcome = [&] {
            return desk.text("SELECT outcome FROM oncedesk.certification_view WHERE id = " +
                             run.text().toUtf8());
        };
        EXPECT_TRUE(spinUntil([&] { return !outcome().isEmpty(); }));
        return outcome();
    };
    EXPECT_EQ(outcomeOf("'laser', 'print.poster', $1, 'two', '{\"url\": \"" + elsewhere.url("/job") + "\"}'"),
              u"failed"_s);
    EXPECT_EQ(elsewhere.requestCount(), 2); // one case, twice
    EXPECT_EQ(whyNot(), QString());

    isFixed = false;
    EXPECT_EQ(certify(), u"failed"_s);
    isFixed = true;
    EXPECT_EQ(outcomeOf("'laser', 'print.poster', $1"), u"passed"_s);
    EXPECT_TRUE(whyNot().startsWith(u"certificate revoked"_s)) << qPrintable(whyNot());
    EXPECT_EQ(desk.count("certificate_history_view"), 1);
}

TEST_F(AFallback, IsTriedWithTheParamsToTheDigit)
{
    const auto worker = desk.worker();
    const QByteArray draft =
        R"({"intent": "print.poster", "repeat": 1, "answer": {"rules": [{"at": "/by", "present": true}]},
        "cases": [{"name": "one", "params": {"zz": 1e2, "b": "\u0041", "n": 0.30}}, {"name": "two", "params": {}}]})";
    ASSERT_TRUE(
        desk.sql.exec("SELECT oncedesk.request_trial('laser', 'print.poster', $1, 'one')", {draft}).ok());
    ASSERT_TRUE(spinUntil([this] { return fallback.requestCount() == 1; }));
    EXPECT_EQ(fallback.requests().first().body, R"({"zz": 1e2, "b": "\u0041", "n": 0.30})");
}

TEST_F(AFallback, KeepsItsCertificateWhenARunLacksASecret)
{
    isFixed = true;
    const auto worker = desk.worker();
    const QByteArray settings =
        "{\"url\": \"" + fallback.url("/job") +
        R"(", "answer_model": "/model", "headers": {"Authorization": "env:ONCEDESK_TEST_TOKEN"}})";
    qputenv("ONCEDESK_TEST_TOKEN", "t");
    desk.setProvider(u"laser"_s, settings);
    EXPECT_EQ(certify(), u"passed"_s);
    qunsetenv("ONCEDESK_TEST_TOKEN");
    EXPECT_EQ(certify(), u"aborted"_s);
    EXPECT_EQ(whyNot(), QString());
}

TEST_F(AFallback, IsStaleOnceAModelIsNamedThatWasNotWhenItPassed)
{
    isFixed = true;
    const auto worker = desk.worker();
    desk.setProvider(u"laser"_s, "{\"url\": \"" + fallback.url("/job") + "\"}");
    EXPECT_EQ(certify(), u"passed"_s);
    EXPECT_EQ(whyNot(), QString());
    EXPECT_EQ(desk.text("SELECT oncedesk.note_model('laser', 'm-1')"), u"t"_s);
    EXPECT_EQ(whyNot(), u"certificate stale: it was earned without a model's name, and m-1 answers now"_s);
}

TEST_F(AFallback, IsNotToldOfAnOlderModelByAnAnswerFromBefore)
{
    EXPECT_EQ(desk.text("SELECT oncedesk.note_model('laser', 'm-1')"), u"t"_s);
    const qint64 job = desk.submit(u"laser"_s);
    const auto claim = [this] {
        return desk.sql.exec("SELECT attempt_id FROM oncedesk.claim_attempts('w', ARRAY['laser'], 1)").text();
    };
    const QByteArray before = claim().toUtf8();
    ASSERT_FALSE(before.isEmpty()) << job;
    EXPECT_EQ(desk.text("SELECT oncedesk.note_model('laser', 'm-2')"), u"t"_s);
    EXPECT_EQ(desk.text("SELECT oncedesk.note_model('laser', 'm-1', " + before + ")"), u"f"_s);
    (void)desk.submit(u"laser"_s);
    EXPECT_EQ(desk.text("SELECT oncedesk.note_model('laser', 'm-1', " + claim().toUtf8() + ")"), u"t"_s);
}

TEST_F(AFallback, IsTriedOnlyWithWhatASuiteAndSettingsAre)
{
    const auto isRefused = [this](const QByteArray &arguments, const QString &sentence) {
        const auto answer = desk.sql.exec("SELECT oncedesk.request_trial(" + arguments + ")", {suite});
        EXPECT_EQ(answer.sqlState, u"22023"_s);
        EXPECT_TRUE(answer.message.contains(sentence)) << qPrintable(answer.message);
    };
    isRefused("'laser', 'print.poster', $1, 'three'",
              u"The suite has no case \"three\": name one of its cases."_s);
    isRefused("'fax', 'print.poster', $1", u"There is no provider \"fax\": add it first."_s);
    isRefused("'laser', 'print.flyer', $1",
              u"A contract suite is a JSON object whose \"intent\" is \"print.flyer\"."_s);
    isRefused("'laser', 'print.poster', $1, NULL, '[]'", u"A provider's settings are a JSON object."_s);
    EXPECT_EQ(desk.count("certification_view"), 0);
}

TEST_F(AFallback, IsNotTriedOnceNobodyWaitsForItAnyMore)
{
    const auto run = desk.sql.exec("SELECT oncedesk.request_trial('laser', 'print.poster', $1)", {suite});
    ASSERT_TRUE(
        desk.sql.exec("UPDATE oncedesk.certification_runs SET requested_at = requested_at - interval '3 min'")
            .ok());
    const auto worker = desk.worker();
    ASSERT_TRUE(spinUntil([&] {
        return desk.text("SELECT reason FROM oncedesk.certification_view") ==
               u"No worker that serves the provider took it within 2 minutes."_s;
    }));
    EXPECT_EQ(fallback.requestCount(), 0);
}

TEST_F(AFallback, IsStaleWithEachChangeAndSaysWhich)
{
    isFixed = true;
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"passed"_s);
    desk.setProvider(u"laser"_s, "{\"url\": \"" + fallback.url("/job") +
                                     R"(", "answer_model": "/model", "linger_s": 7})");
    EXPECT_EQ(whyNot(), u"certificate stale: settings changed since"_s);
    EXPECT_EQ(certify(), u"passed"_s);
    ASSERT_TRUE(
        desk.sql.exec("SELECT oncedesk.save_suite('print.poster', $1)", {QByteArray(suite + '\n')}).ok());
    EXPECT_EQ(whyNot(),
              u"certificate stale: earned with version 1 of the contract suite, which is at 2 now"_s);
    EXPECT_EQ(certify(), u"passed"_s);
    EXPECT_EQ(whyNot(), QString());
    isFixed = false; // one that fails takes the certificate back
    EXPECT_EQ(certify(), u"failed"_s);
    EXPECT_TRUE(whyNot().startsWith(u"certificate revoked: run "_s)) << qPrintable(whyNot());
}

TEST_F(AFallback, IsStaleWhenItGoesBackToAModelThatItsWorkerHasSeenBefore)
{
    isFixed = true;
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"passed"_s);
    ASSERT_TRUE(desk.becomes(submit(), u"succeeded"_s));
    model = 2;
    EXPECT_EQ(certify(), u"passed"_s);
    model = 1;
    // The worker says again what it said before once it has read the providers again.
    EXPECT_TRUE(spinUntil([this] {
        const qint64 job = submit();
        return spinUntil([this, job] { return desk.attempt(job, 1).state == u"failed"_s; }) &&
               desk.status(job) == u"stalled"_s;
    }));
    EXPECT_EQ(whyNot(), u"certificate stale: its model changed from m-2 to m-1"_s);
}

TEST_F(AFallback, CanTellARehearsalFromProductionAndGetsTheParamsToTheDigit)
{
    isFixed = true;
    desk.setProvider(u"laser"_s, "{\"url\": \"" + fallback.url("/job") + "\", \"dry_run_url\": \"" +
                                     fallback.url("/rehearse") +
                                     R"(", "dry_run_headers": {"X-Dry-Run": "yes"}})");
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"passed"_s);
    ASSERT_EQ(fallback.requestCount(), 4);
    const ServedRequest seen = fallback.requests().first();
    EXPECT_EQ(seen.path, "/rehearse");
    EXPECT_EQ(seen.header("X-Dry-Run"), "yes");
    EXPECT_EQ(seen.header("Oncedesk-Certification"), "1/one/1");
    EXPECT_EQ(seen.body, R"({"amount": 10000000000000000000001})");
    // What was sent and what came is kept.
    EXPECT_TRUE(desk.text("SELECT request FROM oncedesk.certification_case_view WHERE name = 'one' LIMIT 1")
                    .contains(u"10000000000000000000001"_s));
}

TEST_F(AFallback, IsNotCertifiedByARunThatIsCancelledOrWhoseWorkerIsStopped)
{
    fallback.setScript([](const ServedRequest &) { return Reply::silence(); });
    const auto worker = desk.worker();
    const qint64 run = requestRun();
    ASSERT_TRUE(spinUntil([this] { return fallback.requestCount() == 1; }));
    EXPECT_EQ(requestRun(), run) << "one at a time";
    ASSERT_TRUE(Desk::stop(*worker, 0s));
    EXPECT_EQ(desk.text("SELECT outcome || ': ' || reason FROM oncedesk.certification_view"),
              u"aborted: Its worker was stopped."_s);

    const qint64 next = requestRun();
    EXPECT_EQ(desk.sql.exec("SELECT oncedesk.cancel_certification($1)", {next}).text(), u"cancelled"_s);
    EXPECT_EQ(desk.count("certificate_view"), 0);
}

TEST_F(AFallback, MayAnswerAnythingAndTheRunComesToItsEnd)
{
    fallback.setScript([](const ServedRequest &) {
        return Reply::answer(200, QByteArray(R"({"by": "a\u0000b\ud800", "model": "\u0000\ud800"})"));
    });
    const auto worker = desk.worker();
    EXPECT_EQ(certify(), u"failed"_s);
    fallback.setScript([](const ServedRequest &) { return Reply::answer(200, QByteArray("\0\xff\xfe", 3)); });
    EXPECT_EQ(certify(), u"failed"_s);
    EXPECT_EQ(desk.count("certification_case_view WHERE verdict = 'not_json'"), 8);
}

TEST_F(AFallback, IsCancelledInTheMiddleOfACallAndTheNextRunBegins)
{
    fallback.setScript([](const ServedRequest &) { return Reply::held().then(Reply::answer(200)); });
    const auto worker = desk.worker();
    const qint64 run = requestRun();
    ASSERT_TRUE(spinUntil([this] { return fallback.requestCount() == 1; }));
    EXPECT_EQ(desk.sql.exec("SELECT oncedesk.cancel_certification($1)", {run}).text(), u"cancel_requested"_s);
    fallback.release();
    const auto outcome = [&] {
        return desk.sql.exec("SELECT outcome FROM oncedesk.certification_view WHERE id = $1", {run}).text();
    };
    ASSERT_TRUE(spinUntil([&] { return outcome() == u"cancelled"_s; }));
    EXPECT_EQ(fallback.requestCount(), 1);
    isFixed = true;
    fallback.setScript([](const ServedRequest &) { return Reply::answer(200, R"({"by": "laser"})"); });
    EXPECT_EQ(certify(), u"passed"_s);
}

// What nobody may say by SQL, not even a worker: the database counts the cases itself.
TEST_F(AFallback, IsNotCertifiedByAWorkerThatLeavesCasesOut)
{
    requestRun();
    const auto claimed =
        desk.sql.exec("SELECT run_id, token FROM oncedesk.claim_certification('w', '{laser}')");
    const auto record = [&](const QByteArray &name, int repeat) {
        return desk.sql.exec(
            "SELECT oncedesk.record_case($1, $2, $3, $4, 'passed', NULL, NULL, NULL, NULL, NULL, 1)",
            {claimed.rows.integer(0, 0), claimed.rows.utf8(0, 1), name, repeat});
    };
    EXPECT_TRUE(record("one", 1).ok());
    EXPECT_TRUE(record("one", 2).ok());
    EXPECT_FALSE(record("one", 3).ok());
    EXPECT_FALSE(record("another", 1).ok());
    const auto end = desk.sql.exec("SELECT outcome, reason FROM oncedesk.finish_certification($1, $2)",
                                   {claimed.rows.integer(0, 0), claimed.rows.utf8(0, 1)});
    EXPECT_EQ(end.text(), u"aborted"_s);
    EXPECT_EQ(desk.count("certificate_view"), 0);
    // Once it has ended nothing changes it.
    EXPECT_EQ(record("two", 1).text(), u"f"_s);
    EXPECT_EQ(desk.sql
                  .exec("SELECT outcome FROM oncedesk.finish_certification($1, $2)",
                        {claimed.rows.integer(0, 0), claimed.rows.utf8(0, 1)})
                  .text(),
              u"aborted"_s);
}
