#include "tests/workers/faketime.h"

#include <QProcess>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Result<QMap<QString, QString>> wrongClock(int seconds)
{
    // Asked, not guessed: the path differs between architectures.
    QProcess faketime;
    faketime.start(u"faketime"_s, {u"-m"_s, u"-f"_s, u"+0"_s, u"printenv"_s, u"LD_PRELOAD"_s});
    const bool ended = faketime.waitForFinished();
    const QString library = QString::fromLocal8Bit(faketime.readAllStandardOutput()).trimmed();
    if (!ended || faketime.exitCode() != 0 || library.isEmpty())
        return Error{
            ErrorKind::internal,
            u"The program faketime does not run. Install the Debian package faketime (.ci/install test)."_s,
            {}};
    return QMap<QString, QString>{{u"LD_PRELOAD"_s, library},
                                  {u"FAKETIME"_s, (seconds < 0 ? u""_s : u"+"_s) + QString::number(seconds)},
                                  {u"FAKETIME_DONT_FAKE_MONOTONIC"_s, u"1"_s},
                                  {u"DONT_FAKE_MONOTONIC"_s, u"1"_s}};
}

} // namespace oncedesk
