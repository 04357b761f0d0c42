#include "ui/attention/evidence.h"

#include "ui/actions/action.h"
#include "ui/actions/risk.h"
#include "ui/job/words.h"
#include "ui/widgets/times.h"

#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Kind = board::AttentionItem::Kind;

namespace {

constexpr std::chrono::milliseconds doubleClick{2000};

QString time(const board::Moment &moment)
{
    return Times::instance().full(moment);
}

std::chrono::milliseconds between(const board::Moment &first, const board::Moment &last)
{
    return std::chrono::milliseconds(first.toUtc().msecsTo(last.toUtc()));
}

QString withStop(const QString &sentence)
{
    const QString text = sentence.trimmed();
    return text.isEmpty() || text.endsWith(u'.') ? text : text + u'.';
}

// "1 failed, 2 cancelled: the risk was accepted"
QString earlierWords(const QList<board::AttemptRow> &attempts, const board::AttemptRow *but)
{
    QStringList words;
    for (const board::AttemptRow &attempt : attempts) {
        if (but && attempt.id == but->id)
            continue;
        QString line =
            Evidence::tr("%1 at %2: %3")
                .arg(QString::number(attempt.ordinal), attempt.provider, look::wordOf(attempt.state));
        if (attempt.state == AttemptState::failed && !attempt.errorMessage.isEmpty())
            line += u" ("_s + attempt.errorMessage + u')';
        if (attempt.state == AttemptState::cancelled && !attempt.cancelEvidence.isEmpty())
            line += u" ("_s + evidenceWords(attempt.cancelEvidence) + u')';
        words += line;
    }
    return words.join(u'\n');
}

} // namespace

Result<std::optional<Evidence>> readEvidence(Session &session, JobId job)
{
    if (auto done = board::readOneSnapshot(session); !done)
        return done.error();
    auto detail = board::jobDetail(session, job);
    if (!detail)
        return detail.error();
    if (!*detail)
        return std::optional<Evidence>();
    auto workers = board::workers(session);
    if (!workers)
        return workers.error();
    auto providers = board::providers(session);
    if (!providers)
        return providers.error();
    return std::optional(Evidence{**detail, *workers, *providers});
}

const board::AttemptRow *Evidence::attemptOf(const board::AttentionItem &item) const
{
    for (const board::AttemptRow &attempt : job.attempts) {
        if (item.attempt && attempt.id == *item.attempt)
            return &attempt;
    }
    return nullptr;
}

// Why no fallback went on from there, with a blank behind it; empty when there was none.
QString Evidence::passedOver(const board::AttemptRow &attempt) const
{
    QString sentences;
    for (const board::EventRow &row : job.events) {
        if (row.attempt == attempt.id && row.event == u"fallback_passed_over"_s)
            sentences += words::passedOver(row.detail) + u' ';
    }
    return sentences;
}

QString Evidence::explanation(const board::AttentionItem &item) const
{
    const board::AttemptRow *attempt = attemptOf(item);
    switch (item.kind) {
    case Kind::unknown:
        return tr("%1 Whether %2 acted is not known: it may have finished, may still be at it, or may never "
                  "have "
                  "begun.")
            .arg(withStop(item.why), item.provider);
    case Kind::looseEnd:
        return tr("%1 The job has its result from another attempt; only whether %2 acted as well is not "
                  "known.")
            .arg(withStop(item.why), item.provider);
    case Kind::stalled:
        if (!attempt)
            return tr("No attempt was ever opened, and none will be by itself.");
        return (attempt->state == AttemptState::cancelled
                    ? tr("Attempt %1 was cancelled: %2 %3Nothing more will be tried by itself.")
                    : tr("Attempt %1 failed for certain: %2 %3Nothing more will be tried by itself."))
            .arg(QString::number(attempt->ordinal), withStop(item.why), passedOver(*attempt));
    case Kind::unserved:
        if (item.why == u"provider_disabled")
            return tr("%1 is disabled: nobody will begin this attempt until it is enabled again.")
                .arg(item.provider);
        if (item.why == u"worker_silent")
            return tr("Worker %1 has fallen silent while at it. At its deadline the attempt becomes unknown.")
                .arg(item.worker);
        return tr("No live worker serves %1: the attempt waits until one does.").arg(item.provider);
    }
    Q_UNREACHABLE();
}

