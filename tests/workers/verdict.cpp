#include "tests/workers/verdict.h"

#include "tests/workers/promises.h"

#include <ostream>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

TestConnection::Answer must(TestConnection::Answer answer)
{
    if (!answer.ok())
        qFatal("%s", qUtf8Printable(answer.message));
    return answer;
}

void store(TestConnection &connection, const QList<JournalEntry> &journal)
{
    QList<qint64> numbers, jobs, ordinals, arrivals, executed;
    QList<QByteArray> keys, moods, known, providers;
    for (const JournalEntry &entry : journal) {
        numbers.append(entry.number);
        providers.append(entry.provider);
        keys.append(entry.key);
        jobs.append(entry.job);
        ordinals.append(entry.ordinal);
        arrivals.append(entry.arrivedUs);
        executed.append(entry.executed ? 1 : 0);
        moods.append(entry.mood);
        known.append(entry.knownAs.isNull() ? QByteArray("") : entry.knownAs);
    }
    must(connection.exec(
        "INSERT INTO drill.journal"
        " SELECT n, k, j, o, timestamptz 'epoch' + a * interval '1 microsecond', e = 1, m, w, p"
        "   FROM unnest($1::int[], $2::text[], $3::bigint[], $4::int[], $5::bigint[], $6::int[], $7::text[],"
        "               $8::text[], $9::text[]) AS r(n, k, j, o, a, e, m, w, p)",
        {Param::array(numbers), Param::array(keys), Param::array(jobs), Param::array(ordinals),
         Param::array(arrivals), Param::array(executed), Param::array(moods), Param::array(known),
         Param::array(providers)}));
}

void store(TestConnection &connection, const QList<Clientele::Told> &told)
{
    QList<QByteArray> keys;
    QList<qint64> jobs;
    for (const Clientele::Told &each : told) {
        keys.append(each.key);
        jobs.append(each.job);
    }
    must(connection.exec("INSERT INTO drill.told SELECT * FROM unnest($1::text[], $2::bigint[])",
                         {Param::array(keys), Param::array(jobs)}));
}

} // namespace

Verdict::Verdict(TestConnection &connection, const QList<JournalEntry> &journal,
                 const QList<Clientele::Told> &told, const QList<Uncertified> &uncertified)
    : m_connection(connection)
{
    must(connection.exec(promises::tables));
    store(connection, journal);
    store(connection, told);
    for (const Uncertified &each : uncertified) {
        must(connection.exec("INSERT INTO drill.uncertified VALUES ($1, $2::timestamptz, $3::timestamptz)",
                             {each.provider, each.since, each.until}));
    }
    must(connection.exec(
        "ANALYZE drill.journal; ANALYZE drill.told; ANALYZE oncedesk.jobs;"
        "ANALYZE oncedesk.attempts; ANALYZE oncedesk.attempt_events; ANALYZE oncedesk.operator_actions"));
}

QList<Verdict::Finding> Verdict::findings(const Options &options)
{
    QList<Finding> found;
    const auto look = [&](const promises::Promise &promise) {
        const auto answer = must(m_connection.exec(QByteArray(promise.violations) + " LIMIT 5"));
        for (int row = 0; row < answer.rows.size(); ++row)
            found.append({promise.name, answer.rows.text(row, 0)});
    };
    for (const promises::Promise &promise : promises::always)
        look(promise);
    if (options.moodsDecide)
        look(promises::moodsDecide);
    if (options.sweptWithin) {
        const auto swept = must(m_connection.exec(
            promises::sweptInTime, {QByteArray::number(double(options.sweptWithin->count()) / 1000)}));
        for (int row = 0; row < swept.rows.size(); ++row)
            found.append({"swept in time", swept.rows.text(row, 0)});
    }
    return found;
}

Verdict::Counts Verdict::counts()
{
    const auto answer = must(m_connection.exec(promises::counts));
    const auto number = [&](const char *name) { return answer.rows.integer(0, name); };
    Counts counts;
    counts.jobs = number("jobs");
    counts.received = number("received");
    counts.unwitnessed = number("unwitnessed");
    counts.pastDeadline = number("past_deadline");
    counts.executed = number("executed");
    counts.won = number("won");
    counts.lost = number("lost");
    counts.failed = number("failed");
    counts.everUnknown = number("ever_unknown");
    counts.unknown = number("unknown");
    counts.lateWins = number("late_wins");
    counts.cancelled = number("cancelled");
    counts.againByOrder = number("again_by_order");
    counts.againByItself = number("again_by_itself");
    counts.failedOver = number("failed_over");
    counts.raced = number("raced");
    counts.passedOver = number("passed_over");
    counts.elsewhere = number("elsewhere");
    return counts;
}

void PrintTo(const Verdict::Finding &finding, std::ostream *out)
{
    *out << finding.promise.toStdString() << ": " << finding.what.toStdString();
}

} // namespace oncedesk
