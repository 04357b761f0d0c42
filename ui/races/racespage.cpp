#include "ui/races/racespage.h"

#include "ui/lists/listtable.h"
#include "ui/races/decisioncard.h"
#include "ui/races/racesmodel.h"

#include <QHBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

RacesPage::RacesPage(LiveDesk &desk, QWidget *parent) : RacesPage(desk, new RacesModel(desk), parent) {}

RacesPage::RacesPage(LiveDesk &desk, RacesModel *model, QWidget *parent)
    : ListPage(desk, u"races"_s,
               {.title = tr("Races"),
                .what = tr("every decision on a result slot, won or lost"),
                .none = tr("No attempt has reported a result yet."),
                .example = u"outcome:lost because:slot_taken provider:laser #45"_s},
               model, parent),
      m_races(model),
      m_card(new DecisionCard(this))
{
    m_card->setFixedWidth(328);
    middle()->addWidget(m_card);
    connect(m_card, &DecisionCard::jobWanted, this, &Page::jobWanted);
    connect(&table(), &ListTable::selectionMoved, this, &RacesPage::showDecision);
    connect(model, &QAbstractItemModel::modelReset, this, &RacesPage::showDecision);
}

void RacesPage::showDecision()
{
    const QList<int> rows = table().selectedRows();
    m_card->setRace(rows.size() == 1 ? std::optional(m_races->race(rows.first())) : std::nullopt);
}

void RacesPage::open(int row)
{
    Q_EMIT jobWanted(m_races->race(row).job);
}

} // namespace oncedesk
