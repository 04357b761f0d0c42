#include "ui/races/decision.h"

#include "ui/job/words.h"

#include "ui/lists/celltext.h"

#include <QCoreApplication>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Decision", text);
}

} // namespace

QString outcomeWords(const board::RaceRow &race)
{
    return race.won ? tr("won, now v%1").arg(race.versionFound + 1)
                    : tr("lost: %1").arg(words::lostBecause(race.lostBecause));
}

QString decisionSentence(const board::RaceRow &race)
{
    const QString who = tr("Attempt %1 at %2").arg(QString::number(race.ordinal), race.provider);
    if (race.won)
        return tr("%1 found the result slot free and the version it had read, and took the slot.").arg(who);
    QString why = tr("the slot was not its to take");
    if (race.lostBecause == u"attempt_cancelled")
        why = tr("it had been cancelled before, and a cancelled attempt never wins");
    else if (race.lostBecause == u"attempt_failed")
        why = tr("it had ended before, and what has ended never wins");
    else if (race.lostBecause == u"job_closed")
        why = tr("a person had closed the job without a result");
    else if (race.lostBecause == u"slot_taken")
        why = tr("attempt %1 at %2 held the slot already")
                  .arg(QString::number(race.winnerOrdinal), race.winnerProvider);
    else if (race.lostBecause == u"version_moved")
        why = tr("the job had moved on since it began");
    return tr("%1 answered, but %2. Its answer was thrown away; nothing was merged.").arg(who, why);
}

QList<DecisionLine> decision(const board::RaceRow &race, bool wasClosed)
{
    const bool hasEnded = race.lostBecause == u"attempt_cancelled" || race.lostBecause == u"attempt_failed";
    const bool versionMoved = race.versionFound != race.versionRead;
    const bool isTaken = !race.won && race.winner.has_value();
    const bool isClosed = wasClosed || race.lostBecause == u"job_closed";
    const auto number = [](qint64 value) { return QString::number(value); };
    QList<DecisionLine> lines{
        {u"UPDATE oncedesk.jobs"_s, {}, false},
        {u"  SET completed_by = %1, result = …,"_s.arg(race.attempt.value()), {}, false},
        {u"      version = version + 1"_s, {}, false},
        {u"WHERE id = "_s + number(race.job.value()), {}, false},
        {u"  AND version = "_s + number(race.versionRead),
         versionMoved ? tr("found %1").arg(race.versionFound) : QString(), versionMoved},
        {u"  AND completed_by IS NULL"_s, isTaken ? tr("attempt %1").arg(race.winnerOrdinal) : QString(),
         isTaken},
        {u"  AND closed_at IS NULL"_s, isClosed ? tr("closed") : QString(), isClosed},
    };
    if (hasEnded) {
        // The attempt's own state is looked at under its lock before the statement is reached.
        lines += {u"  AND EXISTS (SELECT FROM attempts"_s, {}, false};
        lines += {u"    WHERE id = %1 AND state IN"_s.arg(race.attempt.value()), {}, false};
        lines += {u"    ('started','unknown'))"_s,
                  race.lostBecause == u"attempt_cancelled" ? tr("cancelled") : tr("failed"), true};
    }
    return lines;
}

} // namespace oncedesk
