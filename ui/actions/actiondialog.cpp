#include "ui/actions/actiondialog.h"

#include "ui/actions/actionform.h"
#include "ui/actions/targetlist.h"
#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QShortcut>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Role = PlainLabel::Role;

ActionDialog::ActionDialog(LiveDesk &desk, QList<qint64> ids, QObject *runOwner, QWidget *parent)
    : QDialog(parent),
      m_desk(desk),
      m_ids(std::move(ids)),
      m_runOwner(runOwner),
      m_heading(new PlainLabel({}, Role::body, this)),
      m_consequence(new PlainLabel({}, Role::notice, this)),
      m_form(new ActionForm(this)),
      m_countCaption(new PlainLabel({}, Role::muted, this)),
      m_count(new QLineEdit(this)),
      m_condition(new PlainLabel({}, Role::muted, this)),
      m_progress(new QProgressBar(this)),
      m_verdict(new PlainLabel({}, Role::body, this)),
      m_missing(new PlainLabel({}, Role::faint, this)),
      m_send(makeButton({}, ButtonKind::primary, this)),
      m_back(makeButton(tr("Back"), ButtonKind::plain, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    build();
}

void ActionDialog::build()
{
    m_heading->setFont(look::font(look::Size::title, QFont::DemiBold));
    m_heading->setObjectName(u"heading"_s);
    m_consequence->setObjectName(u"consequence"_s);
    m_condition->setObjectName(u"condition"_s);
    m_verdict->setObjectName(u"verdict"_s);
    m_missing->setObjectName(u"missing"_s);
    m_send->setObjectName(u"send"_s);
    m_back->setObjectName(u"back"_s);
    m_count->setObjectName(u"count"_s);
    m_missing->setFont(look::font(look::Size::caption));
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(12);
    column->addWidget(m_heading);
    column->addWidget(m_consequence);
    if (isForMany()) {
        m_list = new TargetList(this);
        m_list->setMinimumHeight(168);
        column->addWidget(m_list, 1);
    }
    column->addWidget(m_form);
    auto *count = new QHBoxLayout;
    count->addWidget(m_countCaption, 1);
    m_count->setFixedWidth(96);
    m_count->setFont(look::fixedFont(look::Size::body));
    count->addWidget(m_count);
    column->addLayout(count);
    column->addWidget(m_condition);
    column->addWidget(m_progress);
    column->addWidget(m_verdict);
    if (!isForMany())
        column->addStretch();
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_missing, 1);
    buttons->addWidget(m_back);
    buttons->addWidget(m_send);
    column->addLayout(buttons);
    setMinimumWidth(isForMany() ? 760 : 540);

    m_countCaption->hide();
    m_count->hide();
    m_condition->hide();
    m_progress->hide();
    connect(m_count, &QLineEdit::textChanged, this, &ActionDialog::check);
    connect(m_form, &ActionForm::edited, this, &ActionDialog::check);
    connect(m_send, &QPushButton::clicked, this, &ActionDialog::send);
    connect(m_back, &QPushButton::clicked, this, [this] {
        if (m_run && isForMany())
            m_run->stop();
        else
            close();
    });
    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key(key)), this);
        connect(shortcut, &QShortcut::activated, m_send, &QPushButton::click);
    }
}

void ActionDialog::begin()
{
    m_heading->setText(heading({}));
    setWindowTitle(m_heading->text());
    m_consequence->hide();
    m_form->setEnabled(false);
    m_send->setText(verb(int(m_ids.size())));
    m_send->setEnabled(false);
    resize(minimumWidth(), sizeHint().height());
    say(tr("Reading what is there now…"), false);
    connect(&m_desk, &LiveDesk::changed, this, &ActionDialog::read);
    read();
    open();
}

void ActionDialog::read()
{
    if (m_isOver || m_run)
        return;
    if (m_reading) {
        m_again = true;
        return;
    }
    m_reading = true;
    m_desk.read(
        this, [action = action(), ids = m_ids](Session &session) { return action->read(session, ids); },
        [this](const Result<QList<ActionTarget>> &now) {
            m_reading = false;
            if (now)
                take(*now);
            else if (m_frozen.isEmpty())
                say(now.error().kind == ErrorKind::forbidden
                        ? now.error().sentence
                        : tr("The database is away: %1").arg(now.error().sentence),
                    true);
            if (std::exchange(m_again, false))
                read();
        });
}

void ActionDialog::take(const QList<ActionTarget> &now)
{
    if (m_isOver || m_run)
        return;
    m_now = now;
    if (m_frozen.isEmpty()) {
        m_frozen = now;
        say({}, false);
        m_heading->setText(heading(m_frozen));
        setWindowTitle(m_heading->text());
        setConsequence();
        m_condition->setText(condition(m_frozen));
        m_condition->setVisible(!m_condition->text().isEmpty());
        m_wanted = int(able().size());
        if (m_list)
            m_list->setTargets(m_frozen);
        if (m_wanted > mostWithoutCount) {
            m_countCaption->setText(tr("More than %1: type how many there are, %2, to go on.")
                                        .arg(mostWithoutCount)
                                        .arg(m_wanted));
            m_count->setAccessibleName(m_countCaption->text());
            m_countCaption->show();
            m_count->show();
        }
        m_form->setEnabled(m_wanted > 0);
        if (m_wanted == 0 || !m_form->focusFirst())
            m_back->setFocus();
    }
    onTargets(now);
    noteTargets();
    check();
    fit();
}

