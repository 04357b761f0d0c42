#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"

#include <QJsonArray>
#include <QJsonObject>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// One job whose attempt is in the hands of the test, which plays the worker.
class OncectlAttempts : public ::testing::Test
{
protected:
    TestDatabase m_database;
    Oncectl m_oncectl{m_database.settings()};
    TestConnection m_sql = m_database.connect();
    QString m_ticket;
    QString m_attempt;
    QByteArray m_token;

    OncectlAttempts()
    {
        run("SELECT oncedesk.add_provider('inkjet', 'simulated'), oncedesk.add_provider('laser', "
            "'simulated')");
        m_ticket = m_sql.exec("SELECT job_id FROM oncedesk.submit_job('alice', 'k', 'print', 'inkjet', '{}')")
                       .text();
        m_attempt = m_sql.exec("SELECT id FROM oncedesk.attempts").text();
    }

    void run(const QByteArray &sql, const QList<Param> &params = {})
    {
        const auto answer = m_sql.exec(sql, params);
        EXPECT_TRUE(answer.ok()) << answer.message.toStdString();
    }
    void start()
    {
        m_token = m_sql.exec("SELECT claim_token FROM oncedesk.claim_attempts('w', '{inkjet,laser}', 10)")
                      .text()
                      .toUtf8();
        ASSERT_FALSE(m_token.isEmpty());
    }
    void becomeUnknown()
    {
        start();
        run("SELECT oncedesk.mark_unknown($1, $2, 'No answer.')", {m_attempt, m_token});
    }
    // Plays the worker that answers whatever is asked, until the process ends.
    Said answerUntilItEnds(QProcess &process, const QByteArray &answer, const QByteArray &payload)
    {
        while (!process.waitForFinished(10) && process.state() != QProcess::NotRunning)
            run("SELECT oncedesk.answer_request(r.request_id, r.token, $1, $2)"
                "  FROM oncedesk.claim_requests('w', '{inkjet}', 10) AS r",
                {answer, payload});
        return Oncectl::finish(process);
    }
    QString state()
    {
        return m_sql.exec("SELECT state FROM oncedesk.attempts WHERE id = $1", {m_attempt}).text();
    }
    Said cancel(const QString &attempt, const QString &reason = u"Seen to stand still."_s,
                const QString &evidence = u"provider_confirmed_stopped"_s)
    {
        return m_oncectl.json(
            {u"attempt"_s, u"cancel"_s, attempt, u"--reason"_s, reason, u"--evidence"_s, evidence});
    }
};

} // namespace

TEST_F(OncectlAttempts, CancelsNothingOfAnotherTicketThanTheOneNamed)
{
    becomeUnknown();
    const auto cancelOf = [this](const QString &ticket) {
        return m_oncectl({u"attempt"_s, u"cancel"_s, m_attempt, u"--ticket"_s, ticket, u"--reason"_s, u"r"_s,
                          u"--evidence"_s, u"accepted_risk"_s});
    };
    const Said other = cancelOf(QString::number(m_ticket.toLongLong() + 1));
    EXPECT_EQ(other.exitCode, 3);
    EXPECT_TRUE(other.err.contains("is not one of ticket #")) << other.err.toStdString();
    EXPECT_EQ(cancelOf(u"none"_s).exitCode, 2);
    EXPECT_EQ(state(), u"unknown");
    EXPECT_EQ(cancelOf(m_ticket).exitCode, 0);
    EXPECT_EQ(state(), u"cancelled");
}

TEST_F(OncectlAttempts, AreSaidToWaitForAWorkerWhenThereIsNone)
{
    const QByteArray missing = "No worker serves inkjet at present";
    EXPECT_TRUE(m_oncectl({u"job"_s, m_ticket}).out.contains(missing));
    run("SELECT oncedesk.heartbeat('w', '{inkjet}', 0, '1')");
    EXPECT_FALSE(m_oncectl({u"job"_s, m_ticket}).out.contains(missing));
}

