#include "core/board/certification.h"

#include "core/board/providers.h"
#include "core/contract/certification.h"
#include "tests/core/board/boardtest.h"

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;
using State = MatrixCell::State;

// Two cases, each run twice.
QByteArray suite(const QByteArray &about = "v1")
{
    return R"({"intent": "print.poster", "about": ")" + about + R"(", "repeat": 2, "answer": {"schema": true},
        "cases": [{"name": "small", "params": {"copies": 1}}, {"name": "large", "params": {"copies": 200}}]})";
}

class TheMatrix : public BoardTest
{
protected:
    TheMatrix()
    {
        take(m_session.exec("SET jit = off")); // as a connection of the program has it
        saveSuite(suite());
    }

    void saveSuite(const QByteArray &text)
    {
        take(Certification(m_ownerSession).saveSuite(u"print.poster"_s, text));
    }
    CertificationRunId request(const char *provider = "laser")
    {
        return take(Certification(m_ownerSession).request(QString::fromLatin1(provider), u"print.poster"_s));
    }
    ClaimedRun claim(const char *provider = "laser")
    {
        return take(Certification(m_ownerSession).claim(u"worker-1"_s, {QString::fromLatin1(provider)}))
            .value();
    }
    void record(const ClaimedRun &run, const QString &name, int repeat, const QString &verdict = u"passed"_s,
                const QByteArray &answer = R"({"by": "laser"})", const QString &model = {})
    {
        take(Certification(m_ownerSession)
                 .record(run,
                         {.name = name,
                          .repeat = repeat,
                          .verdict = verdict,
                          .reason = verdict == u"passed" ? QString() : u"/by is missing."_s,
                          .faults = verdict == u"passed" ? QStringList() : QStringList{u"/by is missing."_s},
                          .request = u"POST /jobs"_s,
                          .answer = answer,
                          .model = model,
                          .took = std::chrono::milliseconds(120)}));
    }
    CertificationRunId run(const QString &lastVerdict = u"passed"_s,
                           const QByteArray &lastAnswer = R"({"by": "laser"})")
    {
        const CertificationRunId id = request();
        const ClaimedRun claimed = claim();
        record(claimed, u"small"_s, 1);
        record(claimed, u"small"_s, 2);
        record(claimed, u"large"_s, 1);
        record(claimed, u"large"_s, 2, lastVerdict, lastAnswer);
        take(Certification(m_ownerSession).finish(claimed, {}));
        return id;
    }
    MatrixCell cell(const QString &provider = u"laser"_s, const QString &intent = u"print.poster"_s)
    {
        for (const MatrixCell &one : take(certificationMatrix(m_session))) {
            if (one.provider == provider && one.intent == intent)
                return one;
        }
        ADD_FAILURE() << "no such cell";
        return {};
    }

    Session m_ownerSession{m_owner.handle()};
};

TEST_F(TheMatrix, HasEveryProviderForEveryIntentWithASuiteOrACertificate)
{
    write("SELECT oncedesk.record_certificate('laser', 'charge.card', 'v1')");
    write("SELECT oncedesk.enable_provider('idle', false)");
    const auto cells = take(certificationMatrix(m_session));
    ASSERT_EQ(cells.size(), 14);
    EXPECT_EQ(cells.first().intent, u"charge.card"_s);
    EXPECT_EQ(cells.last().intent, u"print.poster"_s);
    EXPECT_EQ(cell(u"laser"_s, u"charge.card"_s).state, State::certified);
    EXPECT_EQ(cell(u"laser"_s, u"charge.card"_s).suiteVersion, 0);
    EXPECT_EQ(cell(u"broken"_s, u"charge.card"_s).state, State::neverRun);
    EXPECT_FALSE(cell(u"idle"_s).isEnabled);
    const MatrixCell laser = cell();
    EXPECT_EQ(laser.state, State::neverRun);
    EXPECT_EQ(laser.suiteVersion, 1);
    EXPECT_EQ(laser.calls, 4);
    EXPECT_FALSE(laser.latestRun.has_value());
}

