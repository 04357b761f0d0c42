#include "ui/providers/providerspage.h"

#include "core/contract/administration.h"
#include "ui/certification/certificationview.h"
#include "ui/providers/dayreader.h"
#include "ui/providers/providercard.h"
#include "ui/providers/settingsdialog.h"
#include "ui/providers/statedelegate.h"
#include "ui/widgets/question.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

ProvidersPage::ProvidersPage(LiveDesk &desk, QWidget *parent)
    : Page(desk, parent),
      m_summary(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_words(new PlainLabel(tr("Reading the providers…"), PlainLabel::Role::muted, this)),
      m_tableCard(new Card(this)),
      m_table(new QTableView(this)),
      m_card(new ProviderCard(this)),
      m_day(new DayReader(desk, this)),
      m_tabs(new QTabWidget(this)),
      m_certification(new CertificationView(desk, this))
{
    auto *title = new PlainLabel(tr("Providers"), PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    auto *head = new QVBoxLayout;
    head->setSpacing(2);
    head->addWidget(title);
    head->addWidget(m_summary);
    column()->addLayout(head);
    makeTable();
    m_words->setObjectName(u"providers-words"_s);
    m_words->setContentsMargins(10, 10, 10, 10);
    m_tableCard->column()->setContentsMargins(1, 1, 1, 1);
    m_tableCard->column()->setSpacing(0);
    m_tableCard->column()->addWidget(m_words);
    m_tableCard->column()->addWidget(m_table, 1);
    m_tableCard->column()->addStretch();
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_tableCard, 9);
    m_card->setMinimumWidth(320);
    row->addWidget(m_card, 4);
    auto *list = new QWidget(this);
    list->setLayout(row);
    row->setContentsMargins(0, 0, 0, 0);
    addTab(list, tr("Providers"));
    addTab(m_certification, tr("Certification"));
    m_tabs->setObjectName(u"providers-tabs"_s);
    m_tabs->setAccessibleName(tr("Providers and their certification"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setExpanding(false);
    column()->addWidget(m_tabs, 1);
    m_table->hide();
    connect(m_tabs, &QTabWidget::currentChanged, this, &ProvidersPage::refresh);

    connect(m_card, &ProviderCard::switchWanted, this, &ProvidersPage::askToSwitch);
    connect(m_card, &ProviderCard::editWanted, this, &ProvidersPage::editSettings);
    connect(m_day, &DayReader::answered, m_card, &ProviderCard::setDay);
    connect(&desk, &LiveDesk::accessChanged, this, &ProvidersPage::showChosen);
    connect(&Times::instance(), &Times::changed, this, [this] { m_table->viewport()->update(); });
}

void ProvidersPage::addTab(QWidget *content, const QString &name)
{
    auto *padded = new QWidget(m_tabs);
    auto *inside = new QVBoxLayout(padded);
    inside->setContentsMargins(0, 12, 0, 0);
    inside->addWidget(content);
    m_tabs->addTab(padded, name);
}

void ProvidersPage::makeTable()
{
    m_table->setObjectName(u"providers"_s);
    m_table->setAccessibleName(tr("Providers"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new StateDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(look::rowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(ProvidersModel::Name, QHeaderView::Stretch);
    const std::pair<int, int> widths[] = {{ProvidersModel::State, 108},  {ProvidersModel::Kind, 92},
                                          {ProvidersModel::Workers, 96}, {ProvidersModel::InFlight, 74},
                                          {ProvidersModel::Unknown, 80}, {ProvidersModel::Changed, 164}};
    for (const auto &[section, width] : widths)
        m_table->setColumnWidth(section, width);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ProvidersPage::showChosen);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ProvidersPage::readFigures);
}

void ProvidersPage::refresh()
{
    if (m_certification->isVisible())
        m_certification->refresh();
    readPage(&readProviderEntries, [this](const Result<QList<ProviderEntry>> &entries) { take(entries); });
}

void ProvidersPage::focusFilter()
{
    if (m_certification->isVisible())
        m_certification->focusMatrix();
    else
        m_table->setFocus();
}

void ProvidersPage::take(const Result<QList<ProviderEntry>> &entries)
{
    if (!entries) {
        if (m_hasRead && entries.error().kind == ErrorKind::disconnected)
            return; // the banner says so; what was read stays
        m_words->setText(entries.error().kind == ErrorKind::disconnected
                             ? tr("The database is away: %1").arg(entries.error().sentence)
                             : entries.error().sentence);
        m_words->setRole(PlainLabel::Role::danger);
        m_words->show();
        return;
    }
    m_hasRead = true;
    m_model.merge(*entries);
    const auto enabled = std::count_if(entries->cbegin(), entries->cend(),
                                       [](const ProviderEntry &entry) { return entry.row.enabled; });
    m_summary->setText(tr("%1 of %2 enabled").arg(enabled).arg(entries->size()));
    m_summary->setVisible(!entries->isEmpty());
    m_words->setRole(PlainLabel::Role::muted);
    m_words->setText(tr("There are no providers yet. An administrator adds one with: oncectl providers add"));
    m_words->setVisible(entries->isEmpty());
    m_table->setVisible(!entries->isEmpty());
    if (!entries->isEmpty() && !m_table->currentIndex().isValid())
        m_table->selectRow(0);
    showChosen();
    readFigures();
}

void ProvidersPage::readFigures()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid() || !m_table->isVisible())
        return;
    const QString name = m_model.entry(current.row()).row.name;
    m_day->read(name);
    const int asked = ++m_figuresAsked;
    desk().read(
        this, [name](Session &session) { return board::providerFigures(session, name); },
        [this, asked](const Result<board::ProviderFigures> &figures) {
            if (figures && asked == m_figuresAsked)
                m_card->setFigures(*figures);
        });
}

void ProvidersPage::showChosen()
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid())
        m_card->show(m_model.entry(current.row()), desk().isAccessKnown() && desk().access().mayAdminister);
    else
        m_card->showNone();
}

