// The race log as a list: every compare-and-swap on a result slot, won or lost.
#pragma once

#include "core/board/races.h"
#include "ui/lists/listmodel.h"

namespace oncedesk {

class RacesModel : public ListModel
{
    Q_OBJECT
public:
    enum Column { when, ticket, attempt, versions, outcome, thrownAway };
    explicit RacesModel(LiveDesk &desk, QObject *parent = nullptr);
    [[nodiscard]] const board::RaceRow &race(int row) const { return as<board::RaceRow>(row); }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
};

} // namespace oncedesk