TEST_F(OncectlAttempts, AreNotSaidToRunOnceTheirDeadlineHasPassed)
{
    const auto submit = [this](const QByteArray &key, const QByteArray &policy) {
        return m_sql
            .exec("SELECT job_id FROM oncedesk.submit_job('alice', $1, 'print', 'laser', '{}', $2)",
                  {key, policy})
            .text();
    };
    const QString inTime = submit("long", R"({"timeout_s": 6000})");
    const QString overdue = submit("short", R"({"timeout_s": 0.001})");
    start();
    while (m_sql.exec("SELECT count(*) FROM oncedesk.attempts WHERE deadline_at < clock_timestamp()")
               .integer() == 0)
        run("SELECT pg_sleep(0.001)");

    const Said late = m_oncectl({u"job"_s, overdue});
    EXPECT_TRUE(late.out.startsWith(QByteArray("Ticket #" + overdue.toUtf8() + " is overdue.\n")))
        << late.out.toStdString();
    EXPECT_FALSE(late.out.contains("is running")) << late.out.toStdString();
    EXPECT_TRUE(late.out.contains("Its deadline passed at ")) << late.out.toStdString();
    EXPECT_TRUE(late.out.contains("no worker is alive. Start one")) << late.out.toStdString();
    EXPECT_FALSE(late.out.contains("stays as it is")) << late.out.toStdString();
    const Said running = m_oncectl({u"job"_s, inTime});
    EXPECT_TRUE(running.out.startsWith(QByteArray("Ticket #" + inTime.toUtf8() + " is running.\n")));
    EXPECT_FALSE(running.out.contains("passed at")) << running.out.toStdString();

    const QList<QByteArray> list =
        m_oncectl({u"jobs"_s, u"state:running"_s, u"key:short,long"_s}).out.split('\n');
    ASSERT_GE(list.size(), 4);
    EXPECT_TRUE(list[1].contains("overdue") && !list[1].contains("running")) << list[1].toStdString();
    EXPECT_TRUE(list[2].contains("running")) << list[2].toStdString();
    EXPECT_TRUE(list[3].contains("no worker is alive")) << list[3].toStdString();
    // For programs the words stay the contract's.
    EXPECT_EQ(m_oncectl.json({u"job"_s, overdue})["status"].toString(), u"running");

    run("SELECT oncedesk.heartbeat('w', '{inkjet}', 0, '1')");
    EXPECT_TRUE(m_oncectl({u"job"_s, overdue}).out.contains("a worker is alive and does so once a second"));
    run("SELECT oncedesk.sweep_overdue()");
    EXPECT_TRUE(m_oncectl({u"job"_s, overdue}).out.contains(" is unknown.\n"));
    EXPECT_FALSE(m_oncectl({u"jobs"_s, u"key:short,long"_s}).out.contains("verdue"));
}

TEST_F(OncectlAttempts, AreSaidToBeOutOfReachWhereTheProviderHasNothingToCall)
{
    run("SELECT oncedesk.set_provider('laser', '{\"stop\": \"stopped\", \"ask\": \"running\"}'),"
        " oncedesk.add_provider('plotter', 'http', '{\"url\": \"http://localhost:1/\"}'),"
        " oncedesk.submit_job('alice', 'l', 'print', 'laser', '{}'),"
        " oncedesk.submit_job('alice', 'p', 'print', 'plotter', '{}')");
    run("SELECT oncedesk.claim_attempts('w', '{inkjet,laser,plotter}', 10)");
    const auto idAt = [this](const QByteArray &provider) {
        return m_sql.exec("SELECT id FROM oncedesk.attempts WHERE provider = $1", {provider}).text();
    };
    const auto sentence = [this, &idAt](const QString &verb, const QByteArray &provider) {
        const Said said = m_oncectl.json({u"attempt"_s, verb, idAt(provider)});
        EXPECT_EQ(said.exitCode, 0) << said.err.toStdString();
        return said["sentence"].toString();
    };
    EXPECT_TRUE(sentence(u"stop"_s, "plotter").startsWith(u"The settings of plotter have no stop_url, so"));
    EXPECT_TRUE(sentence(u"ask"_s, "plotter").startsWith(u"The settings of plotter have no ask_url, so"));
    EXPECT_TRUE(sentence(u"stop"_s, "inkjet").startsWith(u"The settings of inkjet have no stop, so"));
    EXPECT_TRUE(sentence(u"stop"_s, "laser").startsWith(u"laser will be told to stop"));
    EXPECT_TRUE(sentence(u"ask"_s, "laser").startsWith(u"laser will be asked"));
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.requests").integer(), 5) << "each was accepted";
    const Said waited = m_oncectl({u"attempt"_s, u"stop"_s, idAt("plotter"), u"--wait"_s, u"0.1"_s});
    EXPECT_EQ(waited.exitCode, 1);
    EXPECT_TRUE(waited.err.startsWith("oncectl: The settings of plotter have no stop_url, so"));
}

