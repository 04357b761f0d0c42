// The race log, and what decided each race.
#pragma once

#include "ui/lists/listpage.h"

namespace oncedesk {

class DecisionCard;
class RacesModel;

class RacesPage : public ListPage
{
    Q_OBJECT
public:
    explicit RacesPage(LiveDesk &desk, QWidget *parent = nullptr);

protected:
    void open(int row) override;

private:
    RacesPage(LiveDesk &desk, RacesModel *model, QWidget *parent);
    void showDecision();
    RacesModel *m_races;
    DecisionCard *m_card;
};

} // namespace oncedesk
