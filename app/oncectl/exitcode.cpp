#include "app/oncectl/exitcode.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

ExitCode exitCodeOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::disconnected:
        return ExitCode::disconnected;
    case ErrorKind::refused:
        return ExitCode::refused;
    case ErrorKind::conflict:
        return ExitCode::conflict;
    case ErrorKind::forbidden:
        return ExitCode::forbidden;
    case ErrorKind::invalid:
        // 22023 is the contract's own no; anything else invalid never got as far as the contract.
        return error.sqlState == u"22023" ? ExitCode::refused : ExitCode::usage;
    case ErrorKind::lostRace:
    case ErrorKind::internal:
        break;
    }
    return ExitCode::failed;
}

QString wordOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::disconnected:
        return u"disconnected"_s;
    case ErrorKind::refused:
        return u"refused"_s;
    case ErrorKind::conflict:
        return u"conflict"_s;
    case ErrorKind::forbidden:
        return u"forbidden"_s;
    case ErrorKind::invalid:
        return u"invalid"_s;
    case ErrorKind::lostRace:
        return u"lost_race"_s;
    case ErrorKind::internal:
        break;
    }
    return u"internal"_s;
}

} // namespace oncedesk
