#include "core/board/moment.h"

namespace oncedesk::board {

QDateTime Moment::toUtc() const
{
    return QDateTime::fromString(iso, Qt::ISODateWithMs).toUTC();
}

} // namespace oncedesk::board
