#include "ui/shell/mainwindow.h"

#include "ui/look/icons.h"
#include "ui/shell/deskview.h"

#include <QApplication>
#include <QCloseEvent>
#include <QSettings>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString geometrySetting = u"window/geometry"_s;
const QString schemeSetting = u"window/colours"_s; // light, dark; absent: as the desktop

} // namespace

MainWindow::MainWindow()
{
    setWindowTitle(u"Oncedesk"_s);
    setWindowIcon(look::applicationIcon());
    setMinimumSize(960, 600);
    if (!restoreGeometry(QSettings().value(geometrySetting).toByteArray()))
        resize(1280, 800);
    connect(&m_system, &look::SystemScheme::changed, this, [this] { applyScheme(); });
    applyScheme();
}

MainWindow::~MainWindow() = default;

void MainWindow::show(std::unique_ptr<LiveDesk> desk)
{
    delete m_view;
    m_view = new DeskView(std::move(desk), this);
    setCentralWidget(m_view);
    connect(m_view, &DeskView::connectionWanted, this, &MainWindow::connectionWanted);
    connect(m_view, &DeskView::schemeToggled, this, [this] {
        QSettings().setValue(schemeSetting, look::scheme() == look::Scheme::light ? u"dark"_s : u"light"_s);
        applyScheme();
    });
    m_view->showPage(u"attention"_s);
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
    QSettings().setValue(geometrySetting, saveGeometry());
    QMainWindow::closeEvent(event);
}

} // namespace oncedesk
