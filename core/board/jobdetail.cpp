#include "core/board/jobdetail.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

#include <algorithm>

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;

namespace {

Result<AttemptRow> attemptRow(const Field &field)
{
    const auto state = attemptStateFromString(field.text("state"));
    if (!state)
        return unknownWord("state of an attempt", field.text("state"));
    AttemptRow attempt;
    attempt.id = field.id<AttemptId>("id");
    attempt.ordinal = int(field.integer("ordinal"));
    attempt.lane = int(field.integer("lane"));
    attempt.provider = field.text("provider");
    attempt.state = *state;
    if (!field.isNull("job_version"))
        attempt.jobVersion = field.integer("job_version");
    attempt.worker = field.text("worker");
    attempt.openedBecause = field.text("opened_because");
    attempt.openedBy = field.text("opened_by");
    attempt.openReason = field.text("open_reason");
    attempt.follows = field.optionalId<AttemptId>("follows");
    attempt.openedAt = field.moment("opened_at");
    attempt.notBefore = field.moment("not_before");
    attempt.startedAt = field.moment("started_at");
    attempt.deadlineAt = field.moment("deadline_at");
    attempt.unknownAt = field.moment("unknown_at");
    attempt.unknownWhy = field.text("unknown_why");
    attempt.endedAt = field.moment("ended_at");
    attempt.errorCode = field.text("error_code");
    attempt.errorMessage = field.text("error_message");
    if (!field.isNull("retryable"))
        attempt.retryable = field.boolean("retryable");
    attempt.cancelRequestedAt = field.moment("cancel_requested_at");
    attempt.cancelRequestedBy = field.text("cancel_requested_by");
    attempt.cancelReason = field.text("cancel_reason");
    attempt.cancelEvidence = field.text("cancel_evidence");
    return attempt;
}

Result<EventRow> eventRow(const Field &field)
{
    return EventRow{
        .attempt = field.id<AttemptId>("attempt_id"),
        .at = field.moment("at"),
        .event = field.text("event"),
        .actor = field.text("actor"),
        .detail = field.utf8("detail"),
    };
}

Result<RequestRow> requestRow(const Field &field)
{
    return RequestRow{
        .id = field.id<RequestId>("id"),
        .attempt = field.id<AttemptId>("attempt_id"),
        .kind = field.text("kind"),
        .provider = field.text("provider"),
        .askedAt = field.moment("asked_at"),
        .askedBy = field.text("asked_by"),
        .claimedAt = field.moment("claimed_at"),
        .worker = field.text("worker"),
        .answeredAt = field.moment("answered_at"),
        .answer = field.text("answer"),
    };
}

Result<AnswerRow> answerRow(const Field &field)
{
    return AnswerRow{
        .id = field.integer("id"),
        .request = field.id<RequestId>("request_id"),
        .attempt = field.id<AttemptId>("attempt_id"),
        .at = field.moment("at"),
        .answer = field.text("answer"),
        .payload = field.utf8("payload"),
        .actor = field.text("actor"),
    };
}

Result<JobDetail> jobItself(const Field &field)
{
    const auto status = jobStatusFromString(field.text("status"));
    if (!status)
        return unknownWord("job status", field.text("status"));
    JobDetail job;
    job.id = field.id<JobId>("id");
    job.status = *status;
    job.owner = field.text("owner_id");
    job.key = field.text("idempotency_key");
    job.intent = field.text("intent");
    job.provider = field.text("provider");
    job.params = field.utf8("params");
    job.policy = field.utf8("policy");
    job.version = field.integer("version");
    job.createdAt = field.moment("created_at");
    job.createdBy = field.text("created_by");
    job.age = field.milliseconds("age_ms");
    job.completedBy = field.optionalId<AttemptId>("completed_by");
    job.completedAt = field.moment("completed_at");
    job.result = field.utf8("result");
    if (!field.isNull("result_bytes"))
        job.resultBytes = field.bytea("result_bytes");
    job.closedAt = field.moment("closed_at");
    job.closedBy = field.text("closed_by");
    job.closeReason = field.text("close_reason");
    job.isDemo = field.boolean("is_demo");
    return job;
}

// Reads the lists of one job; the first failure stops it.
class History
{
public:
    History(Session &session, JobId job) : m_session(session), m_job(job) {}

    template<class Row>
    void read(const char *statement, Result<Row> (*readRow)(const Field &), QList<Row> &list)
    {
        if (m_error)
            return;
        const auto rows =
            m_session.exec(sqlText(statement), {Param(m_job), Param(PageRequest::mostRows + 1)});
        if (!rows) {
            m_error = rows.error();
            return;
        }
        // The oldest one is more than is shown.
        const int first = rows->size() > PageRequest::mostRows ? 1 : 0;
        m_isCut = m_isCut || first == 1;
        for (int i = first; i < rows->size(); ++i) {
            auto row = readRow(Field(*rows, i));
            if (!row) {
                m_error = row.error();
                return;
            }
            list += std::move(row).value();
        }
    }

    template<class Row>
    void readPage(Result<Page<Row>> (*readRows)(Session &, const Filter &, const PageRequest &),
                  Subject subject, QList<Row> &list)
    {
        if (m_error)
            return;
        const auto filter = Filter::parse(u"#%1"_s.arg(m_job.value()), subject);
        Q_ASSERT(filter);
        PageRequest request;
        request.limit = PageRequest::mostRows;
        auto page = readRows(m_session, *filter, request);
        if (!page) {
            m_error = page.error();
            return;
        }
        m_isCut = m_isCut || !page->exhausted;
        list = page->rows;
        std::reverse(list.begin(), list.end());
    }

    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    Session &m_session;
    JobId m_job;
    std::optional<Error> m_error;
    bool m_isCut = false;
};

} // namespace

Result<Done> readOneSnapshot(Session &session)
{
    return session.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
}

Result<std::optional<JobDetail>> jobDetail(Session &session, JobId id)
{
    const auto rows = session.exec(sqlText("board/job"), {Param(id)});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<JobDetail>();
    auto read = jobItself(Field(*rows, 0));
    if (!read)
        return read.error();
    JobDetail job = std::move(read).value();
    History history(session, id);
    history.read("board/job_attempts", attemptRow, job.attempts);
    history.read("board/job_events", eventRow, job.events);
    history.readPage(submissions, Subject::submissions, job.submissions);
    history.readPage(races, Subject::races, job.races);
    history.readPage(actions, Subject::actions, job.actions);
    history.read("board/job_requests", requestRow, job.requests);
    history.read("board/job_answers", answerRow, job.answers);
    if (history.error())
        return *history.error();
    job.historyIsCut = history.isCut();
    return std::optional(job);
}

} // namespace oncedesk::board
