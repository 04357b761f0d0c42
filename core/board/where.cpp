#include "core/board/where.h"

#include "core/base/json.h"
#include "core/board/statuscondition.h"
#include "core/contract/labnames.h"

#include <algorithm>

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;
using Key = FilterTerm::Key;
using Comparison = FilterTerm::Comparison;

namespace {

// The expressions a subject's query offers; null where it has no such column.
struct Columns
{
    const char *job = nullptr; // the job's id
    const char *owner = nullptr;
    const char *key = nullptr;
    const char *intent = nullptr;
    const char *provider = nullptr;
    const char *client = nullptr;
    const char *at = nullptr;
    const char *outcome = nullptr;
    const char *because = nullptr;
    const char *actor = nullptr;
    const char *action = nullptr;
    QList<const char *> searched;
};

// Names of owners may be in any script, so their case is folded by the database's own locale; the identifying
// columns compare as bytes, and keys and intents are ASCII by contract.
const Columns &columns(Subject subject)
{
    static const Columns jobs{
        .job = "j.id",
        .owner = "j.owner_id",
        .key = "j.idempotency_key",
        .intent = "j.intent",
        .provider = "j.provider",
        .at = "j.created_at",
        .searched = {"j.owner_id COLLATE \"default\"", "j.idempotency_key", "j.intent"},
    };
    static const Columns submissions{
        .job = "s.job_id",
        .owner = "s.owner_id",
        .key = "s.idempotency_key",
        .client = "s.client",
        .at = "s.at",
        .outcome = "s.outcome",
        .actor = "s.actor",
        .searched = {"s.owner_id COLLATE \"default\"", "s.idempotency_key"},
    };
    static const Columns races{
        .job = "r.job_id",
        .owner = "j.owner_id",
        .key = "j.idempotency_key",
        .intent = "j.intent",
        .provider = "a.provider",
        .at = "r.at",
        .outcome = "r.outcome",
        .because = "r.lost_because",
        .actor = "r.actor",
        .searched = {"j.owner_id COLLATE \"default\"", "j.idempotency_key", "j.intent"},
    };
    static const Columns actions{
        .job = "x.job_id",
        .owner = "j.owner_id",
        .at = "x.at",
        .outcome = "x.outcome",
        .actor = "x.actor",
        .action = "x.action",
        .searched = {"x.actor COLLATE \"default\"", "x.action", "x.reason"},
    };
    switch (subject) {
    case Subject::jobs:
        return jobs;
    case Subject::submissions:
        return submissions;
    case Subject::races:
        return races;
    case Subject::actions:
        return actions;
    }
    Q_UNREACHABLE();
}

const char *comparison(Comparison comparison)
{
    switch (comparison) {
    case Comparison::equal:
        return "=";
    case Comparison::less:
        return "<";
    case Comparison::lessOrEqual:
        return "<=";
    case Comparison::greater:
        return ">";
    case Comparison::greaterOrEqual:
        return ">=";
    }
    Q_UNREACHABLE();
}

// Older means earlier.
Comparison reversed(Comparison comparison)
{
    switch (comparison) {
    case Comparison::equal:
        return Comparison::equal;
    case Comparison::less:
        return Comparison::greater;
    case Comparison::lessOrEqual:
        return Comparison::greaterOrEqual;
    case Comparison::greater:
        return Comparison::less;
    case Comparison::greaterOrEqual:
        return Comparison::lessOrEqual;
    }
    Q_UNREACHABLE();
}

// Objects that contain the value at the path; an unquoted value may be a JSON number or word as well.
QList<QByteArray> containedParams(const FilterTerm &term)
{
    QList<QByteArray> result;
    QByteArray before;
    QByteArray after;
    for (const QString &name : term.path) {
        before += "{" + json::quote(name) + ":";
        after += "}";
    }
    for (const FilterTerm::Value &value : term.values) {
        result += before + json::quote(value.text) + after;
        if (value.quoted)
            continue;
        const QByteArray text = value.text.toUtf8();
        const QChar first = value.text[0];
        const bool isWord = text == "true" || text == "false" || text == "null";
        const bool isNumber = first == u'-' || (first >= u'0' && first <= u'9');
        if (isWord || (isNumber && json::fitsJsonb(text)))
            result += before + text + after;
    }
    return result;
}

// '%' and '_' typed by a person mean themselves.
QString substringPattern(const QString &word)
{
    QString pattern = u"%"_s;
    for (const QChar c : word) {
        if (c == u'%' || c == u'_' || c == u'\\')
            pattern += u'\\';
        pattern += c;
    }
    return pattern + u'%';
}

// The statuses split all jobs between them, so that a negated term is the term of all the others.
QList<JobStatus> statuses(const FilterTerm &term)
{
    QList<JobStatus> result;
    for (const JobStatus status : allJobStatuses) {
        const bool named = std::any_of(term.values.begin(), term.values.end(),
                                       [&](const auto &value) { return value.text == toString(status); });
        if (named != term.negated)
            result += status;
    }
    return result;
}

class Builder
{
public:
    Builder(Subject subject, int firstParam)
        : m_subject(subject), m_columns(columns(subject)), m_nextParam(firstParam)
    {
    }

    void add(const FilterTerm &term)
    {
        const QByteArray sql = condition(term);
        // What is null is not equal to anything, so a negated term keeps it.
        const bool wrap = term.negated && term.key != Key::state;
        m_conditions += wrap ? "(" + sql + ") IS NOT TRUE" : sql;
        if (term.key == Key::state && areFew(statuses(term)))
            m_where.selective = true;
        if (term.negated)
            return;
        if (term.key == Key::job || term.key == Key::key)
            m_where.selective = true;
        if (term.key == Key::job && m_subject == Subject::jobs)
            narrow(term);
    }

