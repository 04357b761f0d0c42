#include "ui/connect/profileform.h"

#include "ui/look/look.h"
#include "ui/widgets/card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QStyle>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The keywords that have a field of their own.
const QStringList known{u"host"_s,    u"port"_s,        u"dbname"_s,  u"user"_s,
                        u"sslmode"_s, u"sslrootcert"_s, u"service"_s, u"password"_s};

void setFault(QLineEdit *field, bool isWrong)
{
    field->setProperty("fault", isWrong);
    field->style()->unpolish(field);
    field->style()->polish(field);
}

QString othersOf(const ConnectionSettings &settings)
{
    ConnectionSettings others;
    for (auto it = settings.values().cbegin(); it != settings.values().cend(); ++it) {
        if (!known.contains(it.key()) && !it.value().isEmpty())
            others.set(it.key(), it.value());
    }
    return others.toKeywords();
}

} // namespace

ProfileForm::ProfileForm(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnMinimumWidth(0, 132);
    m_grid->setColumnStretch(1, 1);
    m_name = addLine(u"profile-name"_s, tr("Name"), tr("how you call it, for example shop floor"));
    m_address = addLine(u"profile-address"_s, tr("Paste an address"),
                        tr("postgresql://user@host:5432/database, fills the fields below"));
    m_addressFault = new PlainLabel({}, PlainLabel::Role::danger, this);
    m_addressFault->setObjectName(u"profile-address-fault"_s);
    m_addressFault->hide();
    m_grid->addWidget(m_addressFault, m_grid->rowCount(), 1);
    m_host = addLine(u"profile-host"_s, tr("Host"), tr("one, or several with commas between"));
    m_port = addLine(u"profile-port"_s, tr("Port"), u"5432"_s);
    m_database = addLine(u"profile-database"_s, tr("Database"), {});
    m_user = addLine(u"profile-user"_s, tr("User"), {});
    m_password =
        addLine(u"profile-password"_s, tr("Password"), tr("from the keychain, or asked when needed"));
    m_password->setEchoMode(QLineEdit::Password);
    m_keep = new QCheckBox(tr("Keep the password in the system's keychain"), this);
    m_keep->setObjectName(u"profile-keep"_s);
    m_keep->setChecked(true);
    m_grid->addWidget(m_keep, m_grid->rowCount(), 1);
    m_tls = new QComboBox(this);
    m_tls->setObjectName(u"profile-tls"_s);
    m_tls->addItem(tr("as set elsewhere, else prefer"), QString());
    m_tls->addItem(tr("disable: never"), u"disable"_s);
    m_tls->addItem(tr("allow: only if the server insists"), u"allow"_s);
    m_tls->addItem(tr("prefer: if the server can"), u"prefer"_s);
    m_tls->addItem(tr("require: always, whoever answers"), u"require"_s);
    m_tls->addItem(tr("verify-ca: always, certificate vouched for"), u"verify-ca"_s);
    m_tls->addItem(tr("verify-full: always, and it names this host"), u"verify-full"_s);
    addRow(tr("TLS"), m_tls);
    auto *rootRow = new QWidget(this);
    auto *row = new QHBoxLayout(rootRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_root = new QLineEdit(rootRow);
    m_root->setObjectName(u"profile-root"_s);
    m_root->setAccessibleName(tr("Root certificate"));
    m_root->setPlaceholderText(tr("PEM file; else ~/.postgresql/root.crt"));
    auto *browse = makeButton(tr("Browse…"), ButtonKind::plain, rootRow);
    row->addWidget(m_root, 1);
    row->addWidget(browse);
    addRow(tr("Root certificate"), rootRow);
    m_service = addLine(u"profile-service"_s, tr("Service"), tr("a name in pg_service.conf"));
    m_others = addLine(u"profile-others"_s, tr("Other options"),
                       tr("target_session_attrs=read-write connect_timeout=5"));

    m_grid->setRowStretch(m_grid->rowCount(), 1);

    connect(m_address, &QLineEdit::editingFinished, this, [this] {
        auto settings = ConnectionSettings::parse(m_address->text().trimmed());
        if (!settings || takePassword(settings.value()).isEmpty())
            return;
        m_addressLength = 0; // as if it had been pasted
        takeAddress(m_address->text());
    });
    connect(m_root, &QLineEdit::textChanged, this, &ProfileForm::edited);
    connect(m_tls, &QComboBox::currentIndexChanged, this, &ProfileForm::edited);
    connect(browse, &QPushButton::clicked, this, [this] {
        auto *dialog = new QFileDialog(this, tr("Root certificate"), m_root->text());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, m_root, &QLineEdit::setText);
        dialog->open();
    });
}

QLineEdit *ProfileForm::addLine(const QString &objectName, const QString &label, const QString &hint)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(objectName);
    field->setPlaceholderText(hint);
    addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, [this, field] {
        setFault(field, false);
        if (field == m_address)
            takeAddress(field->text());
        Q_EMIT edited();
    });
    connect(field, &QLineEdit::returnPressed, this, &ProfileForm::submitted);
    return field;
}

