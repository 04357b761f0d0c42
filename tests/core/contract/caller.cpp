#include "tests/core/contract/caller.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

Finish finishIn(const Rows &rows, int row)
{
    if (rows.size() <= row)
        return {};
    return {rows.text(row, "outcome"), rows.text(row, "lost_because"), rows.integer(row, "job_version"),
            rows.integer(row, "winner")};
}

QList<qint64> attemptsIn(const Rows &rows)
{
    QList<qint64> result;
    for (int row = 0; row < rows.size(); ++row)
        result.append(rows.integer(row, "attempt_id"));
    return result;
}

} // namespace

Caller::Caller(TestConnection connection, Names names)
    : m_connection(std::move(connection)), m_names(std::move(names))
{
}

TestConnection::Answer Caller::exec(const QByteArray &sql, const QList<Param> &params)
{
    return m_connection.exec(sql, params);
}

Rows Caller::must(const QByteArray &sql, const QList<Param> &params)
{
    const auto answer = m_connection.exec(sql, params);
    if (!answer.ok())
        ADD_FAILURE() << sql.toStdString() << "\n" << answer.message.toStdString();
    return answer.ok() ? answer.rows : Rows();
}

void Caller::begin(const char *isolation)
{
    must(QByteArray("BEGIN ISOLATION LEVEL ") + isolation);
}

Submitted Caller::submit(const QByteArray &key, const JobSpec &job)
{
    const Rows rows = must("SELECT * FROM oncedesk.submit_job($1, $2, $3, $4, $5, $6)",
                           {job.owner.isNull() ? m_names.owner : job.owner, key, job.intent,
                            job.provider.isNull() ? m_names.inkjet : job.provider, job.params, job.policy});
    if (rows.size() == 0)
        return {};
    return {rows.text(0, "outcome"), rows.integer(0, "job_id"), rows.integer(0, "conflicts_with"),
            rows.isNull(0, "differs") ? QStringList() : rows.textArray(0, "differs")};
}

Opening Caller::open(qint64 job, const QString &provider, const QString &reason)
{
    const Rows rows = must("SELECT * FROM oncedesk.open_attempt($1, $2, $3)", {job, provider, reason});
    if (rows.size() == 0)
        return {};
    return {rows.text(0, "outcome"), rows.integer(0, "attempt_id"), int(rows.integer(0, "ordinal")),
            rows.text(0, "refusal"), rows.integer(0, "blocking_attempt_id")};
}

Claimed Caller::claim(const QString &provider)
{
    return claimSome({provider.isNull() ? m_names.inkjet : provider}, 1).value(0);
}

QList<Claimed> Caller::claimSome(const QStringList &providers, int max)
{
    const Rows rows =
        must("SELECT * FROM oncedesk.claim_attempts('worker', $1, $2)", {Param::array(providers), max});
    QList<Claimed> result;
    for (int row = 0; row < rows.size(); ++row) {
        result.append({rows.integer(row, "attempt_id"), rows.integer(row, "job_id"),
                       int(rows.integer(row, "ordinal")), rows.text(row, "provider"),
                       rows.integer(row, "job_version"), rows.utf8(row, "claim_token")});
    }
    return result;
}

Finish Caller::finish(const Claimed &attempt, const QByteArray &result)
{
    return finishIn(
        must("SELECT * FROM oncedesk.finish_attempt($1, $2, $3)", {attempt.attempt, attempt.token, result}),
        0);
}

QList<Finish> Caller::finishAll(const QList<Claimed> &attempts, const QList<QByteArray> &results)
{
    QList<qint64> ids;
    QList<QByteArray> tokens;
    for (const Claimed &attempt : attempts) {
        ids.append(attempt.attempt);
        tokens.append(attempt.token);
    }
    const Rows rows = must("SELECT * FROM oncedesk.finish_attempts($1, $2, $3)",
                           {Param::array(ids), Param::array(tokens), Param::array(results)});
    QList<Finish> outcomes;
    for (int row = 0; row < rows.size(); ++row)
        outcomes.append(finishIn(rows, row));
    return outcomes;
}

Finish Caller::finishBytes(const Claimed &attempt, const QByteArray &bytes)
{
    return finishIn(must("SELECT * FROM oncedesk.finish_attempt_bytes($1, $2, $3)",
                         {attempt.attempt, attempt.token, Param::bytea(bytes)}),
                    0);
}

Failure Caller::fail(const Claimed &attempt, bool retryable, const QString &retryAfter)
{
    const Rows rows =
        must("SELECT * FROM oncedesk.fail_attempt($1, $2, 'http_503', 'The provider said no.', $3, $4)",
             {attempt.attempt, attempt.token, retryable, retryAfter});
    if (rows.size() == 0)
        return {};
    return {rows.text(0, "state"), rows.integer(0, "next_attempt_id"), int(rows.integer(0, "next_ordinal")),
            rows.text(0, "next_provider")};
}

