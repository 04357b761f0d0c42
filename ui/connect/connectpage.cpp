#include "ui/connect/connectpage.h"

#include "core/db/migrator.h"
#include "ui/connect/profileform.h"
#include "ui/connect/profiles.h"
#include "ui/widgets/card.h"
#include "ui/widgets/question.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QProgressBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

ConnectPage::ConnectPage(Keychain &keychain, bool hasDesk, QWidget *parent)
    : QWidget(parent),
      m_keychain(keychain),
      m_list(new QListWidget(this)),
      m_stack(new QStackedWidget(this)),
      m_connect(makeButton(tr("Connect"), ButtonKind::primary, this)),
      m_test(makeButton(tr("Test"), ButtonKind::plain, this)),
      m_cancel(makeButton(tr("Cancel"), ButtonKind::plain, this)),
      m_remove(makeButton(tr("Remove…"), ButtonKind::plain, this)),
      m_hasDesk(hasDesk)
{
    setObjectName(u"page"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto *head = new QHBoxLayout;
    auto *title = new PlainLabel(tr("Connection"), PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    head->addWidget(title, 1);
    if (hasDesk) {
        auto *back = makeButton(tr("Back to the desk"), ButtonKind::plain, this);
        back->setObjectName(u"back"_s);
        back->setToolTip(tr("Esc"));
        connect(back, &QPushButton::clicked, this, &ConnectPage::backWanted);
        head->addWidget(back);
    }
    column->addLayout(head);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(12);
    auto *listCard = new Card(this);
    listCard->setFixedWidth(264);
    listCard->column()->setContentsMargins(8, 8, 8, 8);
    listCard->column()->addWidget(m_list);
    m_list->setObjectName(u"connections"_s);
    m_list->setAccessibleName(tr("Connections"));
    middle->addWidget(listCard);
    auto *formCard = new Card(this);
    formCard->setMaximumWidth(760);
    formCard->column()->addWidget(makeForm(), 1);
    formCard->column()->addWidget(makeAnswer());
    middle->addWidget(formCard, 4);
    middle->addStretch(1);
    column->addLayout(middle, 1);

    connect(m_list, &QListWidget::currentRowChanged, this, &ConnectPage::choose);
    connect(m_list, &QListWidget::itemActivated, this, [this] { begin(Purpose::connect); });
    connect(m_connect, &QPushButton::clicked, this, [this] { begin(Purpose::connect); });
    connect(m_test, &QPushButton::clicked, this, [this] { begin(Purpose::test); });
    connect(m_cancel, &QPushButton::clicked, this, &ConnectPage::cancel);
    connect(m_remove, &QPushButton::clicked, this, &ConnectPage::removeChosen);
    setBusy(false);
    setTarget({});
}

QWidget *ConnectPage::makeForm()
{
    auto *privateDesk = new QWidget(this);
    auto *column = new QVBoxLayout(privateDesk);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    auto *title = new PlainLabel(tr("Private desk"), PlainLabel::Role::body, privateDesk);
    title->setFont(look::font(look::Size::brand, QFont::DemiBold));
    column->addWidget(title);
    column->addWidget(new PlainLabel(
        tr("A PostgreSQL of your own, started from the installed programs when it is needed and stopped when "
           "the last one leaves. Only you can reach it: there is no network port and no password."),
        PlainLabel::Role::muted, privateDesk));
    column->addStretch();

    m_form = new ProfileForm(this);
    m_form->setObjectName(u"scrolled"_s);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    m_stack->addWidget(privateDesk);
    m_stack->addWidget(scroll);
    connect(m_form, &ProfileForm::submitted, this, [this] { begin(Purpose::connect); });
    connect(m_form, &ProfileForm::edited, this, [this] {
        m_isEdited = true;
        if (!m_opening)
            say({}, {}, {}, false);
    });
    return m_stack;
}

QWidget *ConnectPage::makeAnswer()
{
    auto *answer = new QWidget(this);
    auto *column = new QVBoxLayout(answer);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_headline = new PlainLabel({}, PlainLabel::Role::body, answer);
    m_headline->setObjectName(u"answer"_s);
    m_headline->setFont(look::font(look::Size::body, QFont::DemiBold));
    m_advice = new PlainLabel({}, PlainLabel::Role::body, answer);
    m_advice->setObjectName(u"answer-advice"_s);
    m_detail = new PlainLabel({}, PlainLabel::Role::muted, answer);
    m_detail->setObjectName(u"answer-detail"_s);
    m_detail->setFont(look::font(look::Size::caption));
    m_keychainWords = new PlainLabel({}, PlainLabel::Role::notice, answer);
    m_keychainWords->setObjectName(u"keychain-words"_s);
    m_keychainWords->hide();
    m_progress = new QProgressBar(answer);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Connecting"));
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_headline, m_progress, m_advice, m_detail, m_keychainWords})
        column->addWidget(widget);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_connect->setObjectName(u"connect"_s);
    m_test->setObjectName(u"test"_s);
    m_cancel->setObjectName(u"cancel"_s);
    m_remove->setObjectName(u"remove"_s);
    for (QPushButton *button : {m_connect, m_test, m_cancel})
        buttons->addWidget(button);
    buttons->addStretch();
    buttons->addWidget(m_remove);
    column->addLayout(buttons);
    return answer;
}

