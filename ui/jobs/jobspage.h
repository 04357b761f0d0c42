// All jobs, filtered.
#pragma once

#include "ui/lists/listpage.h"

namespace oncedesk {

class JobsModel;

class JobsPage : public ListPage
{
    Q_OBJECT
public:
    explicit JobsPage(LiveDesk &desk, QWidget *parent = nullptr);

protected:
    [[nodiscard]] QString reached(qint64 id) const override;
    void open(int row) override;

private:
    JobsPage(LiveDesk &desk, JobsModel *model, QWidget *parent);
    JobsModel *m_jobs;
};

} // namespace oncedesk
