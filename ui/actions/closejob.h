// A person's verdict that no result will come.
#pragma once

#include "ui/actions/action.h"

#include <QCoreApplication>

namespace oncedesk {

class CloseJob : public Action
{
    Q_DECLARE_TR_FUNCTIONS(CloseJob)
public:
    explicit CloseJob(QString reason) : m_reason(std::move(reason)) {}
    Result<QList<ActionTarget>> read(Session &session, const QList<qint64> &ids) const override;
    // At the version that the target was read at.
    Result<ActionAnswer> carryOut(Session &session, const ActionTarget &target) const override;
    [[nodiscard]] QString whyNot(const ActionTarget &target) const override;
    [[nodiscard]] QString words(const ActionTarget &target, const ActionAnswer &answer,
                                const std::optional<ActionTarget> &blocking) const override;
    [[nodiscard]] QString tally(ActionAnswer::Kind kind, int count) const override;

private:
    QString m_reason;
};

} // namespace oncedesk
