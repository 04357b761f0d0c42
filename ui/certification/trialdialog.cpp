#include "ui/certification/trialdialog.h"

#include "ui/certification/casesview.h"
#include "ui/certification/trialform.h"
#include "ui/certification/words.h"
#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Role = PlainLabel::Role;

namespace {

constexpr auto between = 300ms; // two looks at what is under way

} // namespace

TrialDialog *TrialDialog::ofSettings(LiveDesk &desk, const QString &provider, const QByteArray &settings,
                                     QWidget *parent)
{
    auto *dialog = new TrialDialog(desk, tr("Try %1").arg(provider), parent);
    dialog->m_form->setSettings(provider, settings);
    return dialog;
}

TrialDialog *TrialDialog::ofSuite(LiveDesk &desk, const QByteArray &suite, QWidget *parent)
{
    auto *dialog = new TrialDialog(desk, tr("Try this suite"), parent);
    dialog->m_form->setSuite(suite);
    return dialog;
}

TrialDialog::TrialDialog(LiveDesk &desk, const QString &title, QWidget *parent)
    : QDialog(parent),
      m_desk(desk),
      m_form(new TrialForm(desk, this)),
      m_meaning(new PlainLabel({}, Role::notice, this)),
      m_said(new PlainLabel({}, Role::body, this)),
      m_cases(new CasesView(desk, this)),
      m_stop(makeButton(tr("Stop"), ButtonKind::plain, this)),
      m_send(makeButton(tr("Send"), ButtonKind::primary, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setObjectName(u"trial"_s);
    setWindowTitle(title);
    m_meaning->setObjectName(u"trial-meaning"_s);
    m_said->setObjectName(u"trial-said"_s);
    m_stop->setObjectName(u"trial-stop"_s);
    m_send->setObjectName(u"trial-send"_s);
    arrange();
    connect(m_form, &TrialForm::changed, this, &TrialDialog::showWhatWouldHappen);
    connect(m_send, &QPushButton::clicked, this, &TrialDialog::send);
    connect(m_stop, &QPushButton::clicked, this, &TrialDialog::stop);
    connect(&m_soon, &QTimer::timeout, this, &TrialDialog::read);
    m_soon.setSingleShot(true);
    m_soon.setInterval(between);
    showWhatWouldHappen();
}

void TrialDialog::arrange()
{
    auto *title = new PlainLabel(windowTitle(), Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    auto *close = makeButton(tr("Close"), ButtonKind::plain, this);
    close->setObjectName(u"trial-close"_s);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    buttons->addWidget(m_stop);
    buttons->addWidget(close);
    buttons->addWidget(m_send);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(title);
    column->addWidget(m_form);
    column->addWidget(m_meaning);
    column->addWidget(m_said);
    column->addWidget(m_cases, 1);
    column->addStretch();
    column->addLayout(buttons);
    m_cases->hide();
    m_stop->hide();
    resize(780, 600);
    connect(close, &QPushButton::clicked, this, &TrialDialog::reject);
}

void TrialDialog::showWhatWouldHappen()
{
    const int calls = m_form->calls();
    const QString fault = m_form->fault();
    const Trial trial = m_form->trial();
    m_meaning->setVisible(calls > 0 && fault.isEmpty());
    m_meaning->setText(
        (trial.settings
             ? tr("Calls to %1 with the settings as they stand in the editor: %2, by a worker that "
                  "serves it, each marked as a rehearsal (header Oncedesk-Certification).")
             : tr("Calls to %1: %2, by a worker that serves it, each marked as a rehearsal (header "
                  "Oncedesk-Certification)."))
            .arg(trial.provider)
            .arg(calls) +
        u' ' + tr("Nothing is saved, and no certificate is given or taken back."));
    m_send->setEnabled(calls > 0 && fault.isEmpty() && !m_run && !m_isSending);
    if (!m_run && !m_isSending)
        say(fault, true);
}

void TrialDialog::send()
{
    if (!m_send->isEnabled())
        return;
    const Trial wanted = m_form->trial();
    m_isSending = true;
    m_cases->startOver(wanted.provider, wanted.intent);
    showWhatWouldHappen();
    say(tr("Asking for it…"), false);
    m_desk.act(
        this, [wanted](Session &session) { return Certification(session).requestTrial(wanted); },
        [this](const Result<CertificationRunId> &run) {
            m_isSending = false;
            if (!run) {
                showWhatWouldHappen();
                return say(run.error().sentence, true);
            }
            m_run = *run;
            m_stop->setEnabled(true);
            m_stop->show();
            showWhatWouldHappen();
            read();
        });
}

void TrialDialog::read()
{
    if (!m_run)
        return;
    m_desk.read(
        this,
        [run = *m_run](Session &session) -> Result<Reading> {
            if (const auto ended = Certification(session).endLost(); !ended)
                return ended.error();
            const auto row = board::certificationRun(session, run);
            if (!row)
                return row.error();
            const auto cases = board::certificationCases(session, run);
            if (!cases)
                return cases.error();
            return Reading{*row, *cases};
        },
        [this](const Result<Reading> &reading) {
            if (reading)
                take(*reading);
            if (m_run)
                m_soon.start();
        });
}

void TrialDialog::take(const Reading &reading)
{
    if (!reading.run)
        return end();
    const board::CertificationRunRow &run = *reading.run;
    if (!reading.cases.isEmpty()) {
        m_cases->setCases(run.id, reading.cases);
        m_cases->show();
    }
    if (run.outcome == u"passed") {
        say(tr("Passed. That certifies nothing: only a run of the saved suite at the saved settings does."),
            false);
    } else if (!run.outcome.isNull()) {
        say(tr("Not passed (%1). %2").arg(certification::word(run), run.reason), true);
    } else if (run.cancelRequestedAt.happened()) {
        say(tr("It ends after the call under way."), false);
    } else if (run.claimedAt.happened()) {
        say(tr("%1 of %2 calls have their verdict, at %3.").arg(run.done).arg(run.total).arg(run.worker),
            false);
    } else {
        say(tr("Waits for a worker that serves %1; after 2 minutes it is given up.").arg(run.provider),
            false);
    }
    if (!run.outcome.isNull())
        end();
}

void TrialDialog::end()
{
    m_run = std::nullopt;
    m_stop->hide();
    m_send->setText(tr("Send again"));
    m_send->setEnabled(m_form->fault().isEmpty());
}

void TrialDialog::stop()
{
    if (!m_run)
        return;
    m_stop->setEnabled(false);
    m_desk.act(
        this, [run = *m_run](Session &session) { return Certification(session).cancel(run); },
        [this](const Result<QString> &outcome) {
            if (!outcome) {
                m_stop->setEnabled(true);
                say(outcome.error().sentence, true);
            }
        });
}

void TrialDialog::reject()
{
    // Nobody is left to see what comes.
    if (m_run)
        m_desk.act(
            &m_desk, [run = *m_run](Session &session) { return Certification(session).cancel(run); },
            [](const Result<QString> &) {});
    QDialog::reject();
}

void TrialDialog::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? Role::danger : Role::body);
    m_said->setText(sentence);
}

} // namespace oncedesk
