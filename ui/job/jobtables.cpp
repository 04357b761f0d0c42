#include "ui/job/jobtables.h"

#include "ui/job/words.h"
#include "ui/lists/celltext.h"
#include "ui/races/decision.h"

#include <QCoreApplication>
#include <QLocale>

namespace oncedesk::jobtables {

using namespace Qt::Literals::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("JobTables", text);
}

Fact fixed(const QString &text)
{
    return {.text = text, .isFixed = true};
}

Fact number(qint64 value)
{
    return fixed(QString::number(value));
}

Fact when(const board::Moment &moment)
{
    return {.text = u"–"_s, .moment = moment};
}

// What a person must know of an attempt besides its state.
QString remarkOn(const board::AttemptRow &attempt)
{
    switch (attempt.state) {
    case AttemptState::pending:
        return attempt.openReason;
    case AttemptState::started:
        return attempt.cancelRequestedAt.happened() ? tr("cancel asked: %1").arg(attempt.cancelReason)
                                                    : attempt.openReason;
    case AttemptState::unknown:
        return attempt.unknownWhy;
    case AttemptState::failed:
        return attempt.errorMessage.isEmpty() ? attempt.errorCode
                                              : attempt.errorCode + u": "_s + attempt.errorMessage;
    case AttemptState::cancelled:
        return attempt.cancelReason;
    case AttemptState::succeeded:
    case AttemptState::superseded:
        return attempt.openReason;
    }
    Q_UNREACHABLE();
}

QString detailOf(const board::AttemptRow &attempt)
{
    QStringList lines;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            lines += name + u": "_s + text;
    };
    add(tr("Reason for opening it"), attempt.openReason);
    add(tr("Why unknown"), attempt.unknownWhy);
    add(tr("Error"), attempt.errorCode);
    add(tr("Message"), attempt.errorMessage);
    if (attempt.retryable)
        lines += *attempt.retryable ? tr("Retryable") : tr("Not retryable");
    add(tr("Cancel asked by"), attempt.cancelRequestedBy);
    add(tr("Reason"), attempt.cancelReason);
    add(tr("Evidence"), words::evidence(attempt.cancelEvidence));
    return lines.join(u'\n');
}

look::Mark markOfSubmission(const QString &outcome)
{
    if (outcome == u"created"_s)
        return look::Mark::succeeded;
    return outcome == u"replayed"_s ? look::Mark::waiting : look::Mark::failed;
}

} // namespace

QStringList raceHeads()
{
    return {tr("When"), tr("Attempt"), tr("Provider"), tr("Version"), tr("Outcome"), tr("Thrown away")};
}

QList<FactRow> raceRows(const board::JobDetail &job)
{
    QList<FactRow> rows;
    for (const board::RaceRow &race : job.races) {
        const Fact outcome{.text = outcomeWords(race),
                           .mark = race.won ? look::Mark::succeeded : look::Mark::superseded};
        rows.append(
            {race.id,
             {when(race.at),
              number(race.ordinal),
              {race.provider},
              fixed(tr("read %1, found %2").arg(race.versionRead).arg(race.versionFound)),
              outcome,
              fixed(race.won ? u"–"_s
                             : u"%1 · %2"_s.arg(sizeText(race.resultSize), race.resultSha256.left(12)))},
             QString(),
             race.attempt.value()});
    }
    return rows;
}

QStringList attemptHeads()
{
    return {tr("Attempt"), tr("State"),    tr("Provider"), tr("Opened"), tr("Because"),
            tr("Started"), tr("Deadline"), tr("Ended"),    tr("Worker"), tr("Remark")};
}

QList<FactRow> attemptRows(const board::JobDetail &job)
{
    QList<FactRow> rows;
    for (const board::AttemptRow &attempt : job.attempts) {
        rows.append({attempt.id.value(),
                     {number(attempt.ordinal),
                      {.text = look::wordOf(attempt.state), .mark = look::markOf(attempt.state)},
                      {attempt.provider},
                      when(attempt.openedAt),
                      {words::openedBecause(attempt.openedBecause)},
                      when(attempt.startedAt),
                      when(attempt.deadlineAt),
                      when(attempt.endedAt),
                      {attempt.worker},
                      {remarkOn(attempt)}},
                     detailOf(attempt),
                     attempt.id.value()});
    }
    return rows;
}

QStringList submissionHeads()
{
    return {tr("When"), tr("Outcome"), tr("Differs in"), tr("Client"), tr("By")};
}

QList<FactRow> submissionRows(const board::JobDetail &job)
{
    QList<FactRow> rows;
    for (const board::SubmissionRow &row : job.submissions) {
        const QString differs = row.differs.join(u", "_s);
        rows.append({row.id,
                     {when(row.at),
                      {.text = words::submission(row.outcome), .mark = markOfSubmission(row.outcome)},
                      {differs},
                      {row.client},
                      {row.actor}},
                     differs.isEmpty() ? QString() : tr("Differs in: %1").arg(differs),
                     0});
    }
    return rows;
}

QStringList actionHeads()
{
    return {tr("When"), tr("Who"), tr("Action"), tr("Attempt"), tr("Outcome"), tr("Evidence"), tr("Reason")};
}

QList<FactRow> actionRows(const board::JobDetail &job)
{
    QList<FactRow> rows;
    for (const board::ActionRow &row : job.actions) {
        rows.append({row.id,
                     {when(row.at),
                      {row.actor},
                      {words::action(row.action)},
                      row.ordinal > 0 ? number(row.ordinal) : Fact{u"–"_s},
                      {words::outcome(row.outcome)},
                      {words::evidence(row.evidence)},
                      {row.reason}},
                     row.reason.isEmpty() ? QString() : tr("Reason: %1").arg(row.reason),
                     row.attempt ? row.attempt->value() : 0});
    }
    return rows;
}

} // namespace oncedesk::jobtables
