// A question to the provider, carried by a worker: the answer comes later.
#pragma once

#include "ui/actions/action.h"

#include <QCoreApplication>

namespace oncedesk {

class AskProvider : public Action
{
    Q_DECLARE_TR_FUNCTIONS(AskProvider)
public:
    Result<QList<Target>> read(Session &session, const QList<qint64> &ids) const override;
    Result<Answer> carryOut(Session &session, const Target &target) const override;
    [[nodiscard]] QString whyNot(const Target &target) const override;
    // One may ask in every state.
    [[nodiscard]] bool stillHolds(const Target &before, const Target &now) const override;
    [[nodiscard]] QString words(const Target &target, const Answer &answer,
                                const std::optional<Target> &blocking) const override;
    [[nodiscard]] QString tally(Answer::Kind kind, int count) const override;
};

} // namespace oncedesk
