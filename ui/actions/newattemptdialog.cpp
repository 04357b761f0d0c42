#include "ui/actions/newattemptdialog.h"

#include "ui/actions/actionform.h"
#include "ui/actions/openattempt.h"
#include "ui/actions/risk.h"
#include "ui/widgets/card.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

NewAttemptDialog::NewAttemptDialog(LiveDesk &desk, const QList<qint64> &jobs, QObject *runOwner,
                                   QWidget *parent)
    : ActionDialog(desk, jobs, runOwner, parent),
      m_provider(new QComboBox(this)),
      m_why(new PlainLabel({}, PlainLabel::Role::muted, this))
{
    setObjectName(u"newAttemptDialog"_s);
    m_provider->setObjectName(u"provider"_s);
    m_provider->setEnabled(false);
    form().addField(tr("Provider"), m_provider);
    m_why->setObjectName(u"why"_s);
    form().addNote(m_why);
    m_reason = form().addReason(tr("Reason, kept in the history for good"));
    connect(m_provider, &QComboBox::currentIndexChanged, this, &NewAttemptDialog::showRisk);
    connect(&desk, &LiveDesk::changed, this, [this] {
        if (!m_choice)
            readChoice();
    });
    readChoice();
}

void NewAttemptDialog::readChoice()
{
    if (m_readingChoice)
        return;
    m_readingChoice = true;
    desk().read(
        this,
        [ids = ids()](Session &session) -> Result<Choice> {
            if (auto done = board::readOneSnapshot(session); !done)
                return done.error();
            auto providers = board::providers(session);
            if (!providers)
                return providers.error();
            Choice choice{*providers, {}};
            if (ids.size() == 1) {
                auto job = board::jobDetail(session, JobId(ids.first()));
                if (!job)
                    return job.error();
                choice.job = *job;
            }
            return choice;
        },
        [this](const Result<Choice> &choice) {
            m_readingChoice = false;
            if (choice)
                offer(*choice);
        });
}

void NewAttemptDialog::offer(const Choice &choice)
{
    m_choice = choice;
    const QSignalBlocker quiet(m_provider);
    m_provider->clear();
    if (!choice.job)
        m_provider->addItem(tr("each job's own"), QString());
    for (const board::ProviderRow &provider : choice.providers) {
        const QString state =
            !provider.enabled                           ? tr("disabled")
            : !choice.job                               ? QString()
            : isCertified(provider, choice.job->intent) ? tr("certified for %1").arg(choice.job->intent)
            : provider.name == choice.job->provider     ? tr("the job's own")
                                                        : tr("not certified for %1").arg(choice.job->intent);
        m_provider->addItem(state.isEmpty() ? provider.name : u"%1 · %2"_s.arg(provider.name, state),
                            provider.name);
    }
    if (choice.job)
        m_provider->setCurrentIndex(std::max(0, m_provider->findData(choice.job->provider)));
    m_provider->setEnabled(true);
    showRisk();
}

const board::ProviderRow *NewAttemptDialog::chosen() const
{
    if (!m_choice)
        return nullptr;
    const QString name = m_provider->currentData().toString();
    const auto found = std::find_if(m_choice->providers.begin(), m_choice->providers.end(),
                                    [&name](const board::ProviderRow &row) { return row.name == name; });
    return found == m_choice->providers.end() ? nullptr : &*found;
}

void NewAttemptDialog::showRisk()
{
    const board::ProviderRow *provider = chosen();
    QString why;
    if (isForMany())
        why = tr("The database refuses those whose policy or certificates say no, unless there is a reason.");
    else if (provider && m_choice->job)
        why = whyReason(*m_choice->job, *provider);
    // Always there: what is below stays where it is.
    m_why->setText(why.isEmpty() ? tr("No reason is needed; one that is given is kept.") : why);
    setConsequence();
    check();
}

std::shared_ptr<const Action> NewAttemptDialog::action() const
{
    const QString reason = m_reason->toPlainText().trimmed();
    const QString provider = m_provider->currentData().toString();
    return std::make_shared<OpenAttempt>(provider.isEmpty() ? QString() : provider,
                                         reason.isEmpty() ? QString() : reason);
}

QString NewAttemptDialog::heading(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("New attempt of %1 jobs").arg(ids().size());
    return targets.isEmpty() ? tr("New attempt") : tr("New attempt of %1").arg(targets.first().name());
}

QString NewAttemptDialog::consequence(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Each gets one more attempt, which a worker begins as soon as it can. Where an earlier one "
                  "was cancelled at a risk, it may happen twice. Only what is listed here is touched.");
    const board::ProviderRow *provider = chosen();
    if (targets.isEmpty() || !provider || !m_choice->job)
        return {};
    const QString whyNot = whyNoAttempt(*m_choice->job);
    return whyNot.isEmpty() ? riskOfAttempt(*m_choice->job, provider->name) : whyNot;
}

QString NewAttemptDialog::condition(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Applies to each only if it is still in the state shown.");
    const ActionTarget &target = targets.first();
    if (!target.status)
        return {};
    return tr("Applies only if %1 is still %2 and no other attempt is in the way.")
        .arg(target.name(), target.word());
}

QStringList NewAttemptDialog::missing() const
{
    if (!m_choice)
        return {tr("the list of providers, which is being read")};
    const board::ProviderRow *provider = chosen();
    const bool isRequired = provider && m_choice->job && !whyReason(*m_choice->job, *provider).isEmpty();
    return {ActionForm::reasonFault(*m_reason, isRequired)};
}

QString NewAttemptDialog::verb(int count) const
{
    return isForMany() ? tr("Open %1 new attempts").arg(count) : tr("Open new attempt");
}

} // namespace oncedesk
