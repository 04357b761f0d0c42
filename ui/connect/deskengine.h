// Whether this console carries attempts out itself: on its private desk unless it was switched off, on a
// shared one only when it was switched on.
#pragma once

#include "ui/connect/enginerun.h"
#include "ui/desk/livedesk.h"

#include <QPointer>

namespace oncedesk {

class DeskEngine : public QObject
{
    Q_OBJECT
public:
    explicit DeskEngine(LiveDesk &desk, QObject *parent = nullptr);
    ~DeskEngine() override;

    enum class State { off, connecting, on, stopping };
    // Of the late answers that a stop drops; empty when none are listened for.
    [[nodiscard]] static QString whatIsNotHeard(const Worker::Counters &counters);
    [[nodiscard]] State state() const;
    [[nodiscard]] Worker::Counters counters() const;
    // This login may work here.
    [[nodiscard]] bool isAllowed() const;
    // Remembered for this desk.
    void setOn(bool on);

    static constexpr std::chrono::seconds grace{5};

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QString setting() const;
    [[nodiscard]] bool isWanted() const;
    void followWish();
    LiveDesk &m_desk;
    QPointer<EngineRun> m_run;
    bool m_stopping = false;
};

} // namespace oncedesk
