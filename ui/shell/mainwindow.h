// The window: it remembers its place, its colours and where it was connected.
#pragma once

#include "ui/look/systemscheme.h"

#include <QMainWindow>
#include <memory>

namespace oncedesk {

class DeskView;
class LiveDesk;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow();
    ~MainWindow() override;

    // From now on this desk is shown; the one before is let go.
    void show(std::unique_ptr<LiveDesk> desk);
    using QMainWindow::show;

Q_SIGNALS:
    void connectionWanted();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void applyScheme();
    look::SystemScheme m_system;
    DeskView *m_view = nullptr;
};

} // namespace oncedesk
