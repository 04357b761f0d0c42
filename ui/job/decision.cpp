#include "ui/job/decision.h"

#include "ui/look/mark.h"

#include <QCoreApplication>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Decision", text);
}

QString sentenceOf(const board::RaceRow &race)
{
    if (race.won)
        return tr("Attempt %1 found the job as it had read it, and took the result slot.").arg(race.ordinal);
    const QString thrown = tr("Its result was thrown away; nothing was merged.");
    if (race.lostBecause == u"attempt_cancelled"_s)
        return tr("Attempt %1 answered after it had been cancelled.").arg(race.ordinal) + u' ' + thrown;
    if (race.lostBecause == u"attempt_failed"_s)
        return tr("Attempt %1 answered after it had failed.").arg(race.ordinal) + u' ' + thrown;
    if (race.lostBecause == u"job_closed"_s)
        return tr("Attempt %1 answered after the job had been closed.").arg(race.ordinal) + u' ' + thrown;
    if (race.lostBecause == u"slot_taken"_s && race.winnerOrdinal > 0)
        return tr("Attempt %1 answered after attempt %2 had taken the result slot.")
                   .arg(race.ordinal)
                   .arg(race.winnerOrdinal) +
               u' ' + thrown;
    return tr("Attempt %1 answered after the job had moved on.").arg(race.ordinal) + u' ' + thrown;
}

} // namespace

Decision decisionOf(const board::JobDetail &job, const board::RaceRow &race)
{
    const auto attempt = std::find_if(job.attempts.begin(), job.attempts.end(),
                                      [&](const board::AttemptRow &row) { return row.id == race.attempt; });
    // Ended before its answer came: it was not among those that may go for the slot.
    const bool hadEnded =
        race.lostBecause == u"attempt_cancelled"_s || race.lostBecause == u"attempt_failed"_s;
    const bool wasClosed =
        !race.won && (race.lostBecause == u"job_closed"_s ||
                      (job.closedAt.happened() && job.closedAt.toUtc() <= race.at.toUtc()));
    const bool wasTaken = !race.won && race.winner && *race.winner != race.attempt;
    const bool hadMoved = race.versionRead != race.versionFound;
    QString state;
    if (hadEnded)
        state = attempt != job.attempts.end() ? look::wordOf(attempt->state) : tr("ended");
    const QString number = QString::number(race.attempt.value());
    Decision decision;
    decision.sentence = sentenceOf(race);
    decision.lines = {
        {u"UPDATE oncedesk.jobs j"_s, {}, false},
        {u"   SET result = …, completed_by = %1,"_s.arg(number), tr("attempt %1").arg(race.ordinal), false},
        {u"       version = j.version + 1"_s, {}, false},
        {u"  FROM oncedesk.attempts a"_s, {}, false},
        {u" WHERE a.id = %1 AND j.id = %2"_s.arg(number).arg(race.job.value()), {}, false},
        {u"   AND a.state IN ('started', 'unknown')"_s, state, hadEnded},
        {u"   AND j.version = %1"_s.arg(race.versionRead), tr("found %1").arg(race.versionFound), hadMoved},
        {u"   AND j.completed_by IS NULL"_s,
         !wasTaken                ? QString()
         : race.winnerOrdinal > 0 ? tr("attempt %1").arg(race.winnerOrdinal)
                                  : tr("taken"),
         wasTaken},
        {u"   AND j.closed_at IS NULL"_s, wasClosed ? tr("closed") : QString(), wasClosed}};
    decision.rows = race.won ? 1 : 0;
    return decision;
}

} // namespace oncedesk
