// The console.
#include "core/db/whendone.h"
#include "ui/connect/deskopener.h"
#include "ui/desk/livedesk.h"
#include "ui/shell/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QMessageBox>
#include <cstdio>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"oncedesk"_s);
    QApplication::setOrganizationName(u"oncedesk"_s);
    QApplication::setDesktopFileName(u"oncedesk"_s);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"The console of Oncedesk: one job per intent, on a shared PostgreSQL."_s);
    parser.addHelpOption();
    const QCommandLineOption db(
        u"db"_s,
        u"the shared database, a URI or keywords; else ONCEDESK_DB, else PG*, else the private desk"_s,
        u"URI"_s);
    parser.addOption(db);
    parser.process(application);

    std::optional<ConnectionSettings> shared;
    const QString given = parser.isSet(db) ? parser.value(db) : qEnvironmentVariable("ONCEDESK_DB");
    if (parser.isSet(db) || !given.trimmed().isEmpty()) {
        const auto settings = ConnectionSettings::parse(given);
        if (!settings) {
            std::fprintf(stderr, "%s\n", qPrintable(settings.error().sentence));
            return 2;
        }
        shared = *settings;
    } else if (ConnectionSettings::environmentNamesServer()) {
        shared = ConnectionSettings::fromEnvironment();
    }

    MainWindow window;
    window.show();
    whenDone(openDesk(shared), &window, [&window](const Result<OpenedDesk> &desk) {
        if (!desk) {
            QMessageBox::warning(&window, u"Oncedesk"_s, desk.error().sentence);
            return;
        }
        window.show(std::make_unique<LiveDesk>(desk->settings, desk->server));
    });
    return QApplication::exec();
}
