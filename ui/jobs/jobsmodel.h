// The list of jobs.
#pragma once

#include "core/board/jobs.h"
#include "ui/lists/listmodel.h"

namespace oncedesk {

class JobsModel : public ListModel
{
    Q_OBJECT
public:
    enum Column { ticket, status, owner, intent, provider, attempts, age, key };
    explicit JobsModel(LiveDesk &desk, QObject *parent = nullptr);
    [[nodiscard]] const board::JobRow &job(int row) const { return as<board::JobRow>(row); }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
};

} // namespace oncedesk
