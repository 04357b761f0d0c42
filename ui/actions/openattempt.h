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
    Result<QList<Target>> read(Session &session, const QList<qint64> &ids) const override;
    Result<Answer> carryOut(Session &session, const Target &target) const override;
    // A running job may take a second lane: only the database knows.
    [[nodiscard]] QString whyNot(const Target &target) const override;
    [[nodiscard]] QString words(const Target &target, const Answer &answer,
                                const std::optional<Target> &blocking) const override;
    [[nodiscard]] QString tally(Answer::Kind kind, int count) const override;

private:
    QString m_provider;
    QString m_reason;
};

} // namespace oncedesk