void ProvidersPage::editSettings()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const board::ProviderRow &row = m_model.entry(current.row()).row;
    auto *dialog = new SettingsDialog(desk(), row.name, row.kind, window());
    connect(dialog, &SettingsDialog::saved, this, [this, name = row.name] {
        m_card->say(tr("The settings of %1 are saved; its certificates are stale now.").arg(name), false);
    });
    dialog->open();
}

void ProvidersPage::askToSwitch()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const ProviderEntry &entry = m_model.entry(current.row());
    const QString name = entry.row.name;
    const bool toEnabled = !entry.row.enabled;
    const Question::Words enable{
        tr("Enable %1").arg(name),
        tr("New jobs may name it again, and workers claim what waits for it, at once. It applies whatever "
           "else has changed meanwhile."),
        tr("Enable"),
        {},
        false};
    const Question::Words disable{
        tr("Disable %1").arg(name),
        tr("Nothing new is submitted, opened or claimed there. Attempts that wait stay waiting. Calls under "
           "way (%1) are not stopped, and may still succeed.")
            .arg(entry.load.inFlight),
        tr("Disable"),
        {},
        false};
    const Question *question = Question::ask(window(), toEnabled ? enable : disable);
    connect(question, &QDialog::accepted, this, [this, name, toEnabled] {
        desk().act(
            this,
            [name, toEnabled](Session &session) {
                return Administration(session).enableProvider(name, toEnabled);
            },
            [this, name, toEnabled](const Result<Done> &done) {
                if (done)
                    m_card->say(toEnabled ? tr("%1 is enabled.").arg(name) : tr("%1 is disabled.").arg(name),
                                false);
                else
                    m_card->say(done.error().sentence, true);
            });
    });
}

} // namespace oncedesk
