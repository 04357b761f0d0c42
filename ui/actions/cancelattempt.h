// An explicit cancel, with its reason and evidence.
#pragma once

#include "ui/actions/action.h"

#include <QCoreApplication>

namespace oncedesk {

class CancelAttempt : public Action
{
    Q_DECLARE_TR_FUNCTIONS(CancelAttempt)
public:
    CancelAttempt(QString reason, QString evidence)
        : m_reason(std::move(reason)), m_evidence(std::move(evidence))
    {
    }
    Result<QList<ActionTarget>> read(Session &session, const QList<qint64> &ids) const override;
    Result<ActionAnswer> carryOut(Session &session, const ActionTarget &target) const override;
    [[nodiscard]] QString whyNot(const ActionTarget &target) const override;
    [[nodiscard]] QString words(const ActionTarget &target, const ActionAnswer &answer,
                                const std::optional<ActionTarget> &blocking) const override;
    [[nodiscard]] QString tally(ActionAnswer::Kind kind, int count) const override;

private:
    QString m_reason;
    QString m_evidence;
};

} // namespace oncedesk
