#include "core/scenarios/chronicle.h"

#include "core/base/json.h"

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;

namespace {

QString database()
{
    return u"database"_s;
}

// "lab-inkjet" is inkjet's part.
QString lane(const QString &provider)
{
    return provider.startsWith(u"lab-") ? provider.mid(4) : provider;
}

QString attemptOf(const Rows &rows, int row)
{
    return u"attempt %1"_s.arg(rows.integer(row, "ordinal"));
}

// Workers of stories are named after the story's key, and their part.
QString workerOf(const Rows &rows, int row)
{
    return rows.text(row, "worker").section(u'/', -1);
}

QByteArray raceName(const Rows &races, int row)
{
    return "race " + races.utf8(row, "id");
}

QByteArray eventName(const Rows &events, int row)
{
    QByteArrayList parts;
    for (const char *column : {"attempt_id", "step", "event", "at_ms"})
        parts += events.utf8(row, column);
    return parts.join(' ');
}

QByteArray swap(const Rows &races, int row)
{
    return "UPDATE oncedesk.jobs SET completed_by = " + races.utf8(row, "attempt_id") +
           ", result = …, version = version + 1\n WHERE id = " + races.utf8(row, "job_id") +
           " AND version = " + races.utf8(row, "version_read") +
           " AND completed_by IS NULL AND closed_at IS NULL";
}

QString lostBecause(const QString &reason)
{
    if (reason == u"attempt_cancelled")
        return u"it had been cancelled"_s;
    if (reason == u"slot_taken")
        return u"the result slot was taken"_s;
    if (reason == u"job_closed")
        return u"the job was closed"_s;
    if (reason == u"version_moved")
        return u"the job had moved on"_s;
    return reason;
}

} // namespace

QString wordsOf(const Submission &submission)
{
    switch (submission.outcome) {
    case Submission::Outcome::created:
        return u"created: ticket #%1"_s.arg(submission.job->value());
    case Submission::Outcome::replayed:
        return u"replayed: ticket #%1, nothing new was started"_s.arg(submission.job->value());
    case Submission::Outcome::conflict:
        return u"conflict: the key is ticket #%1's, which differs in %2"_s
            .arg(submission.conflictsWith->value())
            .arg(submission.differs.join(u", "_s));
    }
    Q_UNREACHABLE();
}

void Chronicle::note(const QString &lane, const QString &text)
{
    tell({.kind = Beat::Kind::note, .from = lane, .to = {}, .text = text, .sql = {}});
}

void Chronicle::message(const QString &from, const QString &to, const QString &text)
{
    tell({.kind = Beat::Kind::message, .from = from, .to = to, .text = text, .sql = {}});
}

void Chronicle::decision(const QString &text, const QByteArray &sql, int rows, const QString &slot)
{
    tell({.kind = Beat::Kind::decision,
          .from = database(),
          .to = {},
          .text = text,
          .sql = sql,
          .rows = rows,
          .slot = slot});
}

void Chronicle::check(const QString &sentence, bool holds)
{
    ++m_played.checks;
    m_played.failed += !holds;
    tell({.kind = Beat::Kind::check,
          .from = database(),
          .to = {},
          .text = sentence,
          .sql = {},
          .holds = holds});
}

void Chronicle::fail(const QString &why)
{
    if (m_played.trouble.isEmpty())
        m_played.trouble = why;
}

void Chronicle::add(JobId job)
{
    if (!m_jobs.contains(job.value()))
        m_jobs.append(job.value());
}

void Chronicle::tell(Beat beat)
{
    beat.at = std::chrono::milliseconds(m_since.elapsed());
    m_played.beats.append(beat);
    m_see(beat);
}

void Chronicle::tell(const Rows &events, const Rows &races)
{
    int event = 0;
    int race = 0;
    while (event < events.size() || race < races.size()) {
        const bool isRace = event == events.size() ||
                            (race < races.size() && races.real(race, "at_ms") < events.real(event, "at_ms"));
        const QByteArray name = isRace ? raceName(races, race) : eventName(events, event);
        const bool isNew = !m_told.contains(name);
        m_told.insert(name);
        if (isNew && isRace)
            tellRace(races, race);
        else if (isNew)
            tellEvent(events, event);
        ++(isRace ? race : event);
    }
}

void Chronicle::tellRace(const Rows &races, int row)
{
    const bool won = races.text(row, "outcome") == u"won";
    const QString worker = workerOf(races, row);
    message(lane(races.text(row, "provider")), worker, u"answer to %1"_s.arg(attemptOf(races, row)));
    message(
        worker, database(),
        u"%1 finished, having read version %2"_s.arg(attemptOf(races, row), races.text(row, "version_read")));
    decision(won ? u"%1 wins: the slot was empty and version %2 still held"_s.arg(
                       attemptOf(races, row), races.text(row, "version_read"))
                 : u"%1 loses: %2. Its answer of %3 bytes is thrown away, its digest kept"_s.arg(
                       attemptOf(races, row), lostBecause(races.text(row, "lost_because")),
                       races.text(row, "result_size")),
             swap(races, row), won ? 1 : 0,
             won ? u"%1, by %2"_s.arg(attemptOf(races, row), lane(races.text(row, "provider"))) : QString());
}

void Chronicle::tellEvent(const Rows &events, int row)
{
    const QString event = events.text(row, "event");
    const QString attempt = attemptOf(events, row);
    const QString provider = lane(events.text(row, "provider"));
    if (event == u"pending") {
        const QString because = json::string(events.utf8(row, "detail"), u"/because"_s).value_or(QString());
        note(database(), u"%1 is opened, for %2 (%3)"_s.arg(attempt, provider, because));
    } else if (event == u"started") {
        message(database(), workerOf(events, row),
                u"%1, claimed at version %2"_s.arg(attempt, events.text(row, "job_version")));
        message(workerOf(events, row), provider, u"%1, under the job's own key"_s.arg(attempt));
    } else if (event == u"unknown") {
        note(database(), u"%1 is unknown: %2"_s.arg(attempt, events.text(row, "unknown_why")));
    } else if (event == u"failed") {
        message(provider, workerOf(events, row),
                u"%1 failed for certain: %2"_s.arg(attempt, events.text(row, "error_message")));
        note(database(), u"%1 failed"_s.arg(attempt));
    } else if (event == u"cancelled") {
        note(database(),
             u"%1 is cancelled by a person: %2 (%3)"_s.arg(attempt, events.text(row, "cancel_reason"),
                                                           events.text(row, "cancel_evidence")));
    } else if (event == u"fallback_passed_over") {
        const QByteArray detail = events.utf8(row, "detail");
        note(database(),
             u"%1 is not used: %2"_s.arg(lane(json::string(detail, u"/provider"_s).value_or(QString())),
                                         json::string(detail, u"/why"_s).value_or(QString())));
    } else if (event == u"superseded") {
        note(database(), u"%1 is superseded: another one has won"_s.arg(attempt));
    } else if (event != u"succeeded") { // which its race tells
        note(database(), u"%1: %2"_s.arg(attempt, event));
    }
}

} // namespace oncedesk::lab