TEST_F(OncectlAttempts, RefusesASecondAttemptBesideAnUnknownOneAndSaysTheWayOut)
{
    becomeUnknown();
    const Said refused = m_oncectl.json(
        {u"attempt"_s, u"open"_s, m_ticket, u"--provider"_s, u"laser"_s, u"--reason"_s, u"hurry"_s});
    EXPECT_EQ(refused.exitCode, 3);
    EXPECT_EQ(refused["outcome"].toString(), u"refused");
    EXPECT_EQ(refused["refusal"].toString(), u"attempt_unknown");
    EXPECT_EQ(QString::number(refused["blocking_attempt_id"].toInt()), m_attempt);
    EXPECT_TRUE(QString::fromUtf8(refused.err).contains(u"oncectl attempt cancel "_s + m_attempt));
    EXPECT_TRUE(refused.err.contains("inkjet may have acted"));

    EXPECT_EQ(cancel(m_attempt)["outcome"].toString(), u"cancelled");
    const Said opened = m_oncectl.json(
        {u"attempt"_s, u"open"_s, u"#"_s + m_ticket, u"--provider"_s, u"laser"_s, u"--reason"_s, u"hurry"_s});
    EXPECT_EQ(opened.exitCode, 0);
    EXPECT_EQ(opened["outcome"].toString(), u"opened");
    EXPECT_EQ(opened["ordinal"].toInt(), 2);
}

TEST_F(OncectlAttempts, NamesEachRefusalToOpen)
{
    const auto refusal = [this](const QStringList &more, const QString &ticket) {
        const Said said = m_oncectl.json(QStringList{u"attempt"_s, u"open"_s, ticket} + more);
        EXPECT_EQ(said.exitCode, 3);
        EXPECT_FALSE(said["sentence"].toString().isEmpty());
        return said["refusal"].toString();
    };
    EXPECT_EQ(refusal({}, u"999"_s), u"no_such_job");
    EXPECT_EQ(refusal({}, m_ticket), u"attempt_open");
    ASSERT_EQ(cancel(m_attempt)["outcome"].toString(), u"cancelled");
    EXPECT_EQ(refusal({u"--provider"_s, u"nobody"_s}, m_ticket), u"no_such_provider");
    EXPECT_EQ(refusal({u"--provider"_s, u"laser"_s}, m_ticket), u"not_certified");
    run("SELECT oncedesk.enable_provider('inkjet', false)");
    EXPECT_EQ(refusal({}, m_ticket), u"provider_disabled");
    run("SELECT oncedesk.enable_provider('inkjet', true)");
    run("SELECT oncedesk.close_job($1, 1, 'enough')", {m_ticket});
    EXPECT_EQ(refusal({}, m_ticket), u"job_closed");
    const QString done =
        m_sql.exec("SELECT job_id FROM oncedesk.submit_job('alice', 'k2', 'print', 'inkjet', '{}')").text();
    run("SELECT oncedesk.finish_attempt(c.attempt_id, c.claim_token, '{}') FROM oncedesk.claim_attempts('w', "
        "'{inkjet}', 1) AS c");
    EXPECT_EQ(refusal({}, done), u"job_completed");
}