void ActionDialog::setConsequence()
{
    m_consequence->setText(consequence(m_frozen));
    m_consequence->setVisible(!m_frozen.isEmpty() && !m_consequence->text().isEmpty());
    fit();
}

QList<int> ActionDialog::able() const
{
    QList<int> able;
    const auto what = action();
    for (int i = 0; i < m_frozen.size(); ++i) {
        if (what->whyNot(m_frozen.at(i)).isEmpty() && what->stillHolds(m_frozen.at(i), m_now.at(i)))
            able += i;
    }
    return able;
}

void ActionDialog::noteTargets()
{
    const auto what = action();
    for (int i = 0; i < m_frozen.size(); ++i) {
        const ActionTarget &before = m_frozen.at(i);
        const QString whyNot = what->whyNot(before);
        const bool holds = what->stillHolds(before, m_now.at(i));
        if (!isForMany()) {
            if (!whyNot.isEmpty())
                say(whyNot, true);
            else if (!holds)
                say(tr("While this was open, %1 became %2. Nothing will be changed from here.")
                        .arg(before.name(), m_now.at(i).change(before)),
                    true);
            else
                say({}, false);
        } else {
            m_list->setNote(i,
                            !whyNot.isEmpty() ? tr("Left alone: %1").arg(whyNot)
                            : !holds          ? tr("Left alone: %1 meanwhile").arg(m_now.at(i).change(before))
                                              : QString(),
                            true);
        }
    }
}

void ActionDialog::check()
{
    if (m_frozen.isEmpty() || m_run || m_isOver)
        return;
    const int count = int(able().size());
    QStringList wanted = missing();
    wanted.removeAll(QString());
    if (m_wanted > mostWithoutCount && m_count->text().trimmed() != QString::number(m_wanted))
        wanted += tr("the number %1").arg(m_wanted);
    m_send->setText(verb(isForMany() ? count : 1));
    m_send->setEnabled(count > 0 && wanted.isEmpty());
    m_missing->setText(count == 0 ? (isForMany() ? tr("There is nothing left to do here.") : QString())
                       : wanted.isEmpty() ? QString()
                                          : tr("Still needed: %1.").arg(wanted.join(u", "_s)));
    fit(); // what the form says may take more lines now
}

void ActionDialog::send()
{
    if (!m_send->isEnabled() || m_run)
        return;
    m_sent = able();
    QList<ActionTarget> targets;
    for (const int i : std::as_const(m_sent))
        targets += m_frozen.at(i);
    m_run = new ActionRun(m_desk, action(), targets, m_runOwner);
    connect(m_run, &ActionRun::answered, this, &ActionDialog::showAnswer);
    connect(m_run, &ActionRun::ended, this, &ActionDialog::showEnd);
    m_send->setEnabled(false);
    m_form->setEnabled(false);
    m_count->setEnabled(false);
    m_missing->clear();
    if (isForMany()) {
        m_back->setText(tr("Stop after this one"));
        m_progress->setRange(0, int(targets.size()));
        m_progress->setValue(0);
        m_progress->show();
    }
    say(tr("Sent; waiting for the database's answer…"), false);
    Q_EMIT runBegan(m_run);
    m_run->start();
}

void ActionDialog::showAnswer(int index)
{
    if (!isForMany())
        return;
    const ActionRun::Outcome &outcome = m_run->outcomes().at(index);
    const bool isRefusal =
        outcome.kind != ActionRun::Outcome::Kind::done && outcome.kind != ActionRun::Outcome::Kind::requested;
    m_list->setNote(m_sent.at(index), outcome.words, isRefusal);
    m_progress->setValue(index + 1);
    say(tr("%1 of %2 answered…").arg(index + 1).arg(m_run->targets().size()), false);
}

void ActionDialog::showEnd()
{
    const bool isRefusal = m_run->isRefusal();
    const QString summary = m_run->summary();
    const bool mayTryAgain =
        !isForMany() && (m_run->outcomes().first().kind == ActionRun::Outcome::Kind::failed ||
                         m_run->outcomes().first().kind == ActionRun::Outcome::Kind::open);
    m_run = nullptr;
    m_back->setText(tr("Close"));
    if (mayTryAgain) {
        m_form->setEnabled(true);
        check();
        say(summary, true);
        return;
    }
    m_isOver = true;
    if (!isForMany() && !isRefusal) {
        close();
        return;
    }
    m_condition->hide();
    m_progress->hide();
    say(summary, isRefusal);
    m_back->setFocus();
}

void ActionDialog::done(int result)
{
    // What is under way still gets its answer, and it is said at the foot of the page.
    if (m_run) {
        m_run->stop();
        Q_EMIT leftBeforeItsAnswer(tr("%1: sent. The database has not answered yet.").arg(m_heading->text()));
    }
    m_isOver = true;
    QDialog::done(result);
}

void ActionDialog::say(const QString &words, bool isRefusal)
{
    if (m_verdict->text() != words)
        m_verdict->setText(words);
    m_verdict->setRole(isRefusal ? Role::danger : Role::body);
    m_verdict->setAccessibleName(words);
    m_verdict->setVisible(!words.isEmpty());
    fit();
}

// Wrapped words need their height: it grows, and never shrinks under the pointer.
void ActionDialog::fit()
{
    m_form->layout()->activate(); // first: ours asks it what it needs
    layout()->activate();
    const int needed = layout()->totalHeightForWidth(width());
    if (needed > height())
        resize(width(), needed);
}

} // namespace oncedesk
