#include "core/contract/ledger.h"

#include "core/base/json.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

template<class Tag>
std::optional<Id<Tag>> idOrNone(const Rows &rows, int row, const char *column)
{
    if (rows.isNull(row, column))
        return std::nullopt;
    return Id<Tag>(rows.integer(row, column));
}

Error unexpected(const QString &what)
{
    return {
        ErrorKind::internal,
        QStringLiteral("The database answered %1, which this program does not know: upgrade it.").arg(what),
        {}};
}

Result<AttemptState> stateIn(const Rows &rows, int row, const char *column)
{
    const auto state = attemptStateFromString(rows.text(row, column));
    if (!state)
        return unexpected(rows.text(row, column));
    return *state;
}

FinishOutcome finishOutcome(const Rows &rows, int row, AttemptId attempt)
{
    return {attempt, rows.text(row, "outcome") == QStringLiteral("won"), rows.text(row, "lost_because"),
            rows.integer(row, "job_version"), idOrNone<AttemptTag>(rows, row, "winner")};
}

Param interval(std::optional<std::chrono::milliseconds> duration)
{
    if (!duration)
        return nullptr;
    return QByteArray(QByteArray::number(qint64(duration->count())) + " milliseconds");
}

Result<QList<AttemptId>> attemptIds(Result<Rows> rows)
{
    if (!rows)
        return rows.error();
    QList<AttemptId> ids;
    for (int row = 0; row < rows->size(); ++row)
        ids.append(AttemptId(rows->integer(row, 0)));
    return ids;
}

} // namespace

Result<Submission> Ledger::submit(const NewJob &job)
{
    // The database decides; this spares a round trip and says where in the text the fault is. Duplicate keys
    // must be caught here: jsonb silently keeps the last.
    if (Result<Done> fault = json::checkObject(job.params); !fault)
        return fault.error();
    if (Result<Done> fault = json::checkObject(job.policy, json::policyLimits); !fault)
        return fault.error();
    if (job.owner.contains(QChar::Null) || job.key.contains('\0') || job.intent.contains(QChar::Null) ||
        job.provider.contains(QChar::Null) || !job.owner.isValidUtf16())
        return Error{ErrorKind::invalid,
                     QStringLiteral("Owner, key, intent and provider must be text without NUL characters."),
                     {}};
    for (const char c : job.key) {
        if (c < ' ' || c > '~')
            return Error{
                ErrorKind::invalid,
                QStringLiteral(
                    "The idempotency key must be 1 to 255 printable ASCII characters, not all blank."),
                QStringLiteral("22023")};
    }
    const Result<Rows> rows =
        m_session.exec("SELECT outcome, job_id, conflicts_with, differs FROM oncedesk.submit_job($1, $2, $3, "
                       "$4, $5, $6, $7)",
                       {job.owner, job.key, job.intent, job.provider, job.params, job.policy, job.client});
    if (!rows)
        return rows.error();
    Submission submission;
    const QString outcome = rows->text(0, "outcome");
    if (outcome == QStringLiteral("created"))
        submission.outcome = Submission::Outcome::created;
    else if (outcome == QStringLiteral("replayed"))
        submission.outcome = Submission::Outcome::replayed;
    else if (outcome == QStringLiteral("conflict"))
        submission.outcome = Submission::Outcome::conflict;
    else
        return unexpected(outcome);
    submission.job = idOrNone<JobTag>(*rows, 0, "job_id");
    submission.conflictsWith = idOrNone<JobTag>(*rows, 0, "conflicts_with");
    submission.differs = rows->textArray(0, "differs");
    return submission;
}

Result<OpenedAttempt> Ledger::openAttempt(JobId job, const QString &provider, const QString &reason)
{
    const Result<Rows> rows =
        m_session.exec("SELECT outcome, attempt_id, ordinal, refusal, blocking_attempt_id"
                       "  FROM oncedesk.open_attempt($1, $2, $3)",
                       {job, provider, reason});
    if (!rows)
        return rows.error();
    return OpenedAttempt{rows->text(0, "outcome") == QStringLiteral("opened"),
                         idOrNone<AttemptTag>(*rows, 0, "attempt_id"), int(rows->integer(0, "ordinal")),
                         rows->text(0, "refusal"), idOrNone<AttemptTag>(*rows, 0, "blocking_attempt_id")};
}

