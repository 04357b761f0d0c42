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
    Result<QList<Target>> read(Session &session, const QList<qint64> &ids) const override;
    // At the version that the target was read at.
    Result<Answer> carryOut(Session &session, const Target &target) const override;
    [[nodiscard]] QString whyNot(const Target &target) const override;
    [[nodiscard]] QString words(const Target &target, const Answer &answer,
                                const std::optional<Target> &blocking) const override;
    [[nodiscard]] QString tally(Answer::Kind kind, int count) const override;

private:
    QString m_reason;
};

} // namespace oncedesk