TEST_F(OncectlAttempts, WordsARequestedCancelAsARequest)
{
    start();
    const Said requested = cancel(m_attempt);
    EXPECT_EQ(requested.exitCode, 0);
    EXPECT_EQ(requested["outcome"].toString(), u"cancel_requested");
    EXPECT_EQ(requested["state"].toString(), u"started");
    EXPECT_TRUE(requested["sentence"].toString().startsWith(
        u"Cancel requested; attempt %1 of ticket #%2 is still started."_s.arg(m_attempt, m_ticket)))
        << requested["sentence"].toString().toStdString();
    EXPECT_EQ(state(), u"started");
}

TEST_F(OncectlAttempts, SaysThatACancelDoesNotStopTheProvider)
{
    becomeUnknown();
    const Said cancelled = cancel(m_attempt);
    EXPECT_TRUE(cancelled["sentence"].toString().contains(
        u"is cancelled. This does not stop inkjet if it is still working"));
    EXPECT_EQ(state(), u"cancelled");
    // The same person saying the same again changes nothing; another reason comes too late.
    EXPECT_EQ(cancel(m_attempt)["outcome"].toString(), u"cancelled");
    const Said refused = cancel(m_attempt, u"Another reason."_s);
    EXPECT_EQ(refused.exitCode, 3);
    EXPECT_EQ(refused["outcome"].toString(), u"refused");
    EXPECT_EQ(
        m_sql.exec("SELECT count(*) FROM oncedesk.operator_actions WHERE outcome = 'cancelled'").integer(),
        1);
}

TEST_F(OncectlAttempts, DemandsAReasonAndOneOfTheThreeKindsOfEvidence)
{
    becomeUnknown();
    EXPECT_EQ(cancel(m_attempt, u"  "_s).exitCode, 3);
    EXPECT_EQ(cancel(m_attempt, u"why"_s, u"a_hunch"_s).exitCode, 3);
    EXPECT_EQ(cancel(m_attempt, QString(4001, u'x')).exitCode, 3);
    EXPECT_EQ(cancel(u"999"_s).exitCode, 3);
    EXPECT_EQ(state(), u"unknown");
}

TEST_F(OncectlAttempts, AsksThroughAWorkerAndWaitsForTheAnswer)
{
    run("SELECT oncedesk.set_provider('inkjet', '{\"ask\": \"running\"}')");
    becomeUnknown();
    const Said asked = m_oncectl.json({u"attempt"_s, u"ask"_s, m_attempt});
    EXPECT_EQ(asked.exitCode, 0);
    EXPECT_TRUE(asked["answer"].isNull());
    EXPECT_TRUE(asked["sentence"].toString().contains(u"will be asked"));
    // Nobody serves inkjet: that is no answer, and said so.
    const Said silence = m_oncectl.json({u"attempt"_s, u"ask"_s, m_attempt, u"--wait"_s, u"0.2"_s});
    EXPECT_EQ(silence.exitCode, 1);
    EXPECT_EQ(silence["request_id"], asked["request_id"]);
    EXPECT_TRUE(silence.err.contains("no worker has taken it")) << silence.err.toStdString();

    const auto waiting =
        m_oncectl.start({u"--json"_s, u"attempt"_s, u"ask"_s, m_attempt, u"--wait"_s, u"100"_s});
    const Said answer = answerUntilItEnds(*waiting, "running", "{\"sheets\": 12.50}");
    EXPECT_EQ(answer.exitCode, 0);
    EXPECT_EQ(answer["answer"].toString(), u"running");
    EXPECT_EQ(answer["state"].toString(), u"unknown");
    EXPECT_TRUE(answer.out.contains("{\"sheets\": 12.50}"));
    EXPECT_TRUE(answer["sentence"].toString().contains(u"decides nothing"));
}

