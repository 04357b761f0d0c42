// The ledger of keys as a list: every call of submit and what came of it.
#pragma once

#include "core/board/submissions.h"
#include "ui/lists/listmodel.h"

namespace oncedesk {

class SubmissionsModel : public ListModel
{
    Q_OBJECT
public:
    enum Column { when, outcome, ticket, owner, key, differs, client, actor };
    explicit SubmissionsModel(LiveDesk &desk, QObject *parent = nullptr);
    [[nodiscard]] const board::SubmissionRow &submission(int row) const
    {
        return as<board::SubmissionRow>(row);
    }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
};

} // namespace oncedesk