void ConnectPage::fillList(const QString &current)
{
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    m_list->addItem(tr("Private desk"));
    m_list->addItems(Profiles::names());
    m_list->addItem(tr("New connection…"));
    int row = m_list->count() - 1;
    for (int i = 1; i < m_list->count() - 1; ++i) {
        if (m_list->item(i)->text() == current)
            row = i;
    }
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setSizeHint({0, look::rowHeight});
    m_list->setCurrentRow(row);
}

void ConnectPage::setTarget(const Target &target)
{
    fillList(target.profile.name);
    if (target.kind == Target::Kind::privateDesk) {
        const QSignalBlocker blocker(m_list);
        m_list->setCurrentRow(0);
    }
    choose(m_list->currentRow());
    if (target.kind == Target::Kind::given)
        m_form->setProfile(target.profile);
    m_list->setFocus();
}

bool ConnectPage::isPrivateChosen() const
{
    return m_list->currentRow() == 0;
}

void ConnectPage::choose(int row)
{
    cancel();
    if (m_isEdited)
        m_drafts.insert(m_original, m_form->draft());
    const bool isNew = row == m_list->count() - 1;
    m_stack->setCurrentIndex(row == 0 ? 0 : 1);
    m_original = row == 0 || isNew || row < 0 ? QString() : m_list->item(row)->text();
    m_form->setProfile(Profiles::find(m_original).value_or(Profile()));
    m_form->setKeepsPassword(Profiles::keepsPassword(m_original));
    m_isEdited = row != 0 && m_drafts.contains(m_original);
    if (m_isEdited)
        m_form->setDraft(m_drafts.value(m_original));
    m_connect->setText(row == 0 ? tr("Open the private desk") : tr("Connect"));
    m_test->setVisible(row != 0);
    m_remove->setVisible(!m_original.isEmpty());
    say({}, {}, {}, false);
    m_keychainWords->hide();
}

void ConnectPage::begin(Purpose purpose)
{
    cancel();
    Target target;
    std::optional<QString> password;
    if (!isPrivateChosen()) {
        const auto profile = m_form->profile();
        if (!profile)
            return say(profile.error().sentence, {}, {}, true);
        target = {Target::Kind::profile, *profile};
        if (!m_form->password().isEmpty())
            password = m_form->password();
    }
    m_opening = new Opening(target, password, m_keychain, this);
    connect(m_opening, &Opening::opened, this,
            [this, purpose, target](const OpenedDesk &desk) { finish(purpose, target, desk); });
    connect(m_opening, &Opening::failed, this, &ConnectPage::fail);
    setBusy(true, isPrivateChosen() ? tr("Opening the private desk…")
                                    : tr("Connecting to %1…").arg(target.profile.settings.describe()));
    m_opening->start();
}

