#include "core/board/certification.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

namespace oncedesk::board {

namespace {

// Every row of a statement by `read`, or why there are none.
template<class Row, class Read>
Result<QList<Row>> rowsOf(Session &session, const char *statement, const QList<Param> &params, Read read)
{
    const auto rows = session.exec(sqlText(statement), params);
    if (!rows)
        return rows.error();
    QList<Row> result;
    for (int i = 0; i < rows->size(); ++i)
        result += read(Field(*rows, i));
    return result;
}

MatrixCell cellOf(const Field &field)
{
    MatrixCell cell{
        .provider = field.text("provider"),
        .intent = field.text("intent"),
        .isEnabled = field.boolean("enabled"),
        .isServed = field.boolean("served"),
        .suiteVersion = int(field.integer("version")),
        .calls = int(field.integer("calls")),
        .state = MatrixCell::State::neverRun,
        .why = {},
        .whyNot = field.text("why_not"),
        .certifiedUntil = {},
        .latestRun = field.optionalId<CertificationRunId>("run"),
        .latestOutcome = field.text("outcome"),
        .isClaimed = field.boolean("claimed"),
        .worker = field.text("worker"),
        .isCancelRequested = field.boolean("cancel_requested"),
        .done = int(field.integer("done")),
        .total = int(field.integer("total")),
    };
    const bool hasCertificate = field.boolean("has_certificate");
    if (hasCertificate && cell.whyNot.isNull())
        cell.certifiedUntil = field.moment("expires_at");
    if (cell.latestRun && cell.latestOutcome.isNull()) {
        cell.state = MatrixCell::State::running;
    } else if (cell.certifiedUntil.happened()) {
        cell.state = MatrixCell::State::certified;
    } else if (!field.isNull("failed_because")) {
        cell.state = MatrixCell::State::failing;
        cell.why = field.text("failed_because");
    } else if (hasCertificate) {
        cell.state = MatrixCell::State::stale;
        cell.why = cell.whyNot;
    }
    return cell;
}

CertificationRunRow runOf(const Field &field)
{
    return {
        .id = field.id<CertificationRunId>("id"),
        .provider = field.text("provider"),
        .intent = field.text("intent"),
        .suiteVersion = int(field.integer("suite_version")),
        .requestedAt = field.moment("requested_at"),
        .requestedBy = field.text("requested_by"),
        .claimedAt = field.moment("claimed_at"),
        .worker = field.text("worker"),
        .cancelRequestedAt = field.moment("cancel_requested_at"),
        .cancelRequestedBy = field.text("cancel_requested_by"),
        .finishedAt = field.moment("finished_at"),
        .outcome = field.text("outcome"),
        .reason = field.text("reason"),
        .model = field.text("model"),
        .done = int(field.integer("done")),
        .passed = int(field.integer("passed")),
        .total = int(field.integer("total")),
    };
}

} // namespace

Result<QList<MatrixCell>> certificationMatrix(Session &session)
{
    return rowsOf<MatrixCell>(session, "board/certification_matrix", {}, cellOf);
}

Result<QList<CertificationRunRow>> certificationRuns(Session &session, const QString &provider,
                                                     const QString &intent, int limit)
{
    return rowsOf<CertificationRunRow>(session, "board/certification_runs", {provider, intent, limit}, runOf);
}

Result<std::optional<CertificationRunRow>> certificationRun(Session &session, CertificationRunId run)
{
    const auto rows = rowsOf<CertificationRunRow>(session, "board/certification_run", {run}, runOf);
    if (!rows)
        return rows.error();
    return rows->isEmpty() ? std::optional<CertificationRunRow>() : std::optional(rows->first());
}

Result<QList<CertificationCaseRow>> certificationCases(Session &session, CertificationRunId run)
{
    return rowsOf<CertificationCaseRow>(session, "board/certification_cases", {run}, [](const Field &field) {
        return CertificationCaseRow{
            .name = field.text("name"),
            .repeat = int(field.integer("repeat")),
            .at = field.moment("at"),
            .verdict = field.text("verdict"),
            .reason = field.text("reason"),
            .faults = field.texts("faults"),
            .model = field.text("model"),
            .took = field.milliseconds("took_ms"),
        };
    });
}

Result<std::optional<CaseExchange>> caseExchange(Session &session, CertificationRunId run,
                                                 const QString &caseName, int repeat)
{
    const auto rows = session.exec(sqlText("board/case_exchange"), {run, caseName, repeat});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<CaseExchange>();
    const Field field(*rows, 0);
    return std::optional(
        CaseExchange{field.text("request"), field.isNull("answer") ? QByteArray() : field.bytea("answer")});
}

Result<std::optional<PassingAnswer>> lastPassingAnswer(Session &session, const QString &provider,
                                                       const QString &intent, const QString &caseName,
                                                       CertificationRunId beforeRun)
{
    const auto rows =
        session.exec(sqlText("board/last_passing_answer"), {provider, intent, caseName, beforeRun});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<PassingAnswer>();
    const Field field(*rows, 0);
    return std::optional(PassingAnswer{field.id<CertificationRunId>("id"),
                                       int(field.integer("suite_version")), field.bytea("answer")});
}

Result<QList<SuiteRow>> suites(Session &session)
{
    return rowsOf<SuiteRow>(session, "board/suites", {}, [](const Field &field) {
        return SuiteRow{
            .intent = field.text("intent"),
            .version = int(field.integer("version")),
            .cases = int(field.integer("cases")),
            .savedAt = field.moment("saved_at"),
            .savedBy = field.text("saved_by"),
        };
    });
}

Result<std::optional<QByteArray>> suiteText(Session &session, const QString &intent, int version)
{
    const auto rows = session.exec(sqlText("board/suite_text"), {intent, version});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<QByteArray>();
    return std::optional(rows->utf8(0, "body"));
}

} // namespace oncedesk::board
