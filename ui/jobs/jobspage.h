// All jobs, filtered.
#pragma once

#include "ui/lists/listpage.h"

namespace oncedesk {

class DeskActions;
class JobsModel;

class JobsPage : public ListPage
{
    Q_OBJECT
public:
    JobsPage(LiveDesk &desk, DeskActions &actions, QWidget *parent = nullptr);

protected:
    [[nodiscard]] QString reached(qint64 id) const override;
    void open(int row) override;

private:
    JobsPage(LiveDesk &desk, DeskActions &actions, JobsModel *model, QWidget *parent);
    JobsModel *m_jobs;
};

} // namespace oncedesk