TEST_F(TheMatrix, FollowsARunFromWaitingToItsVerdict)
{
    const CertificationRunId id = request();
    MatrixCell now = cell();
    EXPECT_EQ(now.state, State::running);
    EXPECT_EQ(now.latestRun, id);
    EXPECT_FALSE(now.isClaimed);
    EXPECT_FALSE(now.isServed);
    EXPECT_EQ(now.total, 4);
    beat("worker-1", {u"laser"_s});
    EXPECT_TRUE(cell().isServed);

    const ClaimedRun claimed = claim();
    record(claimed, u"small"_s, 1);
    now = cell();
    EXPECT_TRUE(now.isClaimed);
    EXPECT_EQ(now.worker, u"worker-1"_s);
    EXPECT_EQ(now.done, 1);
    take(Certification(m_ownerSession).cancel(id));
    EXPECT_TRUE(cell().isCancelRequested);
    take(Certification(m_ownerSession).finish(claimed, {}));
    now = cell();
    EXPECT_EQ(now.state, State::neverRun);
    EXPECT_EQ(now.latestOutcome, u"cancelled"_s);

    run();
    now = cell();
    EXPECT_EQ(now.state, State::certified);
    EXPECT_TRUE(now.certifiedUntil.happened());
    EXPECT_TRUE(now.why.isNull());

    request(); // certified all the while
    EXPECT_EQ(cell().state, State::running);
    EXPECT_TRUE(cell().certifiedUntil.happened());
}

TEST_F(TheMatrix, SaysWhyACertificateDoesNotCount)
{
    run();
    saveSuite(suite("v2"));
    EXPECT_EQ(cell().state, State::stale);
    EXPECT_TRUE(cell().why.contains(u"at 2 now"_s)) << qPrintable(cell().why);
    run();
    write("SELECT oncedesk.set_provider('laser', '{\"delay_ms\": 5}')");
    EXPECT_EQ(cell().state, State::stale);
    EXPECT_TRUE(cell().why.contains(u"settings changed"_s));
    run();
    write("UPDATE oncedesk.certificates SET expires_at = clock_timestamp()");
    EXPECT_EQ(cell().state, State::stale);
    EXPECT_TRUE(cell().why.contains(u"expired"_s));
    write("SELECT oncedesk.revoke_certificates('laser', 'print.poster')");
    EXPECT_TRUE(cell().why.contains(u"revoked"_s));
}

TEST_F(TheMatrix, NamesTheFailingCaseUntilSomethingIsEarnedAgain)
{
    run();
    run(u"rule"_s, "{}");
    EXPECT_EQ(cell().state, State::failing);
    EXPECT_TRUE(cell().why.contains(u"\"large\" passed 1 of 2"_s)) << qPrintable(cell().why);
    take(Certification(m_ownerSession).cancel(request()));
    EXPECT_EQ(cell().state, State::failing); // what was never carried out proves nothing
    run();
    EXPECT_EQ(cell().state, State::certified);
    saveSuite(suite("v2"));
    EXPECT_EQ(cell().state, State::stale);
}

TEST_F(TheMatrix, KeepsTheRunsAndTheirCases)
{
    const CertificationRunId first = run();
    const CertificationRunId second = run(u"rule"_s, "{}");
    const auto runs = take(certificationRuns(m_session, u"laser"_s, u"print.poster"_s, 10));
    ASSERT_EQ(runs.size(), 2);
    EXPECT_EQ(runs[0].id, second);
    EXPECT_EQ(runs[0].outcome, u"failed"_s);
    EXPECT_EQ(runs[0].passed, 3);
    EXPECT_EQ(runs[0].total, 4);
    EXPECT_EQ(runs[1].id, first);
    EXPECT_TRUE(runs[1].reason.isNull());
    EXPECT_EQ(take(certificationRuns(m_session, u"laser"_s, u"print.poster"_s, 1)).size(), 1);
    EXPECT_TRUE(take(certificationRuns(m_session, u"inkjet"_s, u"print.poster"_s, 10)).isEmpty());

    const auto cases = take(certificationCases(m_session, second));
    ASSERT_EQ(cases.size(), 4);
    EXPECT_EQ(cases[0].name, u"small"_s);
    EXPECT_EQ(cases[3].name, u"large"_s);
    EXPECT_EQ(cases[3].repeat, 2);
    EXPECT_EQ(cases[3].verdict, u"rule"_s);
    EXPECT_EQ(cases[3].faults, QStringList{u"/by is missing."_s});
    EXPECT_EQ(cases[3].took, std::chrono::milliseconds(120));

    const auto exchange = take(caseExchange(m_session, second, u"large"_s, 2));
    ASSERT_TRUE(exchange.has_value());
    EXPECT_EQ(exchange->request, u"POST /jobs"_s);
    EXPECT_EQ(exchange->answer, "{}");
    EXPECT_FALSE(take(caseExchange(m_session, second, u"large"_s, 3)).has_value());

    const auto passing =
        take(lastPassingAnswer(m_session, u"laser"_s, u"print.poster"_s, u"large"_s, second));
    ASSERT_TRUE(passing.has_value());
    EXPECT_EQ(passing->run, first);
    EXPECT_EQ(passing->answer, R"({"by": "laser"})");
    EXPECT_FALSE(
        take(lastPassingAnswer(m_session, u"laser"_s, u"print.poster"_s, u"large"_s, first)).has_value());
}