void ProfileForm::addRow(const QString &label, QWidget *field)
{
    auto *words = new PlainLabel(label, PlainLabel::Role::muted, this);
    words->setWordWrap(false);
    words->setTextInteractionFlags(Qt::NoTextInteraction);
    if (field->accessibleName().isEmpty())
        field->setAccessibleName(label);
    const int row = m_grid->rowCount();
    m_grid->addWidget(words, row, 0);
    m_grid->addWidget(field, row, 1);
}

void ProfileForm::takeAddress(const QString &text)
{
    const bool wasPasted = text.size() > m_addressLength + 1;
    m_addressLength = text.size();
    m_addressFault->hide();
    if (text.trimmed().isEmpty())
        return;
    const auto parsed = ConnectionSettings::parse(text.trimmed());
    if (!parsed) {
        setFault(m_address, true);
        m_addressFault->setText(parsed.error().sentence);
        m_addressFault->show();
        return;
    }
    ConnectionSettings settings = *parsed;
    // A password in it goes where passwords are typed, and nowhere else.
    if (const QString password = takePassword(settings); !password.isEmpty()) {
        m_password->setText(password);
        // One that is being typed is left to be finished.
        if (wasPasted) {
            const QSignalBlocker blocker(m_address);
            m_address->setText(settings.describe());
        }
    } else {
        m_password->clear(); // another address's
    }
    setSettings(settings);
}

void ProfileForm::setSettings(const ConnectionSettings &settings)
{
    m_host->setText(settings.value(u"host"_s));
    m_port->setText(settings.value(u"port"_s));
    m_database->setText(settings.value(u"dbname"_s));
    m_user->setText(settings.value(u"user"_s));
    m_tls->setCurrentIndex(qMax(0, m_tls->findData(settings.value(u"sslmode"_s))));
    m_root->setText(settings.value(u"sslrootcert"_s));
    m_service->setText(settings.value(u"service"_s));
    m_others->setText(othersOf(settings));
}

void ProfileForm::setProfile(const Profile &profile)
{
    m_name->setText(profile.name);
    m_address->clear();
    m_password->clear();
    setSettings(profile.settings);
}

Result<Profile> ProfileForm::profile()
{
    const auto wrong = [](QLineEdit *field, const QString &sentence) {
        setFault(field, true);
        field->setFocus();
        return Error{ErrorKind::invalid, sentence, {}};
    };
    Profile profile{m_name->text().trimmed(), {}};
    if (m_addressFault->isVisibleTo(this))
        return wrong(m_address, m_addressFault->text());
    if (profile.name.isEmpty())
        return wrong(m_name, tr("Give the connection a name."));
    if (!m_others->text().trimmed().isEmpty()) {
        const auto others = ConnectionSettings::parse(m_others->text());
        if (!others)
            return wrong(m_others, others.error().sentence);
        profile.settings = *others;
        if (!takePassword(profile.settings).isEmpty())
            return wrong(m_others, tr("Type the password into its own field: it is not kept with these."));
    }
    const auto set = [&profile](const QString &keyword, const QString &value) {
        if (!value.trimmed().isEmpty())
            profile.settings.set(keyword, value.trimmed());
    };
    set(u"host"_s, m_host->text());
    set(u"port"_s, m_port->text());
    set(u"dbname"_s, m_database->text());
    set(u"user"_s, m_user->text());
    set(u"sslmode"_s, m_tls->currentData().toString());
    set(u"sslrootcert"_s, m_root->text());
    set(u"service"_s, m_service->text());
    return profile;
}

QString ProfileForm::password() const
{
    return m_password->text();
}

void ProfileForm::setPassword(const QString &password)
{
    m_password->setText(password);
}

bool ProfileForm::keepsPassword() const
{
    return m_keep->isChecked();
}

void ProfileForm::setKeepsPassword(bool keeps)
{
    m_keep->setChecked(keeps);
}

void ProfileForm::focusName()
{
    m_name->setFocus();
}

void ProfileForm::focusPassword()
{
    m_password->setFocus();
    m_password->selectAll();
}

ProfileForm::Draft ProfileForm::draft() const
{
    Draft draft{{m_tls->objectName(), m_tls->currentData().toString()}};
    for (const QLineEdit *field : findChildren<QLineEdit *>()) {
        if (field != m_password && field != m_address && !field->objectName().isEmpty())
            draft.insert(field->objectName(), field->text());
    }
    return draft;
}

void ProfileForm::setDraft(const Draft &draft)
{
    m_tls->setCurrentIndex(std::max(0, m_tls->findData(draft.value(m_tls->objectName()))));
    for (QLineEdit *field : findChildren<QLineEdit *>()) {
        if (const auto text = draft.constFind(field->objectName()); text != draft.cend())
            field->setText(*text);
    }
}

} // namespace oncedesk
