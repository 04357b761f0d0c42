#include "ui/job/story.h"

#include "ui/job/words.h"
#include "ui/races/decision.h"
#include "ui/widgets/times.h"

#include <QCoreApplication>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Story", text);
}

// The sweep comes a moment after the deadline it is about.
constexpr Story::Time sameMoment = 2500;
// A deadline this far ahead is drawn; a later one would only squeeze what has happened.
constexpr Story::Time nearFuture = 120'000;

class Teller
{
public:
    explicit Teller(const board::JobDetail &job) : m_job(job), m_start(job.createdAt.toUtc()) {}

    Story tell()
    {
        m_story.end = m_now = std::max<Story::Time>(0, m_job.age.count());
        bool isLiveJob = false;
        for (const board::AttemptRow &attempt : m_job.attempts)
            isLiveJob |= isLive(attempt.state);
        if (!isLiveJob)
            m_story.end = 0;
        for (const board::AttemptRow &attempt : m_job.attempts)
            tellAttempt(attempt);
        tellSlot();
        for (Story::Lane &lane : m_story.lanes)
            std::stable_sort(lane.events.begin(), lane.events.end(),
                             [](const auto &a, const auto &b) { return a.at < b.at; });
        return m_story;
    }

private:
    Story::Time at(const board::Moment &moment)
    {
        const Story::Time time = std::max<Story::Time>(0, m_start.msecsTo(moment.toUtc()));
        m_story.end = std::max(m_story.end, time);
        return time;
    }

    void add(Story::Lane &lane, const board::Moment &moment, Story::Event::Shape shape, look::Mark mark,
             const QString &label, const QString &words = {})
    {
        lane.events.append({at(moment), shape, mark, label, words.isEmpty() ? label : words, moment});
    }

    void tellAttempt(const board::AttemptRow &attempt)
    {
        Story::Lane lane{attempt.id, attempt.ordinal, attempt.provider, attempt.state, attempt.jobVersion, {},
                         {}};
        const auto race = std::find_if(m_job.races.begin(), m_job.races.end(),
                                       [&](const board::RaceRow &row) { return row.attempt == attempt.id; });
        tellStretches(lane, attempt);
        tellBeginning(lane, attempt);
        tellDeadline(lane, attempt);
        tellQuestions(lane, attempt);
        tellNotes(lane, attempt);
        if (race != m_job.races.end())
            tellRace(lane, attempt, *race);
        tellEnd(lane, attempt, race != m_job.races.end());
        m_story.lanes.append(lane);
    }

    void tellStretches(Story::Lane &lane, const board::AttemptRow &attempt)
    {
        using Kind = Story::Stretch::Kind;
        const bool isOpen = isLive(attempt.state);
        const Story::Time end = attempt.endedAt.happened() ? at(attempt.endedAt) : m_now;
        const Story::Time opened = at(attempt.openedAt);
        const Story::Time started = attempt.startedAt.happened() ? at(attempt.startedAt) : end;
        lane.stretches.append({Kind::waiting, opened, std::max(opened, started), look::Mark::waiting,
                               attempt.state == AttemptState::pending});
        if (!attempt.startedAt.happened())
            return;
        const bool wasUnknown = attempt.unknownAt.happened();
        const Story::Time until = wasUnknown ? at(attempt.unknownAt) : end;
        lane.stretches.append({Kind::running, started, std::max(started, until),
                               wasUnknown ? look::Mark::running : look::markOf(attempt.state),
                               isOpen && !wasUnknown});
        if (wasUnknown)
            lane.stretches.append({Kind::unknown, until, std::max(until, end), look::Mark::unknown, isOpen});
    }

    void tellBeginning(Story::Lane &lane, const board::AttemptRow &attempt)
    {
        const QString because = words::openedBecause(attempt.openedBecause);
        add(lane, attempt.openedAt, Story::Event::Shape::tick, look::Mark::waiting,
            tr("opened: %1").arg(because),
            attempt.openReason.isEmpty()
                ? tr("Opened by %1: %2").arg(attempt.openedBy, because)
                : tr("Opened by %1: %2. Reason: %3").arg(attempt.openedBy, because, attempt.openReason));
        if (attempt.startedAt.happened())
            add(lane, attempt.startedAt, Story::Event::Shape::tick, look::Mark::running, tr("started"),
                tr("Started by worker %1; it read version %2 of the job")
                    .arg(attempt.worker, QString::number(attempt.jobVersion.value_or(0))));
    }

    void tellDeadline(Story::Lane &lane, const board::AttemptRow &attempt)
    {
        using Shape = Story::Event::Shape;
        const Story::Time deadline =
            attempt.deadlineAt.happened() ? m_start.msecsTo(attempt.deadlineAt.toUtc()) : -1;
        if (attempt.unknownAt.happened()) {
            const Story::Time unknown = at(attempt.unknownAt);
            const bool byDeadline = deadline >= 0 && unknown >= deadline && unknown - deadline < sameMoment;
            add(lane, attempt.unknownAt, Shape::tick, look::Mark::unknown,
                byDeadline ? tr("deadline: unknown") : tr("unknown"),
                tr("Unknown: %1").arg(attempt.unknownWhy));
            if (byDeadline)
                return;
        }
        const Story::Time end = attempt.endedAt.happened() ? at(attempt.endedAt) : m_now;
        // One that was met says nothing; one that is near is worth waiting for.
        if (deadline < 0 || (attempt.endedAt.happened() && deadline > end) ||
            (attempt.unknownAt.happened() && deadline > at(attempt.unknownAt)) ||
            deadline - m_now > nearFuture)
            return;
        m_story.end = std::max(m_story.end, deadline);
        lane.events.append({deadline, Shape::tick, look::Mark::waiting, tr("deadline"),
                            tr("Deadline: silent until then, the attempt becomes unknown, not failed"),
                            attempt.deadlineAt});
    }