QString Caller::markUnknown(const Claimed &attempt, const QString &why)
{
    const Rows rows = must("SELECT oncedesk.mark_unknown($1, $2, $3)", {attempt.attempt, attempt.token, why});
    return rows.size() == 0 ? QString() : rows.text(0, 0);
}

Cancelling Caller::cancel(qint64 attempt, const QString &reason, const QString &evidence)
{
    const Rows rows = must("SELECT * FROM oncedesk.cancel_attempt($1, $2, $3)", {attempt, reason, evidence});
    if (rows.size() == 0)
        return {};
    return {rows.text(0, "outcome"), rows.text(0, "state")};
}

Closing Caller::close(qint64 job, qint64 jobVersion, const QString &reason)
{
    const Rows rows = must("SELECT * FROM oncedesk.close_job($1, $2, $3)", {job, jobVersion, reason});
    if (rows.size() == 0)
        return {};
    return {rows.text(0, "outcome"), rows.text(0, "refusal")};
}

Param Caller::ownProviders() const
{
    return Param::array(QStringList{m_names.inkjet, m_names.laser, m_names.plotter});
}

QList<qint64> Caller::sweep()
{
    return attemptsIn(
        must("SELECT * FROM oncedesk.sweep_overdue(100000) WHERE provider = ANY ($1)", {ownProviders()}));
}

QList<qint64> Caller::hedge()
{
    return attemptsIn(
        must("SELECT * FROM oncedesk.open_due_hedges() WHERE provider = ANY ($1)", {ownProviders()}));
}

qint64 Caller::ask(qint64 attempt)
{
    const Rows rows = must("SELECT oncedesk.ask_provider($1)", {attempt});
    return rows.size() == 0 ? 0 : rows.integer(0, 0);
}

qint64 Caller::stop(qint64 attempt)
{
    const Rows rows = must("SELECT oncedesk.stop_at_provider($1)", {attempt});
    return rows.size() == 0 ? 0 : rows.integer(0, 0);
}

Asked Caller::claimRequest(const QString &provider)
{
    const Rows rows = must("SELECT * FROM oncedesk.claim_requests('worker', $1, 1)",
                           {Param::array(QStringList{provider.isNull() ? m_names.inkjet : provider})});
    if (rows.size() == 0)
        return {};
    return {rows.integer(0, "request_id"), rows.text(0, "kind"), rows.integer(0, "attempt_id"),
            rows.utf8(0, "token")};
}

QString Caller::answer(const Asked &request, const QString &said, const QByteArray &payload)
{
    const Rows rows = must("SELECT oncedesk.answer_request($1, $2, $3, $4)",
                           {request.request, request.token, said, payload});
    return rows.size() == 0 ? QString() : rows.text(0, 0);
}

qint64 Caller::certify(const QString &provider, const QString &intent)
{
    const Rows rows = must("SELECT oncedesk.record_certificate($1, $2, 'suite 1')", {provider, intent});
    return rows.size() == 0 ? 0 : rows.integer(0, 0);
}

void Caller::enable(const QString &provider, bool enabled)
{
    must("SELECT oncedesk.enable_provider($1, $2)", {provider, enabled});
}

Claimed Caller::start(const QByteArray &key, const JobSpec &job)
{
    const Submitted submitted = submit(key, job);
    const Claimed claimed = claim(job.provider);
    EXPECT_EQ(claimed.job, submitted.job);
    return claimed;
}

QString Caller::state(qint64 attempt)
{
    const Rows rows = must("SELECT state FROM oncedesk.attempts WHERE id = $1", {attempt});
    return rows.size() == 0 ? QString() : rows.text(0, 0);
}

QString Caller::status(qint64 job)
{
    const Rows rows = must("SELECT status FROM oncedesk.job_status_view WHERE id = $1", {job});
    return rows.size() == 0 ? QString() : rows.text(0, 0);
}

qint64 Caller::version(qint64 job)
{
    const Rows rows = must("SELECT version FROM oncedesk.jobs WHERE id = $1", {job});
    return rows.size() == 0 ? 0 : rows.integer(0, 0);
}

QByteArray Caller::result(qint64 job)
{
    const Rows rows = must("SELECT result FROM oncedesk.jobs WHERE id = $1", {job});
    return rows.size() == 0 ? QByteArray() : rows.utf8(0, 0);
}

QStringList Caller::events(qint64 attempt)
{
    const Rows rows =
        must("SELECT event FROM oncedesk.event_view WHERE attempt_id = $1 ORDER BY at, step", {attempt});
    QStringList result;
    for (int row = 0; row < rows.size(); ++row)
        result.append(rows.text(row, 0));
    return result;
}

qint64 Caller::count(const QByteArray &fromWhere, const QList<Param> &params)
{
    const Rows rows = must("SELECT count(*) FROM " + fromWhere, params);
    return rows.size() == 0 ? 0 : rows.integer(0, 0);
}

} // namespace oncedesk
