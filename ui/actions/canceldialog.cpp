#include "ui/actions/canceldialog.h"

#include "ui/actions/actionform.h"
#include "ui/actions/cancelattempt.h"
#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QButtonGroup>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QVBoxLayout>
#include <array>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

CancelDialog::CancelDialog(LiveDesk &desk, const QList<qint64> &attempts, QObject *runOwner, QWidget *parent)
    : ActionDialog(desk, attempts, runOwner, parent),
      m_evidence(new QButtonGroup(this)),
      m_lastAnswer(new PlainLabel({}, PlainLabel::Role::muted, this))
{
    setObjectName(u"cancelDialog"_s);
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    const std::array<std::pair<QString, QString>, 3> kinds{
        {{u"provider_confirmed_stopped"_s, tr("The provider confirmed that it stopped")},
         {u"provider_has_no_record"_s, tr("The provider has no record of it")},
         {u"accepted_risk"_s, tr("Neither: I accept the risk that it may have happened, or still will")}}};
    for (const auto &[kind, words] : kinds) {
        auto *button = new QRadioButton(words, box);
        button->setObjectName(u"evidence-"_s + kind);
        button->setProperty("evidence", kind);
        button->setMinimumHeight(24); // its frame of focus around the whole of its text
        button->installEventFilter(this);
        m_evidence->addButton(button);
        column->addWidget(button);
    }
    connect(m_evidence, &QButtonGroup::buttonToggled, this, [this] {
        showLastAnswer();
        check();
    });
    form().addField(tr("What you know"), box);
    m_lastAnswer->setObjectName(u"lastAnswer"_s);
    m_lastAnswer->hide();
    form().addNote(m_lastAnswer);
    m_reason = form().addReason(tr("Reason, kept in the history for good"));
}

// Arrows choose, as everywhere; by itself Qt only moves the focus as long as none is chosen.
bool CancelDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_Down || key == Qt::Key_Right ? 1
                         : key == Qt::Key_Up || key == Qt::Key_Left  ? -1
                                                                     : 0;
        const auto kinds = m_evidence->buttons();
        const qsizetype at = kinds.indexOf(static_cast<QAbstractButton *>(watched));
        if (step != 0 && at >= 0) {
            QAbstractButton *next = kinds.at((at + step + kinds.size()) % kinds.size());
            next->setFocus(Qt::ShortcutFocusReason);
            next->setChecked(true);
            return true;
        }
    }
    return ActionDialog::eventFilter(watched, event);
}

QString CancelDialog::evidence() const
{
    const QAbstractButton *chosen = m_evidence->checkedButton();
    return chosen ? chosen->property("evidence").toString() : QString();
}

std::shared_ptr<const Action> CancelDialog::action() const
{
    return std::make_shared<CancelAttempt>(m_reason->toPlainText().trimmed(), evidence());
}

QString CancelDialog::heading(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Cancel %1 attempts").arg(ids().size());
    return targets.isEmpty() ? tr("Cancel an attempt") : tr("Cancel %1").arg(targets.first().name());
}

QString CancelDialog::consequence(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Unknown and pending attempts are cancelled at once, and a result that comes later loses. "
                  "A started one only gets a stop request. No provider that is still working is stopped by "
                  "this. Only what is listed here is touched, nothing that arrives later.");
    const ActionTarget &target = targets.first();
    if (!target.state)
        return {};
    switch (*target.state) {
    case AttemptState::unknown:
        return tr("It is cancelled at once, and a result that comes later loses. This does not stop %1 if it "
                  "is still working. Unknown because: %2")
            .arg(target.provider, target.unknownWhy);
    case AttemptState::pending:
        return tr("It has not been started: it is cancelled at once, and %1 never hears of it.")
            .arg(target.provider);
    case AttemptState::started:
        return tr("It is under way. Its worker gets a request to stop it at %1. It is cancelled only if %1 "
                  "confirms; otherwise it becomes unknown.")
            .arg(target.provider);
    case AttemptState::succeeded:
    case AttemptState::failed:
    case AttemptState::superseded:
    case AttemptState::cancelled:
        return {};
    }
    Q_UNREACHABLE();
}

QString CancelDialog::condition(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Applies to each only if it is still in the state shown.");
    const ActionTarget &target = targets.first();
    if (!target.state || !isLive(*target.state))
        return {};
    return tr("Applies only if attempt %1 is still %2.").arg(QString::number(target.ordinal), target.word());
}

QStringList CancelDialog::missing() const
{
    return {evidence().isEmpty() ? tr("what you know") : QString(), ActionForm::reasonFault(*m_reason, true)};
}

void CancelDialog::onTargets(const QList<ActionTarget> &now)
{
    if (isForMany())
        return;
    m_target = now.first();
    showLastAnswer();
}

void CancelDialog::showLastAnswer()
{
    if (!m_target.wasStarted || isForMany())
        return;
    const QString chosen = evidence();
    const bool isBacked = m_target.lastAnswer == u"stopped"     ? chosen == u"provider_confirmed_stopped"
                          : m_target.lastAnswer == u"no_record" ? chosen == u"provider_has_no_record"
                                                                : false;
    const bool claims = !chosen.isEmpty() && chosen != u"accepted_risk";
    QStringList words{m_target.lastAnswer.isEmpty()
                          ? tr("%1 has answered no question about it here.").arg(m_target.provider)
                          : tr("%1 last answered, at %2: %3.")
                                .arg(m_target.provider, Times::instance().brief(m_target.lastAnswerAt),
                                     answerWords(m_target.lastAnswer))};
    if (claims && !isBacked)
        words += tr("Choose this only if you know it from elsewhere, and say from where.");
    m_lastAnswer->setText(words.join(u' '));
    m_lastAnswer->setRole(claims && !isBacked ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    m_lastAnswer->show();
}

QString CancelDialog::verb(int count) const
{
    return isForMany() ? tr("Cancel %1 attempts").arg(count) : tr("Cancel attempt");
}

} // namespace oncedesk
