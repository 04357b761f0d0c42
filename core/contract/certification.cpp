#include "core/contract/certification.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Result<SavedSuite> Certification::saveSuite(const QString &intent, const QByteArray &text)
{
    const auto rows = m_session.exec("SELECT outcome, version FROM oncedesk.save_suite($1, $2)",
                                     {intent, QString::fromUtf8(text)});
    if (!rows)
        return rows.error();
    return SavedSuite{rows->text(0, "outcome") == u"saved", int(rows->integer(0, "version"))};
}

Result<QList<SuiteRow>> Certification::suites()
{
    const auto rows =
        m_session.exec("SELECT intent, version, body, to_json(saved_at)#>>'{}' AS saved_at, saved_by"
                       "  FROM oncedesk.suite_view WHERE is_latest ORDER BY intent");
    if (!rows)
        return rows.error();
    QList<SuiteRow> suites;
    for (int row = 0; row < rows->size(); ++row)
        suites.append({rows->text(row, "intent"), int(rows->integer(row, "version")), rows->utf8(row, "body"),
                       rows->text(row, "saved_at"), rows->text(row, "saved_by")});
    return suites;
}

Result<CertificationRunId> Certification::request(const QString &provider, const QString &intent)
{
    const auto rows = m_session.exec("SELECT oncedesk.request_certification($1, $2)", {provider, intent});
    if (!rows)
        return rows.error();
    return CertificationRunId(rows->integer(0, 0));
}

Result<CertificationRunId> Certification::requestTrial(const Trial &trial)
{
    const auto rows =
        m_session.exec("SELECT oncedesk.request_trial($1, $2, $3, $4, $5)",
                       {trial.provider, trial.intent, QString::fromUtf8(trial.suite), trial.onlyCase,
                        trial.settings ? Param(*trial.settings) : Param(nullptr)});
    if (!rows)
        return rows.error();
    return CertificationRunId(rows->integer(0, 0));
}

Result<Done> Certification::endLost()
{
    const auto ended = m_session.exec("SELECT oncedesk.end_lost_certifications()");
    if (!ended)
        return ended.error();
    return Done{};
}

Result<std::optional<RunEnd>> Certification::end(CertificationRunId run)
{
    const auto rows = m_session.exec("SELECT v.outcome, v.reason, c.id AS certificate"
                                     "  FROM oncedesk.certification_view v"
                                     "  LEFT JOIN oncedesk.certificate_history_view c ON c.run_id = v.id"
                                     " WHERE v.id = $1 AND v.outcome IS NOT NULL",
                                     {run});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<RunEnd>();
    RunEnd end{rows->text(0, "outcome"), rows->text(0, "reason"), {}};
    if (!rows->isNull(0, "certificate"))
        end.certificate = rows->integer(0, "certificate");
    return std::optional(end);
}

Result<QString> Certification::cancel(CertificationRunId run)
{
    const auto rows = m_session.exec("SELECT oncedesk.cancel_certification($1)", {run});
    if (!rows)
        return rows.error();
    return rows->text(0, 0);
}

Result<std::optional<ClaimedRun>> Certification::claim(const QString &worker, const QStringList &providers,
                                                       std::optional<CertificationRunId> run)
{
    const auto rows =
        m_session.exec("SELECT run_id, token, provider, kind, settings, intent, suite_version, suite"
                       "  FROM oncedesk.claim_certification($1, $2, $3)",
                       {worker, Param::array(providers), run ? Param(*run) : Param(nullptr)});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<ClaimedRun>();
    return std::optional(ClaimedRun{CertificationRunId(rows->integer(0, "run_id")), rows->utf8(0, "token"),
                                    rows->text(0, "provider"), rows->text(0, "kind"),
                                    rows->utf8(0, "settings"), rows->text(0, "intent"),
                                    int(rows->integer(0, "suite_version")), rows->utf8(0, "suite")});
}

Result<bool> Certification::record(const ClaimedRun &run, const CaseRecord &done)
{
    const auto rows = m_session.exec(
        "SELECT oncedesk.record_case($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        {run.run, run.token, done.name, done.repeat, done.verdict, done.reason, Param::array(done.faults),
         done.request, done.answer.isNull() ? Param(nullptr) : Param::bytea(done.answer), done.model,
         qint64(done.took.count())});
    if (!rows)
        return rows.error();
    return rows->boolean(0, 0);
}

Result<bool> Certification::keepAlive(const ClaimedRun &run)
{
    const auto rows = m_session.exec(
        "SELECT oncedesk.record_case($1, $2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        {run.run, run.token});
    if (!rows)
        return rows.error();
    return rows->boolean(0, 0);
}

Result<RunEnd> Certification::finish(const ClaimedRun &run, const QString &whyAborted)
{
    const auto rows = m_session.exec(
        "SELECT outcome, reason, certificate_id FROM oncedesk.finish_certification($1, $2, $3)",
        {run.run, run.token, whyAborted.isEmpty() ? QString() : whyAborted});
    if (!rows)
        return rows.error();
    RunEnd end{rows->text(0, "outcome"), rows->text(0, "reason"), {}};
    if (!rows->isNull(0, "certificate_id"))
        end.certificate = rows->integer(0, "certificate_id");
    return end;
}

Result<bool> Certification::noteModel(const QString &provider, const QString &model, AttemptId attempt)
{
    const auto rows = m_session.exec("SELECT oncedesk.note_model($1, $2, $3)", {provider, model, attempt});
    if (!rows)
        return rows.error();
    return rows->boolean(0, 0);
}

} // namespace oncedesk
