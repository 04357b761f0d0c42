#include "ui/newjob/newjobdialog.h"

#include "core/board/briefs.h"
#include "core/board/providers.h"
#include "ui/newjob/keyname.h"
#include "ui/newjob/paramseditor.h"
#include "ui/newjob/policyform.h"
#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// "params/amount" as the contract names it, for people.
QString differing(const QStringList &differs)
{
    QStringList parts;
    for (const QString &part : differs)
        parts += part == u"intent"_s     ? NewJobDialog::tr("the intent")
                 : part == u"provider"_s ? NewJobDialog::tr("the provider")
                 : part == u"policy"_s   ? NewJobDialog::tr("the policy")
                                         : part;
    return parts.join(u", "_s);
}

} // namespace

NewJobDialog::NewJobDialog(LiveDesk &desk, QWidget *window)
    : QDialog(window),
      m_desk(desk),
      m_owner(new QLineEdit(this)),
      m_key(new QLineEdit(this)),
      m_intent(new QLineEdit(this)),
      m_provider(new QComboBox(this)),
      m_providerNote(new PlainLabel(QString(), PlainLabel::Role::muted, this)),
      m_params(new ParamsEditor(this)),
      m_paramsNote(new PlainLabel(QString(), PlainLabel::Role::muted, this)),
      m_startOver(makeButton(tr("Start over"), ButtonKind::link, this)),
      m_policy(new PolicyForm(this)),
      m_plan(new PlainLabel(QString(), PlainLabel::Role::body, this)),
      m_answer(new PlainLabel(QString(), PlainLabel::Role::body, this)),
      m_openOther(makeButton(QString(), ButtonKind::link, this)),
      m_submit(makeButton(tr("Submit"), ButtonKind::primary, this))
{
    setWindowTitle(tr("New job"));
    setWindowModality(Qt::WindowModal);
    setObjectName(u"new-job-dialog"_s);
    connect(this, &QDialog::finished, this, &NewJobDialog::leave);
    resize(760, 680);
    arrange();

    for (QLineEdit *field : {m_owner, m_key, m_intent})
        connect(field, &QLineEdit::textChanged, this, &NewJobDialog::onEdit);
    connect(m_provider, &QComboBox::currentTextChanged, this, &NewJobDialog::onEdit);
    connect(m_policy, &PolicyForm::changed, this, &NewJobDialog::onEdit);
    connect(m_params, &ParamsEditor::checked, this, &NewJobDialog::onEdit);
    connect(m_submit, &QPushButton::clicked, this, &NewJobDialog::submit);
    connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this), &QShortcut::activated, this,
            &NewJobDialog::submit);
    connect(m_startOver, &QPushButton::clicked, m_params, &ParamsEditor::startOver);
    connect(m_openOther, &QPushButton::clicked, this, [this] {
        if (m_other)
            Q_EMIT jobWanted(*m_other, QString());
        close();
    });
    connect(&m_desk, &LiveDesk::linkChanged, this, [this] {
        if (m_desk.link() == LiveDesk::Link::fresh && m_provider->count() == 0)
            readProviders();
    });
    m_params->setText(u"{\n  \n}"_s);
    readProviders();
    showPlan();
    m_owner->setFocus();
}