TEST_F(TheMatrix, GivesSuitesBackAsTheyWereSaved)
{
    saveSuite(suite("v2"));
    const auto all = take(suites(m_session));
    ASSERT_EQ(all.size(), 1);
    EXPECT_EQ(all[0].intent, u"print.poster"_s);
    EXPECT_EQ(all[0].version, 2);
    EXPECT_EQ(all[0].cases, 2);
    EXPECT_TRUE(all[0].savedAt.happened());
    EXPECT_EQ(take(suiteText(m_session, u"print.poster"_s, 1)), suite());
    EXPECT_EQ(take(suiteText(m_session, u"print.poster"_s, 2)), suite("v2"));
    EXPECT_FALSE(take(suiteText(m_session, u"print.poster"_s, 3)).has_value());
}

class TheFiguresOfAProvider : public BoardTest
{
};

TEST_F(TheFiguresOfAProvider, AreNoughtWhereNothingHappened)
{
    const ProviderFigures none = take(providerFigures(m_session, u"laser"_s));
    EXPECT_EQ(none.attempts, 0);
    EXPECT_EQ(none.succeeded, 0);
}

TEST_F(TheFiguresOfAProvider, CountWhatItDidOfLate)
{
    for (int i = 0; i < 4; ++i)
        succeeded(u"a"_s, "s" + QByteArray::number(i));
    write("ALTER TABLE oncedesk.attempts DISABLE TRIGGER ALL"); // whose guards know of no such past
    write(
        "UPDATE oncedesk.attempts SET ended_at = started_at + id * interval '1 s' WHERE provider = 'quick'");
    const ProviderFigures quick = take(providerFigures(m_session, u"quick"_s));
    EXPECT_EQ(quick.attempts, 4);
    EXPECT_EQ(quick.succeeded, 4);
    const qint64 first = write("SELECT min(id) FROM oncedesk.attempts WHERE provider = 'quick'").integer();
    EXPECT_EQ(quick.p50, std::chrono::seconds(first + 1));
    EXPECT_EQ(quick.p95, std::chrono::seconds(first + 3));
    EXPECT_FALSE(quick.isCut);

    write("ALTER TABLE oncedesk.attempts ENABLE TRIGGER ALL");

    unknown(u"a"_s, "u");
    EXPECT_EQ(take(providerFigures(m_session, u"lost"_s)).unknown, 1);
    EXPECT_EQ(take(providerFigures(m_session, u"lost"_s)).started, 1);
    running(u"a"_s, "r");
    EXPECT_EQ(take(providerFigures(m_session, u"busy"_s)).inFlight, 1);
    write("ALTER TABLE oncedesk.attempts DISABLE TRIGGER ALL");
    write("UPDATE oncedesk.attempts SET opened_at = opened_at - interval '2 d' WHERE provider = 'lost'");
    EXPECT_EQ(take(providerFigures(m_session, u"lost"_s)).attempts, 0);
}

TEST_F(TheFiguresOfAProvider, ComeWithSettingsExactToTheDigit)
{
    write("SELECT oncedesk.set_provider('laser', '{\"delay_ms\": 1.50}')");
    const auto settings = take(providerSettings(m_session, u"laser"_s));
    ASSERT_TRUE(settings.has_value());
    EXPECT_TRUE(settings->contains("1.50")) << settings->constData();
    EXPECT_FALSE(take(providerSettings(m_session, u"nobody"_s)).has_value());
}

} // namespace
} // namespace oncedesk::board
