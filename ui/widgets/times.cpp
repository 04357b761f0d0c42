#include "ui/widgets/times.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSettings>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString setting = u"times"_s;

QString offsetOf(const QDateTime &time)
{
    if (time.timeSpec() == Qt::UTC)
        return u"UTC"_s;
    const int minutes = time.offsetFromUtc() / 60;
    return (minutes < 0 ? u"-%1:%2"_s : u"+%1:%2"_s)
        .arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0'))
        .arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

Times &Times::instance()
{
    static Times times;
    return times;
}

Times::Times()
{
    m_zone = QSettings().value(setting).toString() == u"utc" ? Zone::utc : Zone::local;
}

void Times::setZone(Zone zone)
{
    if (zone == m_zone)
        return;
    m_zone = zone;
    QSettings().setValue(setting, zone == Zone::utc ? u"utc"_s : u"local"_s);
    Q_EMIT changed();
}

QDateTime Times::shown(const board::Moment &moment) const
{
    return m_zone == Zone::utc ? moment.toUtc() : moment.toUtc().toLocalTime();
}

QString Times::full(const board::Moment &moment) const
{
    if (!moment.happened())
        return {};
    const QDateTime time = shown(moment);
    return time.toString(u"yyyy-MM-dd HH:mm:ss.zzz "_s) + offsetOf(time);
}

QString Times::brief(const board::Moment &moment, const QDateTime &now) const
{
    if (!moment.happened())
        return {};
    const QDateTime time = shown(moment);
    const QDateTime today = m_zone == Zone::utc ? now.toUTC() : now.toLocalTime();
    return time.toString(time.date() == today.date() ? u"HH:mm:ss.zzz "_s : u"yyyy-MM-dd HH:mm "_s) +
           offsetOf(time);
}

QString Times::offset() const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return offsetOf(m_zone == Zone::utc ? now : now.toLocalTime());
}

QString Times::span(std::chrono::milliseconds time)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("Times", text); };
    const qint64 milliseconds = std::max<qint64>(0, time.count());
    const qint64 seconds = milliseconds / 1000;
    if (milliseconds < 10'000)
        return tr("%1 s").arg(QLocale().toString(double(milliseconds) / 1000, 'f', 1));
    if (seconds < 60)
        return tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
    if (seconds < 86'400)
        return tr("%1 h %2 min").arg(seconds / 3600).arg(seconds % 3600 / 60, 2, 10, QLatin1Char('0'));
    return tr("%1 d %2 h").arg(seconds / 86'400).arg(seconds % 86'400 / 3600);
}

} // namespace oncedesk
