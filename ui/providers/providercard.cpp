#include "ui/providers/providercard.h"

#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// What it means now, before any facts.
QString aboutOf(const ProviderEntry &entry)
{
    if (!entry.row.enabled)
        return ProviderCard::tr(
            "Disabled: nothing new is submitted, opened or claimed here. What is under way "
            "goes on.");
    if (entry.workers.isEmpty())
        return ProviderCard::tr("No live worker serves it: what is sent here waits.");
    return ProviderCard::tr("Enabled and served.");
}

QString linesOf(const QList<board::WorkerRow> &workers)
{
    QStringList lines;
    for (const board::WorkerRow &worker : workers)
        lines += ProviderCard::tr("%1 · %2 in flight · heard %3 ago")
                     .arg(worker.name, QString::number(worker.inFlight), Times::span(worker.silentFor));
    return lines.isEmpty() ? ProviderCard::tr("none alive") : lines.join(u'\n');
}

PlainLabel *head(const QString &text, QWidget *parent)
{
    auto *label = new PlainLabel(text, PlainLabel::Role::muted, parent);
    label->setFont(look::font(look::Size::head, QFont::DemiBold));
    return label;
}

} // namespace

ProviderCard::ProviderCard(QWidget *parent)
    : Card(parent),
      m_name(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_about(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_workersHead(head(tr("Workers"), this)),
      m_workers(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_settingsHead(head(tr("Settings"), this)),
      m_settings(new QPlainTextEdit(this)),
      m_said(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_switch(makeButton({}, ButtonKind::plain, this))
{
    m_name->setObjectName(u"provider-name"_s);
    m_name->setFont(look::font(look::Size::title, QFont::DemiBold));
    m_about->setObjectName(u"provider-about"_s);
    m_workers->setObjectName(u"provider-workers"_s);
    m_workers->setFont(look::fixedFont(look::Size::caption));
    m_settings->setObjectName(u"provider-settings"_s);
    m_settings->setAccessibleName(tr("Settings"));
    m_settings->setReadOnly(true);
    m_settings->setTabChangesFocus(true);
    m_settings->setFont(look::fixedFont(look::Size::caption));
    m_said->setObjectName(u"provider-said"_s);
    m_switch->setObjectName(u"provider-switch"_s);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_name, m_about, m_workersHead, m_workers, m_settingsHead})
        column()->addWidget(widget);
    column()->addWidget(m_settings, 1);
    column()->addWidget(m_said);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_switch);
    buttons->addStretch();
    column()->addLayout(buttons);
    column()->addStretch();
    connect(m_switch, &QPushButton::clicked, this, &ProviderCard::switchWanted);
    showNone();
}

void ProviderCard::show(const ProviderEntry &entry, bool maySwitch)
{
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_about, m_workersHead, m_workers, m_settingsHead, m_settings})
        widget->show();
    if (m_shown != entry.row.name)
        say({}, false);
    m_shown = entry.row.name;
    m_name->setText(entry.row.name);
    m_name->setRole(PlainLabel::Role::body);
    m_about->setText(aboutOf(entry));
    if (const QString lines = linesOf(entry.workers); m_workers->text() != lines)
        m_workers->setText(lines);
    if (const QString text = settingsText(entry.row.settings); m_settings->toPlainText() != text)
        m_settings->setPlainText(text);
    m_switch->setVisible(maySwitch);
    m_switch->setText(entry.row.enabled ? tr("Disable…") : tr("Enable…"));
}

void ProviderCard::showNone()
{
    m_shown.clear();
    m_name->setText(tr("Choose a provider to see its settings and workers."));
    m_name->setRole(PlainLabel::Role::muted);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_about, m_workersHead, m_workers, m_settingsHead,
                                                            m_settings, m_switch, m_said})
        widget->hide();
}

void ProviderCard::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    m_said->setText(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

} // namespace oncedesk