TEST_F(OncectlAttempts, TellsOfAConclusiveAnswer)
{
    becomeUnknown();
    const auto waiting =
        m_oncectl.start({u"--json"_s, u"attempt"_s, u"ask"_s, m_attempt, u"--wait"_s, u"100"_s});
    const Said answer = answerUntilItEnds(*waiting, "succeeded", "{\"sheets\": 7}");
    EXPECT_EQ(answer["answer"].toString(), u"succeeded");
    EXPECT_EQ(answer["state"].toString(), u"succeeded");
}

TEST_F(OncectlAttempts, NeverAsksAboutWhatWasNeverSent)
{
    EXPECT_EQ(m_oncectl({u"attempt"_s, u"ask"_s, m_attempt}).exitCode, 3);
    EXPECT_EQ(m_oncectl({u"attempt"_s, u"stop"_s, m_attempt}).exitCode, 3);
    EXPECT_EQ(m_oncectl({u"attempt"_s, u"ask"_s, u"999"_s}).exitCode, 3);
}

TEST_F(OncectlAttempts, ClosesAtTheVersionThatWasSeen)
{
    const Said live = m_oncectl.json({u"close"_s, m_ticket, u"--reason"_s, u"enough"_s});
    EXPECT_EQ(live.exitCode, 3);
    EXPECT_EQ(live["refusal"].toString(), u"attempt_open");
    ASSERT_EQ(cancel(m_attempt)["outcome"].toString(), u"cancelled");
    const Said stale =
        m_oncectl.json({u"close"_s, m_ticket, u"--reason"_s, u"enough"_s, u"--version"_s, u"7"_s});
    EXPECT_EQ(stale.exitCode, 3);
    EXPECT_EQ(stale["refusal"].toString(), u"version_moved");
    const Said closed = m_oncectl({u"close"_s, m_ticket, u"--reason"_s, u"enough"_s});
    EXPECT_EQ(closed.exitCode, 0);
    EXPECT_EQ(
        QString::fromUtf8(closed.out),
        u"Ticket #%1 is stalled, at version 1.\nTicket #%1 is closed; no result will come, and it stays closed.\n"_s
            .arg(m_ticket));
    EXPECT_EQ(m_oncectl.json({u"close"_s, m_ticket, u"--reason"_s, u"again"_s})["refusal"].toString(),
              u"job_closed");
    EXPECT_EQ(m_oncectl.json({u"close"_s, u"999"_s, u"--reason"_s, u"x"_s})["refusal"].toString(),
              u"no_such_job");
}

TEST_F(OncectlAttempts, ShowsOneTicketWhole)
{
    becomeUnknown();
    ASSERT_EQ(cancel(m_attempt, u"bad\u001b[31m reason\nwith lines"_s)["outcome"].toString(), u"cancelled");
    run("SELECT oncedesk.finish_attempt($1, $2, '{\"late\": true}')", {m_attempt, m_token});
    const Said whole = m_oncectl.json({u"job"_s, m_ticket});
    ASSERT_EQ(whole.exitCode, 0);
    EXPECT_EQ(whole["status"].toString(), u"stalled");
    EXPECT_EQ(whole["attempts"].toArray().size(), 1);
    EXPECT_EQ(whole["submissions"].toArray().size(), 1);
    const QJsonObject race = whole["races"].toArray().first().toObject();
    EXPECT_EQ(race.value(u"outcome").toString(), u"lost");
    EXPECT_EQ(race.value(u"lost_because").toString(), u"attempt_cancelled");
    EXPECT_EQ(whole["actions"].toArray().first().toObject().value(u"reason").toString(),
              u"bad\u001b[31m reason\nwith lines");
    const Said forPeople = m_oncectl({u"job"_s, m_ticket});
    EXPECT_EQ(forPeople.exitCode, 0);
    EXPECT_FALSE(forPeople.out.contains('\x1b'));
    EXPECT_TRUE(forPeople.out.contains("\\u001b[31m reason\\nwith lines"));
    EXPECT_TRUE(forPeople.out.contains("Nothing will happen by itself"));
    EXPECT_EQ(m_oncectl({u"job"_s, u"999"_s}).exitCode, 3);
}

} // namespace oncedesk
