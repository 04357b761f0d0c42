#include "ui/races/racesmodel.h"

#include "ui/lists/celltext.h"
#include "ui/look/mark.h"
#include "ui/races/decision.h"
#include "ui/widgets/times.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

RacesModel::RacesModel(LiveDesk &desk, QObject *parent)
    : ListModel(
          desk, board::Subject::races,
          listReader(board::races, [](const board::RaceRow &row) { return row.id; }),
          {{.name = u"when"_s, .title = tr("When"), .width = 186, .isFixed = true},
           {.name = u"ticket"_s, .title = tr("Ticket"), .width = 64, .share = 1, .isFixed = true},
           {.name = u"attempt"_s, .title = tr("Attempt"), .width = 108, .share = 2, .isFixed = true},
           {.name = u"version"_s, .title = tr("Version"), .width = 128, .isFixed = true},
           {.name = u"outcome"_s, .title = tr("Outcome"), .width = 130, .share = 3},
           {.name = u"thrown"_s, .title = tr("Thrown away"), .width = 100, .share = 2, .isFixed = true}},
          parent)
{
}

QVariant RacesModel::cell(int row, int column, int role) const
{
    const board::RaceRow &race = this->race(row);
    if (role == CopyRole)
        return race.key;
    if (role == MarkRole && column == outcome)
        return int(race.won ? look::Mark::succeeded : look::Mark::superseded);
    if (role == Qt::ToolTipRole && column == when)
        return Times::instance().full(race.at);
    if (role == Qt::ToolTipRole && column == thrownAway)
        return race.resultSha256.isNull() ? QString() : u"SHA-256 %1"_s.arg(race.resultSha256);
    if (role == Qt::ToolTipRole && column == ticket)
        return tr("%1 for %2, key %3").arg(race.intent, race.owner, race.key);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (Column(column)) {
    case when:
        return Times::instance().brief(race.at);
    case ticket:
        return ticketText(race.job);
    case attempt:
        return u"%1 · %2"_s.arg(QString::number(race.ordinal), race.provider);
    case versions:
        return tr("read %1, found %2").arg(race.versionRead).arg(race.versionFound);
    case outcome:
        return outcomeWords(race);
    case thrownAway:
        return race.won ? u"–"_s : sizeText(race.resultSize);
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