void ConnectPage::cancel()
{
    if (!m_opening)
        return;
    delete m_opening;
    setBusy(false);
    say(tr("Given up. Nothing was changed."), {}, {}, false);
}

void ConnectPage::finish(Purpose purpose, const Target &target, const OpenedDesk &desk)
{
    m_opening->deleteLater();
    m_opening = nullptr;
    setBusy(false);
    switch (purpose) {
    case Purpose::test:
        say(tr("It works."),
            tr("The login is %1, the schema has version %2.")
                .arg(desk.access.login, QString::number(programSchemaVersion())),
            {}, false);
        return;
    case Purpose::connect:
        if (target.kind == Target::Kind::profile) {
            if (!m_original.isEmpty() && m_original != target.profile.name)
                Profiles::remove(m_original);
            Profiles::save(target.profile);
            Profiles::setKeepsPassword(target.profile.name, m_form->keepsPassword());
            keepPassword(target.profile);
            m_drafts.remove(m_original);
            m_isEdited = false;
        }
        Profiles::setLastUsed(target);
        Q_EMIT opened(target, desk);
        return;
    }
}

void ConnectPage::keepPassword(const Profile &profile)
{
    if (!m_form->keepsPassword())
        m_keychain.erase(profile.passwordKey(), parent() ? parent() : this, [](const Keychain::Answer &) {});
    else if (!m_form->password().isEmpty())
        // Where none runs it is asked the next time, which the start says by itself.
        m_keychain.write(profile.passwordKey(), m_form->password(), parent() ? parent() : this,
                         [](const Keychain::Answer &) {});
}

void ConnectPage::fail(const Trouble &trouble)
{
    m_opening->deleteLater();
    m_opening = nullptr;
    setBusy(false);
    say(trouble.headline, trouble.advice, trouble.detail, true);
    if (!trouble.wantsPassword)
        return;
    m_form->focusPassword();
    const auto profile = m_form->profile();
    if (!profile)
        return;
    m_keychain.read(profile->passwordKey(), this, [this](const Keychain::Answer &answer) {
        const bool isAway = answer.kind == Keychain::Answer::Kind::unavailable;
        m_keychainWords->setVisible(isAway);
        m_keychainWords->setText(tr("No keychain answers here: the password is asked each time and kept "
                                    "nowhere. (%1)")
                                     .arg(answer.why));
    });
}

void ConnectPage::removeChosen()
{
    const Question *question = Question::ask(
        this,
        {tr("Remove %1").arg(m_original),
         tr("This console forgets the connection, and the keychain its password. The database itself is "
            "not touched."),
         tr("Remove"),
         {},
         true});
    connect(question, &QDialog::accepted, this, [this, name = m_original] {
        if (const auto profile = Profiles::find(name))
            m_keychain.erase(profile->passwordKey(), this, [](const Keychain::Answer &) {});
        Profiles::remove(name);
        m_drafts.remove(name);
        m_isEdited = false;
        fillList({});
        choose(m_list->currentRow());
    });
}

void ConnectPage::setBusy(bool busy, const QString &words)
{
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    m_connect->setEnabled(!busy);
    m_test->setEnabled(!busy);
    m_remove->setEnabled(!busy);
    if (busy) {
        say(words, {}, {}, false);
        m_cancel->setFocus();
    }
}

void ConnectPage::say(const QString &headline, const QString &advice, const QString &detail, bool isTrouble)
{
    m_headline->setRole(isTrouble ? PlainLabel::Role::danger : PlainLabel::Role::body);
    m_headline->setText(headline);
    m_headline->setVisible(!headline.isEmpty());
    m_advice->setText(advice);
    m_advice->setVisible(!advice.isEmpty());
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
}

void ConnectPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    if (m_opening)
        cancel();
    else if (m_hasDesk)
        Q_EMIT backWanted();
}

} // namespace oncedesk
