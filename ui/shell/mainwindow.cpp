#include "ui/shell/mainwindow.h"

#include "ui/connect/connectpage.h"
#include "ui/connect/deskengine.h"
#include "ui/connect/profiles.h"
#include "ui/connect/startview.h"
#include "ui/desk/livedesk.h"
#include "ui/look/icons.h"
#include "ui/shell/deskview.h"
#include "ui/widgets/question.h"

#include <QApplication>
#include <QCloseEvent>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QThreadPool>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString geometrySetting = u"window/geometry"_s;
const QString schemeSetting = u"window/colours"_s; // light, dark; absent: as the desktop

} // namespace

MainWindow::MainWindow() : MainWindow(std::make_unique<SystemKeychain>()) {}

MainWindow::MainWindow(std::unique_ptr<Keychain> keychain) : m_keychain(std::move(keychain))
{
    applyScheme(); // before anything is made, so that all of it has the fonts
    m_stack = new QStackedWidget(this);
    m_start = new StartView(this);
    setWindowTitle(u"Oncedesk"_s);
    setWindowIcon(look::applicationIcon());
    setMinimumSize(960, 600);
    setCentralWidget(m_stack);
    m_stack->addWidget(m_start);
    if (!restoreGeometry(QSettings().value(geometrySetting).toByteArray()))
        resize(1280, 800);
    connect(&m_system, &look::SystemScheme::changed, this, [this] { applyScheme(); });
    connect(m_start, &StartView::againWanted, this, [this](const QString &password) {
        open(Target(*m_target), password.isNull() ? std::nullopt : std::optional(password));
    });
    connect(m_start, &StartView::otherWanted, this, &MainWindow::showConnections);
    connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), this), &QShortcut::activated, this,
            &MainWindow::toggleScheme);
    connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q), this), &QShortcut::activated, this,
            &QWidget::close);
}

MainWindow::~MainWindow()
{
    delete m_opening;
    delete m_connections;
    letGoOfDesk();
}

void MainWindow::open(const Target &target, std::optional<QString> password)
{
    delete m_opening;
    m_target = std::make_unique<Target>(target);
    m_opening = new Opening(target, std::move(password), *m_keychain, this);
    connect(m_opening, &Opening::opened, this, [this](const OpenedDesk &desk) {
        m_opening->deleteLater();
        Profiles::setLastUsed(*m_target);
        show(std::make_unique<LiveDesk>(desk.settings, desk.server));
    });
    connect(m_opening, &Opening::failed, this, [this](const Trouble &trouble) {
        m_opening->deleteLater();
        m_start->showTrouble(m_target->describe(), trouble);
    });
    m_start->showOpening(target.describe());
    m_stack->setCurrentWidget(m_start);
    m_opening->start();
}

void MainWindow::showConnections()
{
    delete m_opening;
    delete m_connections;
    m_connections = new ConnectPage(*m_keychain, m_view != nullptr, this);
    if (m_target)
        m_connections->setTarget(*m_target);
    m_stack->addWidget(m_connections);
    m_stack->setCurrentWidget(m_connections);
    connect(m_connections, &ConnectPage::backWanted, this, &MainWindow::closeConnections);
    connect(m_connections, &ConnectPage::opened, this, [this](const Target &target, const OpenedDesk &desk) {
        m_target = std::make_unique<Target>(target);
        show(std::make_unique<LiveDesk>(desk.settings, desk.server));
    });
}

void MainWindow::closeConnections()
{
    if (m_view)
        m_stack->setCurrentWidget(m_view);
    if (m_connections)
        m_connections->deleteLater();
    m_connections = nullptr;
}

void MainWindow::letGoOfDesk()
{
    if (!m_view)
        return;
    // Stopping a private server takes a moment, which the window does not have.
    auto server = m_view->desk().server();
    delete m_view;
    m_view = nullptr;
    if (server)
        QThreadPool::globalInstance()->start([held = std::move(server)]() mutable { held.reset(); });
}

void MainWindow::show(std::unique_ptr<LiveDesk> desk)
{
    letGoOfDesk();
    m_view = new DeskView(std::move(desk), this);
    m_stack->addWidget(m_view);
    m_stack->setCurrentWidget(m_view);
    closeConnections();
    connect(m_view, &DeskView::connectionWanted, this, &MainWindow::showConnections);
    connect(m_view, &DeskView::schemeToggled, this, &MainWindow::toggleScheme);
    m_view->showPage(u"attention"_s);
    m_view->setFocus(); // not the search: single letters are keys here
}

void MainWindow::toggleScheme()
{
    QSettings().setValue(schemeSetting, look::scheme() == look::Scheme::light ? u"dark"_s : u"light"_s);
    applyScheme();
}

void MainWindow::applyScheme()
{
    const QString chosen = QSettings().value(schemeSetting).toString();
    const look::Scheme scheme = chosen == u"dark"    ? look::Scheme::dark
                                : chosen == u"light" ? look::Scheme::light
                                                     : m_system.scheme();
    look::apply(*qApp, scheme);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_view && !m_isSure) {
        // What closing does not leave as it was: calls of the engine, and what the database has not answered.
        const Worker::Counters counters = m_view->engine().counters();
        if (counters.inFlight > 0 || counters.lingering > 0 || m_view->desk().acting() > 0) {
            event->ignore();
            return askToClose();
        }
    }
    QSettings().setValue(geometrySetting, saveGeometry());
    delete m_opening; // nobody waits for it
    QMainWindow::closeEvent(event);
}

QString MainWindow::whatClosingMeans() const
{
    const Worker::Counters counters = m_view ? m_view->engine().counters() : Worker::Counters();
    QString what;
    if (m_view && m_view->desk().acting() > 0)
        what = tr("The database has not answered yet to what was sent last. If you close now, it is done or "
                  "not, and nobody here hears which.") +
               u' ';
    if (counters.inFlight == 1)
        what += tr("Its engine has 1 call under way. It gets %1 s to answer; if it has not answered then, it "
                   "becomes unknown, and a person has to look into it.")
                    .arg(DeskEngine::grace.count());
    else if (counters.inFlight > 1)
        what += tr("Its engine has %1 calls under way. They get %2 s to answer; what has not answered then "
                   "becomes unknown, and a person has to look into it.")
                    .arg(counters.inFlight)
                    .arg(DeskEngine::grace.count());
    what += DeskEngine::whatIsNotHeard(counters);
    return what.isEmpty() ? tr("What was under way has been answered meanwhile.") : what.trimmed();
}

void MainWindow::askToClose()
{
    if (m_question)
        return;
    auto *question = Question::ask(
        this, {tr("Close the console"), whatClosingMeans(), tr("Close all the same"), tr("Stay"), true});
    m_question = question;
    connect(&m_view->engine(), &DeskEngine::changed, question,
            [this, question] { question->setSentence(whatClosingMeans()); });
    connect(question, &QDialog::accepted, this, [this] {
        m_isSure = true;
        close();
    });
}

} // namespace oncedesk
