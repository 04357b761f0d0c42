#include "core/board/attention.h"

#include "core/board/field.h"
#include "core/board/jobs.h"
#include "core/db/sqltext.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;
using Kind = AttentionItem::Kind;

namespace {

Result<AttentionItem> item(const Field &field, Kind kind)
{
    AttentionItem item;
    item.kind = kind;
    item.job = field.id<JobId>("job_id");
    item.owner = field.text("owner_id");
    item.key = field.text("idempotency_key");
    item.intent = field.text("intent");
    item.provider = field.text("provider");
    item.attempt = field.optionalId<AttemptId>("id");
    item.ordinal = int(field.integer("ordinal"));
    if (item.attempt) {
        item.state = attemptStateFromString(field.text("state"));
        if (!item.state)
            return unknownWord("state of an attempt", field.text("state"));
    }
    item.worker = field.text("worker");
    item.why = field.text("why");
    item.since = field.moment("since");
    item.deadlineAt = field.moment("deadline_at");
    item.waiting = field.milliseconds("waiting_ms");
    return item;
}

class Reader
{
public:
    Reader(Session &session, int limit) : m_session(session), m_limit(limit) {}

    // The statement gives up to limit + 1 rows.
    void read(Kind kind, const char *statement, const QList<Param> &params)
    {
        if (m_error)
            return;
        const auto rows = m_session.exec(sqlText(statement), params);
        if (!rows) {
            m_error = rows.error();
            return;
        }
        const int shown = std::min(rows->size(), m_limit);
        m_attention.isCut = m_attention.isCut || shown < rows->size();
        for (int i = 0; i < shown; ++i) {
            auto next = item(Field(*rows, i), kind);
            if (!next) {
                m_error = next.error();
                return;
            }
            m_attention.items += std::move(next).value();
        }
    }

    // Found among the open jobs in windows: with a long backlog of waiting jobs they may be rare.
    void readStalled(std::chrono::milliseconds patience)
    {
        if (m_error)
            return;
        const auto filter = Filter::parse(u"state:stalled -owner:lab"_s, Subject::jobs);
        Q_ASSERT(filter);
        PageRequest request;
        request.order = PageRequest::Order::oldestFirst;
        request.limit = m_limit;
        request.patience = patience;
        const auto page = jobs(m_session, *filter, request);
        if (!page) {
            m_error = page.error();
            return;
        }
        m_attention.isCut = m_attention.isCut || !page->exhausted;
        QList<qint64> ids;
        for (const JobRow &job : page->rows)
            ids += job.id.value();
        if (!ids.isEmpty())
            read(Kind::stalled, "board/attention_stalled", {Param::array(ids)});
    }

    Result<Attention> take()
    {
        if (m_error)
            return *m_error;
        return m_attention;
    }

private:
    Session &m_session;
    int m_limit;
    Attention m_attention;
    std::optional<Error> m_error;
};

} // namespace

Result<Attention> attention(Session &session, int limit, std::chrono::milliseconds patience)
{
    Reader reader(session, limit);
    reader.read(Kind::unknown, "board/attention_unknown", {Param(false), Param(limit + 1)});
    reader.readStalled(patience);
    reader.read(Kind::unserved, "board/attention_unserved", {Param(limit + 1)});
    reader.read(Kind::looseEnd, "board/attention_unknown", {Param(true), Param(limit + 1)});
    return reader.take();
}

Result<AttentionCounts> attentionCounts(Session &session)
{
    const auto rows = session.exec(sqlText("board/attention_counts"));
    if (!rows)
        return rows.error();
    const auto open = session.exec(sqlText("board/counts"));
    if (!open)
        return open.error();
    return AttentionCounts{
        .unknown = rows->integer(0, "unknown"),
        .stalled = open->integer(0, "stalled"),
        .unserved = rows->integer(0, "unserved"),
        .looseEnds = rows->integer(0, "loose_ends"),
    };
}

} // namespace oncedesk::board
