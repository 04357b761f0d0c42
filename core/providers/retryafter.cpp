#include "core/providers/retryafter.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

QDateTime parseHttpDate(const QByteArray &text)
{
    QString spelling = QString::fromLatin1(text).simplified();
    // RFC 850 dates have two digits for the year; no header of today means the last century's sixties.
    static const QRegularExpression rfc850(
        u"\\A[A-Z][a-z]+day, ([0-9]{2}-[A-Z][a-z]{2}-)([0-9]{2})( .*)\\z"_s);
    if (const auto match = rfc850.match(spelling); match.hasMatch()) {
        const QString century = match.captured(2).toInt() < 70 ? u"20"_s : u"19"_s;
        spelling = match.captured(1) + century + match.captured(2) + match.captured(3);
    }
    for (const QString &format : {u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s, u"dd-MMM-yyyy HH:mm:ss 'GMT'"_s,
                                  u"ddd MMM d HH:mm:ss yyyy"_s}) {
        const QDateTime moment = QLocale::c().toDateTime(spelling, format);
        if (moment.isValid())
            return {moment.date(), moment.time(), Qt::UTC};
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
