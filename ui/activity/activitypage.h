// Who did what, when, why, and what came of it.
#pragma once

#include "ui/lists/listpage.h"

namespace oncedesk {

class ActivityModel;

class ActivityPage : public ListPage
{
    Q_OBJECT
public:
    explicit ActivityPage(LiveDesk &desk, QWidget *parent = nullptr);

protected:
    void open(int row) override;

private:
    ActivityPage(LiveDesk &desk, ActivityModel *model, QWidget *parent);
    ActivityModel *m_activity;
};

} // namespace oncedesk
