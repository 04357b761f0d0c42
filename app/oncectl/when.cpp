#include "app/oncectl/when.h"

#include <QDateTime>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

QString localTime(const board::Moment &moment)
{
    if (!moment.happened())
        return {};
    const QDateTime local = moment.toUtc().toLocalTime();
    if (!local.isValid())
        return moment.iso; // infinity, a year of five digits
    const int offset = local.offsetFromUtc();
    const QString zone = u"%1:%2"_s.arg(qAbs(offset) / 3600, 2, 10, QChar(u'0'))
                             .arg(qAbs(offset) / 60 % 60, 2, 10, QChar(u'0'));
    return local.toString(u"yyyy-MM-dd HH:mm:ss"_s) + (offset < 0 ? u'-' : u'+') + zone;
}

} // namespace oncedesk
