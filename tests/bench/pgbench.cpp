#include "tests/bench/pgbench.h"

#include "core/db/serverprograms.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryFile>

namespace oncedesk::bench {

using namespace Qt::Literals::StringLiterals;

double pgbench(const ConnectionSettings &settings, const QByteArray &script,
               std::variant<Seconds, Transactions> length, int clients)
{
    static int run = 0;
    const auto programs = ServerPrograms::find();
    if (!programs)
        qFatal("%s", qPrintable(programs.error().sentence));
    QTemporaryFile file;
    if (!file.open())
        qFatal("No temporary file: %s", qPrintable(file.errorString()));
    file.write("\\set i :i + 1\n" + script);
    file.close();
    const auto *seconds = std::get_if<Seconds>(&length);
    QProcess process;
    process.start(programs->path(u"pgbench"_s),
                  {u"-n"_s, u"-M"_s, u"prepared"_s, u"-c"_s, QString::number(clients), u"-j"_s, u"2"_s,
                   seconds ? u"-T"_s : u"-t"_s,
                   QString::number(seconds ? seconds->count : std::get<Transactions>(length).count), u"-D"_s,
                   u"i=0"_s, u"-D"_s, u"run="_s + QString::number(++run), u"-f"_s, file.fileName(),
                   settings.toKeywords()});
    process.waitForFinished(-1);
    const QString said = QString::fromUtf8(process.readAllStandardOutput());
    static const QRegularExpression rate(u"tps = ([0-9.]+)"_s);
    const auto match = rate.match(said);
    if (process.exitCode() != 0 || !match.hasMatch())
        qFatal("pgbench: %s%s", qPrintable(said), process.readAllStandardError().constData());
    return match.captured(1).toDouble();
}

} // namespace oncedesk::bench
