// The console.
#include "app/oncedesk/tour.h"
#include "ui/connect/enginerun.h"
#include "ui/connect/profiles.h"
#include "ui/shell/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <algorithm>
#include <clocale>
#include <cstdio>
#include <memory>
#include <optional>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;

namespace {

// What the command line or the environment names; none: what was used last.
Result<std::optional<ConnectionSettings>> givenConnection(const std::optional<QString> &db)
{
    using Given = std::optional<ConnectionSettings>;
    const QString text = db.value_or(qEnvironmentVariable("ONCEDESK_DB")).trimmed();
    if (db && text.isEmpty())
        return Error{ErrorKind::invalid,
                     u"--db names no database: give a URI such as postgresql://host/database."_s,
                     {}};
    if (!text.isEmpty()) {
        const auto settings = ConnectionSettings::parse(text);
        if (!settings)
            return settings.error();
        return Given(*settings);
    }
    if (ConnectionSettings::environmentNamesServer())
        return Given(ConnectionSettings::fromEnvironment());
    return Given();
}

} // namespace

int main(int argc, char **argv)
{
    // Who asks for help need have no display.
    const bool asksForHelp = std::any_of(argv + 1, argv + argc, [](const char *word) {
        return qstrcmp(word, "--help") == 0 || qstrcmp(word, "-h") == 0;
    });
    if (asksForHelp)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::setlocale(LC_MESSAGES, "C"); // libpq's words are told apart where it has no code for them
    QApplication::setApplicationName(u"oncedesk"_s);
    QApplication::setOrganizationName(u"oncedesk"_s);
    QApplication::setDesktopFileName(u"oncedesk"_s);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"The console of Oncedesk: one job per intent, on a shared PostgreSQL."_s);
    parser.addHelpOption();
    const QCommandLineOption db(
        u"db"_s,
        u"the shared database, a URI or keywords; else ONCEDESK_DB, else PG*, else the connection used last"_s,
        u"URI"_s);
    parser.addOption(db);
    const QCommandLineOption privateDesk(u"private"_s, u"open the private desk, whatever was used last"_s);
    parser.addOption(privateDesk);
    QCommandLineOption tour(u"tour"_s, u"walk through the steps in FILE and take pictures; see tour.h"_s,
                            u"FILE"_s);
    tour.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(tour);
    parser.process(application);

    const auto given = givenConnection(parser.isSet(db) ? std::optional(parser.value(db)) : std::nullopt);
    if (!given) {
        std::fprintf(stderr, "%s\n", qPrintable(given.error().sentence));
        return 2;
    }
    int code = 0;
    {
        MainWindow window;
        window.show();
        if (parser.isSet(privateDesk))
            window.open({});
        else
            window.open(*given ? Target{Target::Kind::given, {{}, **given}} : Profiles::lastUsed());
        std::unique_ptr<Tour> walk;
        if (parser.isSet(tour)) {
            QFile file(parser.value(tour));
            if (!file.open(QIODevice::ReadOnly)) {
                std::fprintf(stderr, "The tour %s cannot be read.\n", qPrintable(file.fileName()));
                return 2;
            }
            walk = std::make_unique<Tour>(window, QString::fromUtf8(file.readAll()).split(u'\n'));
        }
        code = QApplication::exec();
    }
    EngineRun::waitForAll();
    return code;
}
