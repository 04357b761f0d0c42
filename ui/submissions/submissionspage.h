// The ledger of keys.
#pragma once

#include "ui/lists/listpage.h"

namespace oncedesk {

class SubmissionsModel;

class SubmissionsPage : public ListPage
{
    Q_OBJECT
public:
    explicit SubmissionsPage(LiveDesk &desk, QWidget *parent = nullptr);

protected:
    void open(int row) override;

private:
    SubmissionsPage(LiveDesk &desk, SubmissionsModel *model, QWidget *parent);
    SubmissionsModel *m_submissions;
};

} // namespace oncedesk