void NewJobDialog::arrange()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(8);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    const auto label = [this](const QString &text, QWidget *field) {
        auto *made = new QLabel(text, this);
        made->setProperty("role", u"muted"_s);
        made->setBuddy(field);
        field->setAccessibleName(QString(text).remove(u'&'));
        return made;
    };
    m_owner->setObjectName(u"owner"_s);
    m_owner->setPlaceholderText(tr("whose job it is"));
    m_key->setObjectName(u"key"_s);
    m_key->setFont(look::fixedFont(look::Size::caption));
    m_key->setPlaceholderText(tr("one key, one job"));
    m_intent->setObjectName(u"intent"_s);
    m_intent->setPlaceholderText(u"print.poster"_s);
    m_provider->setObjectName(u"provider"_s);
    auto *generate = makeButton(tr("&Generate"), ButtonKind::plain, this);
    generate->setObjectName(u"generate"_s);
    generate->setToolTip(tr("A random key that nobody has used"));
    connect(generate, &QPushButton::clicked, this, [this] { m_key->setText(newKey(m_intent->text())); });
    auto *keyRow = new QHBoxLayout;
    keyRow->setSpacing(8);
    keyRow->addWidget(m_key, 1);
    keyRow->addWidget(generate);
    grid->addWidget(label(tr("&Owner"), m_owner), 0, 0);
    grid->addWidget(m_owner, 1, 0);
    grid->addWidget(label(tr("Idempotency &key"), m_key), 0, 1);
    grid->addLayout(keyRow, 1, 1);
    grid->addWidget(label(tr("&Intent"), m_intent), 2, 0);
    grid->addWidget(m_intent, 3, 0);
    grid->addWidget(label(tr("&Provider"), m_provider), 2, 1);
    grid->addWidget(m_provider, 3, 1);
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    column->addLayout(grid);
    m_providerNote->hide();
    column->addWidget(m_providerNote);

    column->addWidget(label(tr("Pa&rams, a JSON object"), m_params));
    m_params->setObjectName(u"params"_s);
    column->addWidget(m_params, 1);
    auto *noteRow = new QHBoxLayout;
    noteRow->addWidget(m_paramsNote, 1);
    m_startOver->hide();
    noteRow->addWidget(m_startOver);
    column->addLayout(noteRow);
    auto *policy = new PlainLabel(tr("Policy: what is left as it is follows the contract's defaults"),
                                  PlainLabel::Role::body, this);
    policy->setFont(look::font(look::Size::body, QFont::DemiBold));
    column->addWidget(policy);
    column->addWidget(m_policy);
    column->addSpacing(4);
    column->addWidget(m_plan);
    m_answer->setObjectName(u"answer"_s);
    m_answer->hide();
    column->addWidget(m_answer);

    auto *foot = new QHBoxLayout;
    foot->setSpacing(8);
    m_openOther->setObjectName(u"open-other"_s);
    m_openOther->hide();
    foot->addWidget(m_openOther);
    foot->addStretch(1);
    auto *cancel = makeButton(tr("Close"), ButtonKind::plain, this);
    cancel->setObjectName(u"close"_s);
    connect(cancel, &QPushButton::clicked, this, &QDialog::close);
    foot->addWidget(cancel);
    m_submit->setObjectName(u"submit"_s);
    m_submit->setToolTip(tr("Submit (Ctrl+Return)"));
    foot->addWidget(m_submit);
    column->addLayout(foot);
    // As one reads: Generate belongs to the key.
    QWidget *before = m_owner;
    for (QWidget *field : std::initializer_list<QWidget *>{m_key, generate, m_intent, m_provider, m_params}) {
        setTabOrder(before, field);
        before = field;
    }
}

void NewJobDialog::readProviders()
{
    if (m_isReadingProviders)
        return;
    m_isReadingProviders = true;
    m_providerNote->setText(tr("Reading the providers…"));
    m_providerNote->show();
    m_desk.read(
        this, [](Session &session) { return board::providers(session); },
        [this](const Result<QList<board::ProviderRow>> &rows) {
            m_isReadingProviders = false;
            m_providerNote->hide();
            if (rows) {
                for (const board::ProviderRow &row : *rows) {
                    if (row.enabled)
                        m_provider->addItem(row.name);
                }
                if (m_provider->count() == 0) {
                    m_providerNote->setText(tr("No provider is enabled. An administrator adds them."));
                    m_providerNote->show();
                }
            } else if (rows.error().kind == ErrorKind::forbidden) {
                m_provider->setEditable(true);
                m_provider->lineEdit()->setPlaceholderText(tr("its name"));
                m_providerNote->setText(tr("Your role may not list the providers: type the name of one."));
                m_providerNote->show();
            } else {
                m_providerNote->setText(tr("The providers could not be read: %1").arg(rows.error().sentence));
                m_providerNote->show();
            }
            showPlan();
        });
}

QString NewJobDialog::missing() const
{
    if (m_owner->text().trimmed().isEmpty())
        return tr("Name the owner: whose job it is.");
    // Said, never cut: a key cut short would be another one's.
    if (m_owner->text().toUtf8().size() > 255)
        return tr("The owner is too long: at most 255 bytes.");
    if (m_key->text().trimmed().isEmpty())
        return tr("Give it a key, or have one generated.");
    const QString key = m_key->text();
    if (std::any_of(key.cbegin(), key.cend(), [](QChar c) { return c < u' ' || c > u'~'; }))
        return tr("The key must be printable ASCII characters.");
    if (key.size() > 255)
        return tr("The key is %1 characters long: at most 255 can be kept.").arg(key.size());
    if (m_intent->text().isEmpty())
        return tr("Name the intent, for example print.poster.");
    if (m_intent->text().size() > 100)
        return tr("The intent is too long: at most 100 characters.");
    if (m_provider->currentText().isEmpty())
        return tr("Choose the provider.");
    return m_policy->fault();
}

// What was answered was about what stood there before.
void NewJobDialog::onEdit()
{
    if (!m_isSending) {
        m_other.reset();
        m_openOther->hide();
        m_answer->clear();
    }
    showPlan();
}