    void leaveOutTheLab()
    {
        const auto isNot = [](const QByteArray &what, const QString &one,
                              const QString &other) -> QByteArray {
            return what + " IS DISTINCT FROM '" + one.toLatin1() + "' AND " + what + " IS DISTINCT FROM '" +
                   other.toLatin1() + '\'';
        };
        m_conditions += isNot(m_columns.owner, lab::owner, lab::neighbour);
        if (m_subject == Subject::actions) // what was done to its providers and its suite
            m_conditions += isNot("x.detail->>'provider'", lab::inkjet, lab::laser) +
                            " AND x.detail->>'intent' IS DISTINCT FROM '" + lab::intent.toLatin1() + '\'';
    }

    Where take()
    {
        if (!m_conditions.isEmpty())
            m_where.sql = "(" + m_conditions.join(") AND (") + ")";
        return m_where;
    }

private:
    void narrow(const FilterTerm &term)
    {
        const auto [lowest, highest] =
            std::minmax_element(term.values.begin(), term.values.end(),
                                [](const auto &a, const auto &b) { return a.number < b.number; });
        m_where.lowestId = std::max(m_where.lowestId.value_or(lowest->number), lowest->number);
        m_where.highestId = std::min(m_where.highestId.value_or(highest->number), highest->number);
    }

    QByteArray bind(const Param &param, const char *type)
    {
        m_where.params += param;
        return "$" + QByteArray::number(m_nextParam++) + "::" + type;
    }

    QByteArray anyOf(const char *column, const FilterTerm &term)
    {
        QStringList texts;
        for (const FilterTerm::Value &value : term.values)
            texts += value.text;
        return column + (" = ANY (" + bind(Param::array(texts), "text[]")) + ")";
    }

    QByteArray condition(const FilterTerm &term)
    {
        switch (term.key) {
        case Key::word:
            return word(term);
        case Key::job:
            return job(term);
        case Key::state:
            return statusCondition(statuses(term));
        case Key::owner:
            return anyOf(m_columns.owner, term);
        case Key::provider:
            return anyOf(m_columns.provider, term);
        case Key::intent:
            return anyOf(m_columns.intent, term);
        case Key::key:
            return anyOf(m_columns.key, term);
        case Key::client:
            if (m_subject == Subject::jobs) {
                // Kept from being turned into a join by its OFFSET: one look into an index for each job.
                return "EXISTS (SELECT FROM oncedesk.submission_view s WHERE s.job_id = j.id AND " +
                       anyOf("s.client", term) + " OFFSET 0)";
            }
            return anyOf(m_columns.client, term);
        case Key::outcome:
            return anyOf(m_columns.outcome, term);
        case Key::because:
            return anyOf(m_columns.because, term);
        case Key::actor:
            return anyOf(m_columns.actor, term);
        case Key::action:
            return anyOf(m_columns.action, term);
        case Key::age:
            return m_columns.at + (" " + QByteArray(comparison(reversed(term.comparison)))) +
                   " statement_timestamp() - " + bind(Param(term.values.first().number), "bigint") +
                   " * interval '1 s'";
        case Key::attempts:
            // Ordinals run 1, 2, 3 … without gaps, so the highest is the count, and an index has it.
            return "coalesce((SELECT max(n.ordinal) FROM oncedesk.attempt_view n WHERE n.job_id = j.id), "
                   "0) " +
                   (comparison(term.comparison) + (" " + bind(Param(term.values.first().number), "bigint")));
        case Key::params:
            return "j.params @> ANY (" + bind(Param::array(containedParams(term)), "jsonb[]") + ")";
        }
        Q_UNREACHABLE();
    }

    QByteArray word(const FilterTerm &term)
    {
        const QByteArray pattern = bind(Param(substringPattern(term.values.first().text)), "text");
        QList<QByteArray> any;
        for (const char *column : m_columns.searched)
            any += column + (" ILIKE " + pattern);
        return "(" + any.join(") OR (") + ")";
    }

    QByteArray job(const FilterTerm &term)
    {
        QList<qint64> ids;
        for (const FilterTerm::Value &value : term.values)
            ids += value.number;
        const QByteArray any = " = ANY (" + bind(Param::array(ids), "bigint[]") + ")";
        // Races are found by their attempt: they have no index by job.
        if (m_subject == Subject::races) {
            return "r.attempt_id = ANY (ARRAY(SELECT n.id FROM oncedesk.attempt_view n WHERE n.job_id" + any +
                   "))";
        }
        return m_columns.job + any;
    }

    Subject m_subject;
    const Columns &m_columns;
    int m_nextParam;
    QList<QByteArray> m_conditions;
    Where m_where;
};

// Whoever names a ticket, a key or an owner, or something of the Lab's, means it.
bool mayMeanTheLab(const Filter &filter)
{
    return std::ranges::any_of(filter.terms(), [](const FilterTerm &term) {
        if (term.negated)
            return false;
        if (term.key == Key::job || term.key == Key::key || term.key == Key::owner)
            return true;
        return std::ranges::any_of(term.values, [](const FilterTerm::Value &value) {
            return value.text.contains(u"lab"_s, Qt::CaseInsensitive);
        });
    });
}

} // namespace

Where where(const Filter &filter, int firstParam)
{
    Builder builder(filter.subject(), firstParam);
    for (const FilterTerm &term : filter.terms())
        builder.add(term);
    if (!mayMeanTheLab(filter))
        builder.leaveOutTheLab();
    return builder.take();
}

} // namespace oncedesk::board
