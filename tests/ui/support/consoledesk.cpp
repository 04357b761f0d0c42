#include "tests/ui/support/consoledesk.h"

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QTimer>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace std::chrono_literals;

bool waitUntil(const std::function<bool()> &holds)
{
    const QDeadlineTimer deadline(20s);
    while (!holds()) {
        if (deadline.hasExpired())
            return false;
        QEventLoop loop;
        QTimer::singleShot(5ms, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

ConsoleDesk::ConsoleDesk(const QStringList &roles) : m_elsewhere(m_database.connect())
{
    elsewhere("SELECT oncedesk.add_provider('inkjet', 'simulated', '{}'), oncedesk.add_provider('laser', "
              "'simulated', '{}')");
    m_live = std::make_unique<LiveDesk>(
        roles.isEmpty() ? m_database.settings() : m_database.settingsAs(roles), nullptr);
}

Rows ConsoleDesk::elsewhere(const QByteArray &sql, const QList<Param> &params)
{
    const auto answer = m_elsewhere.exec(sql, params);
    if (!answer.ok())
        qFatal("%s\n%s", sql.constData(), qPrintable(answer.message));
    const auto rang = m_elsewhere.exec("NOTIFY oncedesk_doorbell");
    if (!rang.ok())
        qFatal("%s", qPrintable(rang.message));
    return answer.rows;
}

qint64 ConsoleDesk::waitingJob(const QByteArray &key, const QByteArray &policy)
{
    return elsewhere("SELECT job_id FROM oncedesk.submit_job('studio-north', $1, 'print.poster', 'inkjet', "
                     "'{\"amount\": 450}', $2)",
                     {key, policy})
        .integer(0, 0);
}

qint64 ConsoleDesk::runningJob(const QByteArray &key)
{
    const qint64 job = waitingJob(key);
    elsewhere("SELECT * FROM oncedesk.claim_attempts('printer-1', '{inkjet}', 10000)");
    return job;
}

qint64 ConsoleDesk::unknownJob(const QByteArray &key)
{
    const qint64 job = runningJob(key);
    const qint64 attempt = latestAttempt(job);
    elsewhere("SELECT * FROM oncedesk.mark_unknown($1, $2::uuid, 'No answer within 30 s.')",
              {attempt, tokenOf(attempt)});
    return job;
}

qint64 ConsoleDesk::stalledJob(const QByteArray &key)
{
    const qint64 job = runningJob(key);
    const qint64 attempt = latestAttempt(job);
    elsewhere("SELECT * FROM oncedesk.fail_attempt($1, $2::uuid, 'paper_out', 'No paper.', false)",
              {attempt, tokenOf(attempt)});
    return job;
}

qint64 ConsoleDesk::succeededJob(const QByteArray &key)
{
    const qint64 job = runningJob(key);
    const qint64 attempt = latestAttempt(job);
    elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{\"sheets\": 3}')",
              {attempt, tokenOf(attempt)});
    return job;
}

qint64 ConsoleDesk::latestAttempt(qint64 job)
{
    return elsewhere("SELECT max(id) FROM oncedesk.attempts WHERE job_id = $1", {job}).integer(0, 0);
}

QByteArray ConsoleDesk::tokenOf(qint64 attempt)
{
    return elsewhere("SELECT claim_token::text FROM oncedesk.attempts WHERE id = $1", {attempt}).utf8(0, 0);
}

} // namespace oncedesk
