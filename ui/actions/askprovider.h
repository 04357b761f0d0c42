// A question to the provider, carried by a worker: the answer comes later.
#pragma once

#include "ui/actions/action.h"

#include <QCoreApplication>

namespace oncedesk {

class AskProvider : public Action
{
    Q_DECLARE_TR_FUNCTIONS(AskProvider)
public:
    Result<QList<ActionTarget>> read(Session &session, const QList<qint64> &ids) const override;
    Result<ActionAnswer> carryOut(Session &session, const ActionTarget &target) const override;
    [[nodiscard]] QString whyNot(const ActionTarget &target) const override;
    // One may ask in every state.
    [[nodiscard]] bool stillHolds(const ActionTarget &before, const ActionTarget &now) const override;
    [[nodiscard]] QString words(const ActionTarget &target, const ActionAnswer &answer,
                                const std::optional<ActionTarget> &blocking) const override;
    [[nodiscard]] QString tally(ActionAnswer::Kind kind, int count) const override;
};

} // namespace oncedesk
