#include "ui/providers/providercard.h"

#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QLocale>
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

QString linesOf(const board::ProviderFigures &figures)
{
    const QLocale locale;
    QStringList lines{ProviderCard::tr("%1 in flight").arg(figures.inFlight)};
    if (figures.started == 0)
        lines += ProviderCard::tr("nothing started in 24 h");
    else
        lines += (figures.isCut ? ProviderCard::tr("unknown %1 % (%2 of the latest %3)")
                                : ProviderCard::tr("unknown %1 % (%2 of %3 in 24 h)"))
                     .arg(locale.toString(100.0 * figures.unknown / figures.started, 'f', 1),
                          locale.toString(figures.unknown), locale.toString(figures.started));
    if (figures.succeeded > 0)
        lines +=
            ProviderCard::tr("p50 %1 · p95 %2 (of the latest %3)")
                .arg(Times::span(figures.p50), Times::span(figures.p95), locale.toString(figures.succeeded));
    return lines.join(u'\n');
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
      m_figuresHead(head(tr("Of late"), this)),
      m_figures(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_workersHead(head(tr("Workers"), this)),
      m_workers(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_settingsHead(head(tr("Settings"), this)),
      m_settings(new QPlainTextEdit(this)),
      m_said(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_switch(makeButton({}, ButtonKind::plain, this)),
      m_edit(makeButton(tr("Edit settings…"), ButtonKind::plain, this))
{
    m_name->setObjectName(u"provider-name"_s);
    m_name->setFont(look::font(look::Size::title, QFont::DemiBold));
    m_about->setObjectName(u"provider-about"_s);
    m_figures->setObjectName(u"provider-figures"_s);
    m_figures->setFont(look::fixedFont(look::Size::caption));
    m_workers->setObjectName(u"provider-workers"_s);
    m_workers->setFont(look::fixedFont(look::Size::caption));
    m_settings->setObjectName(u"provider-settings"_s);
    m_settings->setAccessibleName(tr("Settings"));
    m_settings->setReadOnly(true);
    m_settings->setTabChangesFocus(true);
    m_settings->setFont(look::fixedFont(look::Size::caption));
    m_said->setObjectName(u"provider-said"_s);
    m_switch->setObjectName(u"provider-switch"_s);
    m_edit->setObjectName(u"provider-edit"_s);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_name, m_about, m_figuresHead, m_figures,
                                                            m_workersHead, m_workers, m_settingsHead})
        column()->addWidget(widget);
    column()->addWidget(m_settings, 1);
    column()->addWidget(m_said);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_edit);
    buttons->addWidget(m_switch);
    buttons->addStretch();
    column()->addLayout(buttons);
    column()->addStretch();
    connect(m_switch, &QPushButton::clicked, this, &ProviderCard::switchWanted);
    connect(m_edit, &QPushButton::clicked, this, &ProviderCard::editWanted);
    showNone();
}

void ProviderCard::show(const ProviderEntry &entry, bool mayAdminister)
{
    for (QWidget *widget : std::initializer_list<QWidget *>{m_about, m_figuresHead, m_figures, m_workersHead,
                                                            m_workers, m_settingsHead, m_settings})
        widget->show();
    if (m_shown != entry.row.name) {
        say({}, false);
        m_figures->setText(tr("reading…"));
    }
    m_shown = entry.row.name;
    m_name->setText(entry.row.name);
    m_name->setRole(PlainLabel::Role::body);
    m_about->setText(aboutOf(entry));
    if (const QString lines = linesOf(entry.workers); m_workers->text() != lines)
        m_workers->setText(lines);
    if (const QString text = settingsText(entry.row.settings); m_settings->toPlainText() != text)
        m_settings->setPlainText(text);
    m_edit->setVisible(mayAdminister);
    m_switch->setVisible(mayAdminister);
    m_switch->setText(entry.row.enabled ? tr("Disable…") : tr("Enable…"));
}

void ProviderCard::setFigures(const board::ProviderFigures &figures)
{
    if (const QString lines = linesOf(figures); m_figures->text() != lines)
        m_figures->setText(lines);
}

void ProviderCard::showNone()
{
    m_shown.clear();
    m_name->setText(tr("Choose a provider to see its settings and workers."));
    m_name->setRole(PlainLabel::Role::muted);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_about, m_figuresHead, m_figures, m_workersHead, m_workers,
                                          m_settingsHead, m_settings, m_switch, m_edit, m_said})
        widget->hide();
}

void ProviderCard::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    m_said->setText(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

} // namespace oncedesk
