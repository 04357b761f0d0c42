// The window: it remembers its place, its colours and where it was connected.
#pragma once

#include "core/engine/worker.h"
#include "ui/look/systemscheme.h"

#include <QMainWindow>
#include <QPointer>
#include <memory>
#include <optional>

class QStackedWidget;

namespace oncedesk {

class ConnectPage;
class DeskView;
class Keychain;
class LiveDesk;
class Opening;
class Question;
class StartView;
struct Target;
struct Trouble;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow();
    explicit MainWindow(std::unique_ptr<Keychain> keychain);
    ~MainWindow() override;

    // Says so while it is being opened, and what is wrong when it cannot be.
    void open(const Target &target, std::optional<QString> password = {});
    // Chooses another desk; the one on screen stays until then.
    void showConnections();
    // From now on this desk is shown; the one before is let go.
    void show(std::unique_ptr<LiveDesk> desk);
    using QMainWindow::show;
    void toggleScheme();
    [[nodiscard]] DeskView *deskView() const { return m_view; }

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void applyScheme();
    void closeConnections();
    void askToClose();
    [[nodiscard]] QString whatClosingMeans() const;
    void letGoOfDesk();
    look::SystemScheme m_system;
    std::unique_ptr<Keychain> m_keychain;
    QStackedWidget *m_stack = nullptr;
    StartView *m_start = nullptr;
    QPointer<Opening> m_opening;
    std::unique_ptr<Target> m_target; // being opened, or opened last
    QPointer<ConnectPage> m_connections;
    DeskView *m_view = nullptr;
    QPointer<Question> m_question;
    bool m_isSure = false; // of closing
};

} // namespace oncedesk