QString Evidence::howResolved(const board::AttentionItem &item) const
{
    const board::AttemptRow *attempt = attemptOf(item);
    const QString now = look::wordOf(look::markOf(job.status));
    if (!attempt)
        return tr("This needs nobody any more: the job is %1 now.").arg(now);
    if (attempt->state == AttemptState::cancelled)
        return tr("This needs nobody any more: attempt %1 was cancelled by %2, because \"%3\". The job is %4 "
                  "now.")
            .arg(QString::number(attempt->ordinal), attempt->cancelRequestedBy, attempt->cancelReason, now);
    return tr("This needs nobody any more: attempt %1 is %2 now, the job is %3.")
        .arg(QString::number(attempt->ordinal), look::wordOf(attempt->state), now);
}

QString Evidence::workerWords(const board::AttemptRow &attempt) const
{
    const auto worker = std::find_if(workers.begin(), workers.end(), [&attempt](const board::WorkerRow &row) {
        return row.name == attempt.worker;
    });
    if (worker == workers.end())
        return tr("%1 · no heartbeat was ever seen").arg(attempt.worker);
    return (worker->alive ? tr("%1 · alive, heard %2 ago") : tr("%1 · silent, last heard %2 ago"))
        .arg(worker->name, Times::span(worker->silentFor));
}

QString Evidence::answerWords(const board::AttemptRow &attempt) const
{
    QStringList lines;
    for (const board::RequestRow &request : job.requests) {
        if (request.attempt != attempt.id)
            continue;
        const QString what = request.kind == u"stop" ? tr("told to stop") : tr("asked");
        if (request.answer.isNull())
            lines += tr("%1 %2 → no answer yet").arg(time(request.askedAt), what);
        else
            lines += tr("%1 %2 → %3").arg(time(request.askedAt), what, oncedesk::answerWords(request.answer));
    }
    // The latest are the ones to decide by.
    return lines.mid(std::max<qsizetype>(0, lines.size() - 3)).join(u'\n');
}

QString Evidence::submissionWords() const
{
    const auto &all = job.submissions;
    if (all.size() < 2)
        return QString::number(all.size());
    const auto apart = between(all.first().at, all.last().at);
    const QString count = QString::number(all.size());
    const bool isConflict = all.last().outcome == u"conflict";
    return all.size() == 2 && !isConflict && apart < doubleClick
               ? tr("%1 (a double click, %2 apart)").arg(count, Times::span(apart))
               : tr("%1 (first to last %2)").arg(count, Times::span(apart));
}

QList<Evidence::Fact> Evidence::facts(const board::AttentionItem &item) const
{
    QList<Fact> facts;
    const board::AttemptRow *attempt = attemptOf(item);
    const auto add = [&facts](const QString &what, const QString &words, bool isFixed = false) {
        if (!words.isEmpty())
            facts += {what, words, isFixed};
    };
    add(tr("key"), job.key, true);
    if (attempt) {
        add(attempt->startedAt.happened() ? tr("sent") : tr("opened"),
            tr("%1 to %2")
                .arg(time(attempt->startedAt.happened() ? attempt->startedAt : attempt->openedAt),
                     attempt->provider),
            true);
        add(tr("deadline"), time(attempt->deadlineAt), true);
        add(tr("unknown"), time(attempt->unknownAt), true);
        add(tr("ended"), time(attempt->endedAt), true);
        if (!attempt->worker.isEmpty())
            add(tr("worker"), workerWords(*attempt), true);
        if (attempt->startedAt.happened()) {
            const QString answers = answerWords(*attempt);
            add(tr("provider"), answers.isEmpty() ? tr("not asked yet") : answers, !answers.isEmpty());
        }
        if (isLive(attempt->state) && attempt->cancelRequestedAt.happened())
            add(tr("stop asked"),
                tr("%1 by %2").arg(time(attempt->cancelRequestedAt), attempt->cancelRequestedBy), true);
    }
    add(item.kind == Kind::stalled ? tr("others") : tr("attempts"), earlierWords(job.attempts, attempt));
    add(tr("submitted"), submissionWords());
    return facts;
}

QString Evidence::ifAnotherAttempt(const board::AttentionItem & /*item*/) const
{
    const QString whyNot = whyNoAttempt(job);
    return whyNot.isEmpty() ? riskOfAttempt(job, job.provider) : whyNot;
}

} // namespace oncedesk