void NewJobDialog::showPlan()
{
    m_startOver->setVisible(m_params->isKeptAside());
    m_paramsNote->setRole(m_params->fault().isEmpty() ? PlainLabel::Role::muted : PlainLabel::Role::danger);
    m_paramsNote->setText(
        !m_params->fault().isEmpty() ? m_params->fault()
        : m_params->isKeptAside()
            ? tr("A long text: only its beginning is shown, all of it is sent. Pasting another one "
                 "replaces it.")
        : m_params->isChecked() ? tr("Valid JSON.")
                                : tr("Checking…"));
    const QString lack = missing();
    m_submit->setEnabled(!m_isSending && lack.isEmpty() && m_params->isChecked() &&
                         m_params->fault().isEmpty());
    if (!lack.isEmpty()) {
        m_plan->setText(lack);
        return;
    }
    QString plan =
        m_policy->startsByItself()
            ? tr("Submitting records one job of %1 under this key and opens attempt 1 at %2 at once.")
                  .arg(m_owner->text().simplified(), m_provider->currentText())
            : tr("Submitting records one job of %1 under this key. Nothing starts until a person opens "
                 "attempt 1 at %2.")
                  .arg(m_owner->text().simplified(), m_provider->currentText());
    if (m_policy->isHedged())
        plan += u' ' + tr("After %1 s of silence a second attempt may race it at a certified fallback.")
                           .arg(m_policy->hedgeAfter());
    plan += u' ' + tr("If this owner has used the key before, nothing new starts.");
    m_plan->setText(plan);
}

void NewJobDialog::submit()
{
    if (!m_submit->isEnabled())
        return;
    NewJob job;
    job.owner = m_owner->text();
    job.key = m_key->text().toLatin1();
    job.intent = m_intent->text();
    job.provider = m_provider->currentText();
    job.params = m_params->json();
    job.policy = m_policy->json();
    job.client = u"console"_s;
    m_other.reset();
    m_openOther->hide();
    setSending(true);
    say(tr("Asking the database… You may close this window; the job may be recorded nevertheless."), false);
    m_desk.act(
        this, [job](Session &session) { return Ledger(session).submit(job); },
        [this, job](const Result<Submission> &submission) { answered(job, submission); });
}

// What was sent is listened for, window or not.
void NewJobDialog::leave()
{
    if (m_isSending)
        Q_EMIT said(tr("New job under key %1: sent. The database has not answered yet.").arg(m_key->text()),
                    false);
    else
        deleteLater();
}

// Where the window was closed meanwhile it is told, and nothing is opened behind a person's back.
void NewJobDialog::concluded(JobId job, const QString &sentence)
{
    if (isVisible()) {
        Q_EMIT jobWanted(job, sentence);
        setSending(false);
        close();
    } else {
        Q_EMIT said(sentence, false);
        deleteLater();
    }
}

void NewJobDialog::answered(const NewJob &job, const Result<Submission> &submission)
{
    if (submission && submission->outcome == Submission::Outcome::replayed)
        return openReplayed(*submission->job);
    setSending(false);
    if (!submission) {
        const Error &error = submission.error();
        if (error.kind == ErrorKind::disconnected)
            say(tr("The link to the database was lost, so it is not known whether the job was recorded. "
                   "Submitting it again is safe: the same key gives the same job. (%1)")
                    .arg(error.sentence),
                true);
        else if (error.kind == ErrorKind::forbidden)
            say(tr("Refused: your role may not submit jobs. %1").arg(error.sentence), true);
        else
            say(tr("Refused, nothing was recorded: %1").arg(error.sentence), true);
        return;
    }
    switch (submission->outcome) {
    case Submission::Outcome::created:
        concluded(*submission->job, tr("Ticket #%1 was created.").arg(submission->job->value()));
        return;
    case Submission::Outcome::replayed:
        return; // above
    case Submission::Outcome::conflict:
        m_other = submission->conflictsWith;
        say(tr("%1 has used this key for ticket #%2, which differs in: %3. Nothing was started or changed, "
               "and "
               "sending it again will not help. Take another key for another job.")
                .arg(job.owner.simplified(), QString::number(m_other ? m_other->value() : 0),
                     differing(submission->differs)),
            true);
        if (m_other) {
            m_openOther->setText(tr("Open ticket #%1").arg(m_other->value()));
            m_openOther->show();
        }
        return;
    }
    Q_UNREACHABLE();
}

void NewJobDialog::openReplayed(JobId job)
{
    say(tr("This is ticket #%1; nothing new was started.").arg(job.value()), false);
    m_desk.read(
        this, [job](Session &session) { return board::jobBrief(session, job); },
        [this, job](const Result<std::optional<board::JobBrief>> &brief) {
            const QString sentence =
                brief && *brief
                    ? tr("This is ticket #%1, created %2; nothing new was started.")
                          .arg(QString::number(job.value()), Times::instance().full((*brief)->createdAt))
                    : tr("This is ticket #%1; nothing new was started.").arg(job.value());
            concluded(job, sentence);
        });
}

void NewJobDialog::setSending(bool isSending)
{
    m_isSending = isSending;
    showPlan();
}

void NewJobDialog::say(const QString &sentence, bool isRefusal)
{
    m_answer->setRole(isRefusal ? PlainLabel::Role::danger : PlainLabel::Role::body);
    m_answer->setText(sentence);
    m_answer->show();
    if (!isVisible() && !m_isSending) {
        Q_EMIT said(tr("New job under key %1: %2").arg(m_key->text(), sentence), isRefusal);
        deleteLater();
    }
}

QString NewJobDialog::answer() const
{
    return m_answer->text();
}

} // namespace oncedesk
