// At the foot of the rail: whether this console's engine is on, and how much it has in flight. Opens the
// question to switch it.
#pragma once

#include "ui/connect/deskengine.h"

#include <QToolButton>

namespace oncedesk {

class EngineButton : public QToolButton
{
    Q_OBJECT
public:
    explicit EngineButton(DeskEngine &engine, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showState();
    void askToSwitch();
    [[nodiscard]] QString whatOffMeans() const;
    DeskEngine &m_engine;
};

} // namespace oncedesk
