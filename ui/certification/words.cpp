#include "ui/certification/words.h"

#include "ui/actions/action.h"
#include "ui/widgets/times.h"

#include <QCoreApplication>

namespace oncedesk::certification {

using State = board::MatrixCell::State;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Certification", text);
}

QString number(qint64 value)
{
    return QString::number(value);
}

QString ended(const QString &text)
{
    return text.isEmpty() || text.endsWith(u'.') ? text : text + u'.';
}

QString openSentence(const board::MatrixCell &cell)
{
    const QString run = number(cell.latestRun->value());
    QString text;
    if (cell.isCancelRequested)
        text = tr("Run %1 is to end: %2 finishes the case it is at.").arg(run, cell.worker);
    else if (cell.isClaimed)
        text = tr("Run %1 is under way at %2: %3 of %4 calls have their verdict.")
                   .arg(run, cell.worker, number(cell.done), number(cell.total));
    else if (cell.isServed)
        text = tr("Run %1 waits for a worker to take it.").arg(run);
    else
        text = tr("No live worker serves %1: run %2 waits until one does.").arg(cell.provider, run);
    if (cell.certifiedUntil.happened())
        text += u' ' + tr("Until its verdict the certificate of before counts.");
    return text;
}

QString neverSentence(const board::MatrixCell &cell)
{
    if (cell.suiteVersion == 0)
        return tr("%1 has no contract suite to put %2 to, and %2 has no certificate for it.")
            .arg(cell.intent, cell.provider);
    if (!cell.latestRun)
        return tr("%1 was never put to the contract suite of %2. Nothing fails over to it.")
            .arg(cell.provider, cell.intent);
    return tr("%1 has no verdict for %2 yet: the latest run ended without one. Nothing fails over to it.")
        .arg(cell.provider, cell.intent);
}

} // namespace

QString word(const board::MatrixCell &cell)
{
    switch (cell.state) {
    case State::certified:
        return tr("certified");
    case State::stale:
        return cell.isEnabled ? tr("stale") : tr("disabled");
    case State::failing:
        return tr("failing");
    case State::running:
        return cell.isClaimed ? tr("%1 of %2").arg(cell.done).arg(cell.total) : tr("waiting");
    case State::neverRun:
        return cell.suiteVersion == 0 ? tr("no suite") : cell.latestRun ? tr("no verdict") : tr("never run");
    }
    Q_UNREACHABLE();
}

look::Mark mark(const board::MatrixCell &cell)
{
    switch (cell.state) {
    case State::certified:
        return look::Mark::succeeded;
    case State::stale:
        return cell.isEnabled ? look::Mark::superseded : look::Mark::closed;
    case State::failing:
        return look::Mark::failed;
    case State::running:
        return cell.isClaimed ? look::Mark::running : look::Mark::waiting;
    case State::neverRun:
        return look::Mark::closed;
    }
    Q_UNREACHABLE();
}

QString sentence(const board::MatrixCell &cell)
{
    switch (cell.state) {
    case State::certified:
        return tr("Jobs of %1 may fail over to %2 until %3.")
            .arg(cell.intent, cell.provider, Times::instance().full(cell.certifiedUntil));
    case State::stale:
        if (!cell.isEnabled)
            return tr("%1 is disabled: nothing is sent there, whatever its certificate for %2.")
                .arg(cell.provider, cell.intent);
        return ended(asSentence(cell.why)) + u' ' +
               tr("Nothing fails over to %1 for %2 until it passes again.").arg(cell.provider, cell.intent);
    case State::failing:
        return ended(cell.why) + u' ' +
               tr("Nothing fails over to %1 for %2.").arg(cell.provider, cell.intent);
    case State::running:
        return openSentence(cell);
    case State::neverRun:
        return neverSentence(cell);
    }
    Q_UNREACHABLE();
}

QString beforeRun(const board::MatrixCell &cell)
{
    QString text =
        tr("%1 calls to %2, each marked as a rehearsal (header Oncedesk-Certification), by a worker that "
           "serves it. The settings are those of when it begins.")
            .arg(number(cell.calls), cell.provider);
    if (cell.state == State::certified || cell.state == State::stale)
        text += u' ' + tr("If it fails, the standing certificate is taken back.");
    if (!cell.isServed)
        text +=
            u' ' + tr("No live worker serves %1 now: the run will wait until one does.").arg(cell.provider);
    return text;
}

QString word(const board::CertificationRunRow &run)
{
    if (run.outcome.isNull())
        return run.claimedAt.happened() ? tr("%1 of %2").arg(run.done).arg(run.total) : tr("waiting");
    if (run.outcome == u"passed")
        return tr("passed");
    if (run.outcome == u"failed")
        return tr("failed");
    if (run.outcome == u"cancelled")
        return tr("cancelled");
    if (run.outcome == u"aborted")
        return tr("broken off");
    return run.outcome;
}

look::Mark mark(const board::CertificationRunRow &run)
{
    if (run.outcome.isNull())
        return run.claimedAt.happened() ? look::Mark::running : look::Mark::waiting;
    if (run.outcome == u"passed")
        return look::Mark::succeeded;
    return run.outcome == u"failed" ? look::Mark::failed : look::Mark::cancelled;
}

QString verdictWord(const QString &verdict)
{
    if (verdict == u"passed")
        return tr("passed");
    if (verdict == u"failed_call")
        return tr("call failed");
    if (verdict == u"doubtful")
        return tr("in doubt");
    if (verdict == u"not_json")
        return tr("no JSON");
    if (verdict == u"wire")
        return tr("wrong request");
    if (verdict == u"schema")
        return tr("wrong shape");
    if (verdict == u"rule")
        return tr("rule broken");
    if (verdict == u"latency")
        return tr("too slow");
    return verdict;
}

} // namespace oncedesk::certification
