// What people did as a list. The database wrote it; nobody edits it.
#pragma once

#include "core/board/actions.h"
#include "ui/lists/listmodel.h"

namespace oncedesk {

class ActivityModel : public ListModel
{
    Q_OBJECT
public:
    enum Column { when, actor, action, subject, outcome, reason, evidence };
    explicit ActivityModel(LiveDesk &desk, QObject *parent = nullptr);
    [[nodiscard]] const board::ActionRow &done(int row) const { return as<board::ActionRow>(row); }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
};

} // namespace oncedesk