Result<CancelOutcome> Ledger::cancelAttempt(AttemptId attempt, const QString &reason, const QString &evidence)
{
    const Result<Rows> rows = m_session.exec("SELECT outcome, state FROM oncedesk.cancel_attempt($1, $2, $3)",
                                             {attempt, reason, evidence});
    if (!rows)
        return rows.error();
    const Result<AttemptState> state = stateIn(*rows, 0, "state");
    if (!state)
        return state.error();
    const QString outcome = rows->text(0, "outcome");
    if (outcome == QStringLiteral("cancelled"))
        return CancelOutcome{CancelOutcome::Outcome::cancelled, *state};
    if (outcome == QStringLiteral("cancel_requested"))
        return CancelOutcome{CancelOutcome::Outcome::cancelRequested, *state};
    if (outcome == QStringLiteral("refused"))
        return CancelOutcome{CancelOutcome::Outcome::refused, *state};
    return unexpected(outcome);
}

Result<CloseOutcome> Ledger::closeJob(JobId job, qint64 expectedVersion, const QString &reason)
{
    const Result<Rows> rows = m_session.exec("SELECT outcome, refusal FROM oncedesk.close_job($1, $2, $3)",
                                             {job, expectedVersion, reason});
    if (!rows)
        return rows.error();
    return CloseOutcome{rows->text(0, "outcome") == QStringLiteral("closed"), rows->text(0, "refusal")};
}

Result<RequestId> Ledger::askProvider(AttemptId attempt)
{
    const Result<Rows> rows = m_session.exec("SELECT oncedesk.ask_provider($1)", {attempt});
    if (!rows)
        return rows.error();
    return RequestId(rows->integer(0, 0));
}

Result<RequestId> Ledger::stopAtProvider(AttemptId attempt)
{
    const Result<Rows> rows = m_session.exec("SELECT oncedesk.stop_at_provider($1)", {attempt});
    if (!rows)
        return rows.error();
    return RequestId(rows->integer(0, 0));
}

Result<Done> Ledger::mayWork()
{
    const Result<Rows> rows = m_session.exec(
        "SELECT has_function_privilege('oncedesk.claim_attempts(text, text[], integer)', 'EXECUTE')");
    if (!rows)
        return rows.error();
    if (rows->boolean(0, 0))
        return Done{};
    return Error{ErrorKind::forbidden,
                 QStringLiteral("This login may not work on attempts. Ask an administrator for the role "
                                "oncedesk_worker, or connect as a login that has it."),
                 QStringLiteral("42501")};
}

Result<QList<ClaimedAttempt>> Ledger::claimAttempts(const QString &worker, const QStringList &providers,
                                                    int max)
{
    const Result<Rows> rows =
        m_session.exec("SELECT attempt_id, job_id, ordinal, provider, owner_id, idempotency_key, intent, "
                       "params, job_version,"
                       "       claim_token, ceil(extract(epoch FROM timeout) * 1000)::bigint AS timeout_ms"
                       "  FROM oncedesk.claim_attempts($1, $2, $3)",
                       {worker, Param::array(providers), max});
    if (!rows)
        return rows.error();
    QList<ClaimedAttempt> claimed;
    claimed.reserve(rows->size());
    for (int row = 0; row < rows->size(); ++row) {
        claimed.append({AttemptId(rows->integer(row, 0)), JobId(rows->integer(row, 1)),
                        int(rows->integer(row, 2)), rows->text(row, 3), rows->text(row, 4),
                        rows->utf8(row, 5), rows->text(row, 6), rows->utf8(row, 7), rows->integer(row, 8),
                        rows->utf8(row, 9), std::chrono::milliseconds(rows->integer(row, 10))});
    }
    return claimed;
}

Result<FinishOutcome> Ledger::finishAttempt(AttemptId attempt, const QByteArray &token,
                                            const QByteArray &result)
{
    const Result<Rows> rows = m_session.exec(
        "SELECT outcome, lost_because, job_version, winner FROM oncedesk.finish_attempt($1, $2, $3)",
        {attempt, token, result});
    if (!rows)
        return rows.error();
    return finishOutcome(*rows, 0, attempt);
}

Result<QList<FinishOutcome>> Ledger::finishAttempts(const QList<FinishReport> &reports)
{
    QList<qint64> ids;
    QList<QByteArray> tokens;
    QList<QByteArray> results;
    for (const FinishReport &report : reports) {
        ids.append(report.attempt.value());
        tokens.append(report.token);
        results.append(report.result);
    }
    const Result<Rows> rows =
        m_session.exec("SELECT attempt_id, outcome, lost_because, job_version, winner"
                       "  FROM oncedesk.finish_attempts($1, $2, $3)",
                       {Param::array(ids), Param::array(tokens), Param::array(results)});
    if (!rows)
        return rows.error();
    if (rows->size() != reports.size())
        return Error{ErrorKind::internal,
                     u"The database answered to %1 of %2 results: its functions are not this program's. Run "
                     "'oncectl migrate', then 'oncectl audit'."_s.arg(rows->size())
                         .arg(reports.size()),
                     {}};
    QList<FinishOutcome> outcomes;
    outcomes.reserve(rows->size());
    for (int row = 0; row < rows->size(); ++row)
        outcomes.append(finishOutcome(*rows, row, AttemptId(rows->integer(row, 0))));
    return outcomes;
}

