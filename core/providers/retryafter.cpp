#include "core/providers/retryafter.h"

#include <QLocale>
#include <QTimeZone>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

QDateTime parseHttpDate(const QByteArray &text)
{
    const QString simplified = QString::fromLatin1(text).simplified();
    const QLocale english = QLocale::c();
    for (const QString &format : {u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s, u"dddd, dd-MMM-yy HH:mm:ss 'GMT'"_s,
                                  u"ddd MMM d HH:mm:ss yyyy"_s}) {
        QDateTime moment = english.toDateTime(simplified, format);
        if (!moment.isValid())
            continue;
        moment = QDateTime(moment.date(), moment.time(), Qt::UTC);
        if (format.contains(u"-yy ") && moment.date().year() < 1970)
            moment = moment.addYears(100); // two digits, which Qt places in the last century
        return moment;
    }
    return {};
}

std::optional<std::chrono::milliseconds> parseRetryAfter(const QByteArray &value, const QDateTime &now)
{
    using std::chrono::milliseconds;
    const QByteArray text = value.trimmed();
    if (!text.isEmpty() &&
        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        bool fits = false;
        const qulonglong seconds = text.toULongLong(&fits);
        if (!fits || seconds > qulonglong(longestRetryAfter / std::chrono::seconds(1)))
            return longestRetryAfter;
        return milliseconds(std::chrono::seconds(seconds));
    }
    const QDateTime moment = parseHttpDate(text);
    if (!moment.isValid())
        return std::nullopt;
    return std::clamp(milliseconds(now.msecsTo(moment)), milliseconds(0), longestRetryAfter);
}

} // namespace oncedesk
