// An action on a frozen list of targets, one after the other. What is not as it was agreed to is left alone.
#pragma once

#include "ui/actions/action.h"
#include "ui/desk/livedesk.h"

#include <QObject>
#include <memory>

namespace oncedesk {

// GUI thread. Deletes itself after ended().
class ActionRun : public QObject
{
    Q_OBJECT
public:
    struct Outcome
    {
        enum class Kind {
            done,
            requested,
            refused,
            changed, // it was not any more what was agreed to: nothing was asked of the database
            open,    // no answer: it may have been done
            failed,  // a mistake
        };
        Kind kind = Kind::failed;
        QString words;
        std::optional<RequestId> request;
    };

    ActionRun(LiveDesk &desk, std::shared_ptr<const Action> action, QList<ActionTarget> targets,
              QObject *parent);

    void start();
    // What is under way still gets its answer; what waits is left alone.
    void stop() { m_stopped = true; }
    [[nodiscard]] const QList<ActionTarget> &targets() const { return m_targets; }
    [[nodiscard]] int answeredCount() const { return int(m_outcomes.size()); }
    [[nodiscard]] const QList<Outcome> &outcomes() const { return m_outcomes; }
    // The words of the one, or "3 cancelled, 1 refused, 2 left alone."
    [[nodiscard]] QString summary() const;
    // Something was not done.
    [[nodiscard]] bool isRefusal() const;

Q_SIGNALS:
    void answered(int index);
    void ended();

private:
    void next();
    void readAgain();
    void carryOut(const ActionTarget &now);
    void nameBlocking(const ActionAnswer &answer);
    void conclude(const ActionAnswer &answer, const std::optional<ActionTarget> &blocking);
    void failed(const Error &error);
    void add(Outcome outcome);

    LiveDesk &m_desk;
    std::shared_ptr<const Action> m_action;
    QList<ActionTarget> m_targets;
    QList<Outcome> m_outcomes;
    bool m_stopped = false;
};

} // namespace oncedesk
