#include "ui/providers/providercard.h"

#include "ui/lists/celltext.h"
#include "ui/providers/daychart.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

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

QString lineOf(const board::WorkerRow &worker)
{
    return ProviderCard::tr("%1 · %2 in flight · heard %3 ago")
        .arg(worker.name, QString::number(worker.inFlight), Times::span(worker.silentFor));
}

QString linesOf(const QList<board::WorkerRow> &workers, qsizetype most)
{
    QStringList lines;
    for (const board::WorkerRow &worker : workers.first(std::min(workers.size(), most)))
        lines += lineOf(worker);
    if (workers.size() > most)
        lines += ProviderCard::tr("and %1 more").arg(workers.size() - most);
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
            ProviderCard::tr("p50 %1 · p95 %2 (latest %3)")
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
      m_chart(new DayChart(this)),
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
    m_chart->setObjectName(u"provider-chart"_s);
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
    addUnder(m_name, m_about, 0);
    addUnder(m_figuresHead, m_figures, 0);
    column()->addWidget(m_chart, 3);
    addUnder(m_workersHead, m_workers, 0);
    addUnder(m_settingsHead, m_settings, 1);
    // It scrolls: the charts come first where room is short.
    m_settings->setMinimumHeight(44);
    m_settings->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
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

void ProviderCard::addUnder(QWidget *head, QWidget *content, int stretch)
{
    auto *part = new QVBoxLayout;
    part->setSpacing(look::grid);
    part->addWidget(head);
    part->addWidget(content, stretch);
    column()->addLayout(part, stretch);
}

void ProviderCard::show(const ProviderEntry &entry, bool mayAdminister)
{
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_about, m_figuresHead, m_figures, m_chart, m_workersHead,
                                          m_workers, m_settingsHead, m_settings})
        widget->show();
    if (m_shown != entry.row.name) {
        say({}, false);
        m_figures->setText(tr("reading…"));
        m_chart->setReading();
    }
    m_shown = entry.row.name;
    m_name->setText(entry.row.name);
    m_name->setRole(PlainLabel::Role::body);
    m_about->setText(aboutOf(entry));
    const qsizetype fitting = entry.workers.size() <= 2 ? 2 : 1;
    if (const QString lines = linesOf(entry.workers, fitting); m_workers->text() != lines)
        m_workers->setText(lines);
    m_workers->setToolTip(entry.workers.size() > fitting
                              ? plainToolTip(linesOf(entry.workers, entry.workers.size()))
                              : QString());
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

void ProviderCard::setDay(const Result<board::ProviderDay> &day)
{
    if (day)
        m_chart->setDay(*day);
    else if (day.error().kind != ErrorKind::disconnected || !m_chart->hasDay()) // the banner says that
        m_chart->setFailed(day.error().sentence);
}

void ProviderCard::showNone()
{
    m_shown.clear();
    m_name->setText(tr("Choose a provider to see its settings and workers."));
    m_name->setRole(PlainLabel::Role::muted);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_about, m_figuresHead, m_figures, m_chart, m_workersHead,
                                          m_workers, m_settingsHead, m_settings, m_switch, m_edit, m_said})
        widget->hide();
}

void ProviderCard::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    m_said->setText(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

} // namespace oncedesk
