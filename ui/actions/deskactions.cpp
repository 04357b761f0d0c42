#include "ui/actions/deskactions.h"

#include "core/board/briefs.h"
#include "core/board/providers.h"
#include "ui/actions/askdialog.h"
#include "ui/actions/askprovider.h"
#include "ui/actions/canceldialog.h"
#include "ui/actions/closedialog.h"
#include "ui/actions/newattemptdialog.h"

#include <QTimer>
#include <algorithm>

namespace oncedesk {

namespace {

constexpr std::chrono::milliseconds slowAnswer{500}; // from then on it is said that one waits

template<class SomeId>
QList<qint64> numbers(const QList<SomeId> &ids)
{
    QList<qint64> numbers;
    for (const SomeId id : ids) {
        if (!numbers.contains(id.value()))
            numbers += id.value();
    }
    return numbers;
}

} // namespace

DeskActions::DeskActions(LiveDesk &desk, QWidget *window) : m_desk(desk), m_window(window)
{
    connect(&desk, &LiveDesk::changed, this, &DeskActions::readAnswers);
    connect(&desk, &LiveDesk::linkChanged, this,
            [this] { m_losses += m_desk.link() == LiveDesk::Link::lost; });
}

DeskActions::~DeskActions()
{
    for (const QPointer<ActionDialog> &dialog : std::as_const(m_dialogs))
        delete dialog.data();
}

void DeskActions::begin(ActionDialog *dialog)
{
    m_dialogs.removeAll(nullptr);
    m_dialogs += dialog;
    connect(dialog, &ActionDialog::runBegan, this, &DeskActions::watchRun);
    connect(dialog, &ActionDialog::leftBeforeItsAnswer, this,
            [this](const QString &words) { Q_EMIT said(words, false); });
    dialog->begin();
}

// One dialog at a time: a key that reaches the window under an open one begins nothing.
bool DeskActions::mayBegin() const
{
    return m_desk.access().mayOperate &&
           std::none_of(m_dialogs.begin(), m_dialogs.end(),
                        [](const QPointer<ActionDialog> &dialog) { return dialog && dialog->isVisible(); });
}

void DeskActions::cancelAttempts(const QList<AttemptId> &attempts)
{
    if (mayBegin() && !attempts.isEmpty())
        begin(new CancelDialog(m_desk, numbers(attempts), this, m_window));
}

void DeskActions::newAttempts(const QList<JobId> &jobs)
{
    if (mayBegin() && !jobs.isEmpty())
        begin(new NewAttemptDialog(m_desk, numbers(jobs), this, m_window));
}

void DeskActions::closeJobs(const QList<JobId> &jobs)
{
    if (mayBegin() && !jobs.isEmpty())
        begin(new CloseDialog(m_desk, numbers(jobs), this, m_window));
}

void DeskActions::askProvider(const QList<AttemptId> &attempts)
{
    if (!mayBegin() || attempts.isEmpty())
        return;
    if (attempts.size() == 1)
        ask(attempts.first());
    else
        begin(new AskDialog(m_desk, numbers(attempts), this, m_window));
}

void DeskActions::ask(AttemptId attempt)
{
    auto *slow = new QTimer(this);
    slow->setSingleShot(true);
    connect(slow, &QTimer::timeout, this,
            [this] { Q_EMIT said(tr("Nothing is asked yet: the database has not answered."), false); });
    slow->start(slowAnswer);
    m_desk.read(
        this, [attempt](Session &session) { return readAttemptTargets(session, {attempt.value()}); },
        [this, slow, losses = m_losses](const Result<QList<ActionTarget>> &targets) {
            delete slow;
            if (!targets) {
                Q_EMIT said(tr("The database is away: %1 Nothing was asked.").arg(targets.error().sentence),
                            true);
                return;
            }
            if (losses != m_losses) { // what was wanted then may not be wanted any more
                Q_EMIT said(
                    tr("The database was away meanwhile, so nothing was asked about %1. Ask again if it "
                       "is still wanted.")
                        .arg(targets->first().name()),
                    true);
                return;
            }
            const auto what = std::make_shared<AskProvider>();
            if (const QString whyNot = what->whyNot(targets->first()); !whyNot.isEmpty()) {
                Q_EMIT said(whyNot, true);
                return;
            }
            auto *run = new ActionRun(m_desk, what, *targets, this);
            watchRun(run);
            run->start();
        });
}

void DeskActions::watchRun(ActionRun *run)
{
    connect(run, &ActionRun::answered, this, [this, run](int index) {
        if (const auto request = run->outcomes().at(index).request)
            await(*request, run->targets().at(index));
    });
    connect(run, &ActionRun::ended, this, [this, run] {
        if (run->answeredCount() == 0)
            return;
        const QString summary = run->summary();
        Q_EMIT said(summary, run->isRefusal());
        if (run->targets().size() == 1 && run->outcomes().first().request)
            warnIfUnserved(run->targets().first().provider, summary);
    });
}

void DeskActions::warnIfUnserved(const QString &provider, const QString &asked)
{
    m_desk.read(
        this, [](Session &session) { return board::workers(session); },
        [this, provider, asked](const Result<QList<board::WorkerRow>> &workers) {
            if (!workers ||
                std::any_of(workers->begin(), workers->end(), [&provider](const board::WorkerRow &worker) {
                    return worker.alive && worker.providers.contains(provider);
                }))
                return;
            Q_EMIT said(
                tr("%1 No live worker serves %2 now: the question waits for one.").arg(asked, provider),
                false);
        });
}

void DeskActions::await(RequestId request, const ActionTarget &about)
{
    m_awaited.insert(request, about);
}

void DeskActions::readAnswers()
{
    if (m_awaited.isEmpty() || m_reading)
        return;
    m_reading = true;
    using Answers = QList<std::pair<RequestId, board::RequestBrief>>;
    m_desk.read(
        this,
        [requests = m_awaited.keys()](Session &session) -> Result<Answers> {
            Answers answers;
            for (const RequestId request : requests) {
                const auto brief = board::requestBrief(session, request);
                if (!brief)
                    return brief.error();
                if (*brief && !(*brief)->answer.isNull())
                    answers += {request, **brief};
            }
            return answers;
        },
        [this](const Result<Answers> &answers) {
            m_reading = false;
            if (!answers)
                return; // they are read again when the database is back
            for (const auto &[request, brief] : *answers) {
                const ActionTarget about = m_awaited.take(request);
                if (about.id == 0)
                    continue;
                const bool isSettled = about.state && brief.attemptState != *about.state;
                Q_EMIT said((isSettled ? tr("%1 about %2: %3. It is %4 now.")
                                       : tr("%1 about %2: %3. It is still %4."))
                                .arg(about.provider, about.name(), answerWords(brief.answer),
                                     look::wordOf(brief.attemptState)),
                            false);
            }
        });
}

} // namespace oncedesk