Result<FinishOutcome> Ledger::finishAttemptBytes(AttemptId attempt, const QByteArray &token,
                                                 const QByteArray &bytes)
{
    const Result<Rows> rows = m_session.exec(
        "SELECT outcome, lost_because, job_version, winner FROM oncedesk.finish_attempt_bytes($1, $2, $3)",
        {attempt, token, Param::bytea(bytes)});
    if (!rows)
        return rows.error();
    return finishOutcome(*rows, 0, attempt);
}

Result<FailOutcome> Ledger::failAttempt(AttemptId attempt, const QByteArray &token, const QString &code,
                                        const QString &message, bool retryable,
                                        std::optional<std::chrono::milliseconds> retryAfter)
{
    const Result<Rows> rows = m_session.exec(
        "SELECT state, next_attempt_id, next_ordinal, next_provider, next_not_before,"
        "       greatest(0, ceil(extract(epoch FROM next_not_before - clock_timestamp()) * 1000))::bigint"
        "         AS next_in_ms"
        "  FROM oncedesk.fail_attempt($1, $2, $3, $4, $5, $6)",
        {attempt, token, code, message, retryable, interval(retryAfter)});
    if (!rows)
        return rows.error();
    const Result<AttemptState> state = stateIn(*rows, 0, "state");
    if (!state)
        return state.error();
    return FailOutcome{*state,
                       idOrNone<AttemptTag>(*rows, 0, "next_attempt_id"),
                       int(rows->integer(0, "next_ordinal")),
                       rows->text(0, "next_provider"),
                       rows->text(0, "next_not_before"),
                       std::chrono::milliseconds(rows->integer(0, "next_in_ms"))};
}

Result<AttemptState> Ledger::markUnknown(AttemptId attempt, const QByteArray &token, const QString &why)
{
    const Result<Rows> rows =
        m_session.exec("SELECT oncedesk.mark_unknown($1, $2, $3) AS state", {attempt, token, why});
    if (!rows)
        return rows.error();
    return stateIn(*rows, 0, "state");
}

Result<QList<AttemptId>> Ledger::sweepOverdue(int max)
{
    return attemptIds(m_session.exec("SELECT attempt_id FROM oncedesk.sweep_overdue($1)", {max}));
}

Result<QList<AttemptId>> Ledger::openDueHedges(int max)
{
    return attemptIds(m_session.exec("SELECT attempt_id FROM oncedesk.open_due_hedges($1)", {max}));
}

Result<QList<CancelRequest>> Ledger::heartbeat(const QString &worker, const QStringList &providers,
                                               int inFlight, const QString &version)
{
    const Result<Rows> rows =
        m_session.exec("SELECT attempt_id, requested_at, reason FROM oncedesk.heartbeat($1, $2, $3, $4)",
                       {worker, Param::array(providers), inFlight, version});
    if (!rows)
        return rows.error();
    QList<CancelRequest> requests;
    for (int row = 0; row < rows->size(); ++row)
        requests.append({AttemptId(rows->integer(row, 0)), rows->text(row, 1), rows->text(row, 2)});
    return requests;
}

Result<QList<ProviderRequest>> Ledger::claimRequests(const QString &worker, const QStringList &providers,
                                                     int max)
{
    const Result<Rows> rows = m_session.exec("SELECT request_id, kind, attempt_id, job_id, ordinal, "
                                             "provider, owner_id, idempotency_key, intent, params,"
                                             "       token"
                                             "  FROM oncedesk.claim_requests($1, $2, $3)",
                                             {worker, Param::array(providers), max});
    if (!rows)
        return rows.error();
    QList<ProviderRequest> requests;
    for (int row = 0; row < rows->size(); ++row) {
        requests.append({RequestId(rows->integer(row, 0)), rows->text(row, 1),
                         AttemptId(rows->integer(row, 2)), JobId(rows->integer(row, 3)),
                         int(rows->integer(row, 4)), rows->text(row, 5), rows->text(row, 6),
                         rows->utf8(row, 7), rows->text(row, 8), rows->utf8(row, 9), rows->utf8(row, 10)});
    }
    return requests;
}

Result<AttemptState> Ledger::answerRequest(RequestId request, const QByteArray &token, const QString &answer,
                                           const QByteArray &payload)
{
    const Result<Rows> rows = m_session.exec("SELECT oncedesk.answer_request($1, $2, $3, $4) AS state",
                                             {request, token, answer, payload});
    if (!rows)
        return rows.error();
    return stateIn(*rows, 0, "state");
}

} // namespace oncedesk
