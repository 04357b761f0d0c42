// Another attempt of a job, at its own provider or another one.
#pragma once

#include "ui/actions/action.h"

#include <QCoreApplication>

namespace oncedesk {

class OpenAttempt : public Action
{
    Q_DECLARE_TR_FUNCTIONS(OpenAttempt)
public:
    // A null provider is each job's own; a null reason is none.
    OpenAttempt(QString provider, QString reason)
        : m_provider(std::move(provider)), m_reason(std::move(reason))
    {
    }
    Result<QList<ActionTarget>> read(Session &session, const QList<qint64> &ids) const override;
    Result<ActionAnswer> carryOut(Session &session, const ActionTarget &target) const override;
    // A running job may take a second lane: only the database knows.
    [[nodiscard]] QString whyNot(const ActionTarget &target) const override;
    [[nodiscard]] QString words(const ActionTarget &target, const ActionAnswer &answer,
                                const std::optional<ActionTarget> &blocking) const override;
    [[nodiscard]] QString tally(ActionAnswer::Kind kind, int count) const override;

private:
    QString m_provider;
    QString m_reason;
};

} // namespace oncedesk