    void tellQuestions(Story::Lane &lane, const board::AttemptRow &attempt)
    {
        using Shape = Story::Event::Shape;
        for (const board::RequestRow &row : m_job.requests) {
            if (row.attempt != attempt.id)
                continue;
            const bool isStop = row.kind == u"stop"_s;
            add(lane, row.askedAt, Shape::dot, look::Mark::waiting,
                isStop ? tr("stop asked") : tr("provider asked"),
                isStop ? tr("%1 asked that %2 be told to stop").arg(row.askedBy, row.provider)
                       : tr("%1 asked what %2 knows").arg(row.askedBy, row.provider));
        }
        for (const board::AnswerRow &row : m_job.answers) {
            if (row.attempt == attempt.id)
                add(lane, row.at, Shape::dot, look::Mark::running,
                    tr("answer: %1").arg(words::answer(row.answer)),
                    tr("The provider answered %1 %2")
                        .arg(words::answer(row.answer), QString::fromUtf8(row.payload.left(400))));
        }
    }

    void tellNotes(Story::Lane &lane, const board::AttemptRow &attempt)
    {
        using Shape = Story::Event::Shape;
        for (const board::EventRow &row : m_job.events) {
            if (row.attempt != attempt.id)
                continue;
            if (row.event == u"cancel_requested"_s)
                add(lane, row.at, Shape::tick, look::Mark::cancelled, tr("cancel asked"),
                    tr("%1 asked to cancel it: %2").arg(row.actor, attempt.cancelReason));
            else if (row.event == u"late_failure"_s)
                add(lane, row.at, Shape::ring, look::Mark::failed, tr("late failure"),
                    tr("Its worker reported a failure after it had ended: %1")
                        .arg(QString::fromUtf8(row.detail.left(400))));
            else if (row.event == u"fallback_passed_over"_s)
                add(lane, row.at, Shape::dot, look::Mark::waiting, words::notUsed(row.detail),
                    words::passedOver(row.detail));
        }
    }

    void tellRace(Story::Lane &lane, const board::AttemptRow &attempt, const board::RaceRow &race)
    {
        using Shape = Story::Event::Shape;
        if (race.won) {
            add(lane, race.at, Shape::check, look::Mark::succeeded,
                tr("won: v%1 → v%2").arg(race.versionRead).arg(race.versionRead + 1),
                tr("Took the result slot: read version %1, found %1").arg(race.versionRead));
            return;
        }
        const Story::Time answered = at(race.at);
        const Story::Time ended = attempt.endedAt.happened() ? at(attempt.endedAt) : answered;
        const bool isLate = attempt.state != AttemptState::superseded;
        if (answered > ended)
            lane.stretches.append(
                {Story::Stretch::Kind::ghost, ended, answered, look::Mark::superseded, false});
        add(lane, race.at, Shape::ring, look::Mark::superseded,
            isLate ? tr("late answer: lost") : outcomeWords(race),
            tr("Its result was thrown away, %1 bytes: %2; read version %3, found %4")
                .arg(race.resultSize)
                .arg(words::lostBecause(race.lostBecause))
                .arg(race.versionRead)
                .arg(race.versionFound));
    }

    void tellEnd(Story::Lane &lane, const board::AttemptRow &attempt, bool wasDecided)
    {
        using Shape = Story::Event::Shape;
        switch (attempt.state) {
        case AttemptState::pending:
        case AttemptState::started:
        case AttemptState::unknown:
        case AttemptState::succeeded: // its race tells it
            return;
        case AttemptState::superseded:
            if (!wasDecided)
                add(lane, attempt.endedAt, Shape::tick, look::Mark::superseded, tr("not needed any more"));
            return;
        case AttemptState::failed:
            add(lane, attempt.endedAt, Shape::tick, look::Mark::failed,
                tr("failed: %1").arg(words::brief(attempt.errorCode)),
                tr("Failed: %1 %2").arg(attempt.errorCode, attempt.errorMessage));
            return;
        case AttemptState::cancelled:
            add(lane, attempt.endedAt, Shape::tick, look::Mark::cancelled,
                tr("cancelled: %1").arg(words::brief(attempt.cancelReason)),
                tr("Cancelled by %1. Reason: %2. Evidence: %3")
                    .arg(attempt.cancelRequestedBy, attempt.cancelReason,
                         words::evidence(attempt.cancelEvidence)));
            return;
        }
        Q_UNREACHABLE();
    }

    void tellSlot()
    {
        if (!m_job.completedBy)
            return;
        int ordinal = 0;
        for (const board::AttemptRow &attempt : m_job.attempts) {
            if (attempt.id == *m_job.completedBy)
                ordinal = attempt.ordinal;
        }
        m_story.slot = Story::Slot{at(m_job.completedAt), m_job.completedAt, ordinal};
    }

    const board::JobDetail &m_job;
    QDateTime m_start;
    Story::Time m_now = 0;
    Story m_story;
};

} // namespace

Story storyOf(const board::JobDetail &job)
{
    return Teller(job).tell();
}

QString sinceStart(Story::Time time)
{
    return u'+' + Times::span(std::chrono::milliseconds(time));
}

QString Story::Lane::spoken() const
{
    QStringList parts;
    for (const Event &event : events)
        parts += sinceStart(event.at) + u' ' + event.label;
    return tr("Attempt %1 at %2: %3. %4")
        .arg(QString::number(ordinal), provider, look::wordOf(state), parts.join(u"; "_s));
}

} // namespace oncedesk
