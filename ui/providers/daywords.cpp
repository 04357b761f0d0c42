#include "ui/providers/daywords.h"

#include "ui/providers/daylayout.h"
#include "ui/widgets/times.h"

#include <QLocale>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString clock(const board::Moment &moment)
{
    return Times::instance().shown(moment).toString(u"HH:mm"_s);
}

QString number(qint64 value)
{
    return QLocale().toString(value);
}

// The half hours that were read.
QList<board::HalfHour> readOf(const board::ProviderDay &day)
{
    return day.halfHours.mid(unreadHalfHours(day));
}

double rate(const board::HalfHour &one)
{
    return one.started > 0 ? double(one.unknown) / one.started : 0;
}

// Of equals the latest, which matters more. Precondition: there is one.
template<class Value>
board::HalfHour highest(const QList<board::HalfHour> &halfHours, Value value)
{
    return *std::max_element(halfHours.crbegin(), halfHours.crend(),
                             [&](const auto &a, const auto &b) { return value(a) < value(b); });
}

struct Sum
{
    int started = 0;
    int unknown = 0;
    int mostInFlight = 0;
};

Sum sumOf(const QList<board::HalfHour> &halfHours)
{
    Sum sum;
    for (const board::HalfHour &one : halfHours) {
        sum.started += one.started;
        sum.unknown += one.unknown;
        sum.mostInFlight = std::max(sum.mostInFlight, one.mostInFlight);
    }
    return sum;
}

} // namespace

QString DayWords::percent(int part, int whole)
{
    return tr("%1 %").arg(QLocale().toString(whole > 0 ? 100.0 * part / whole : 0.0, 'f', 1));
}

QString DayWords::when(const board::HalfHour &one)
{
    // Of that time, not of now: summer time may have begun since.
    const QString full = Times::instance().full(one.at);
    return u"%1–%2 %3"_s.arg(clock(one.at), clock(one.until), full.section(u' ', -1));
}

QString DayWords::round(std::chrono::milliseconds time)
{
    const qint64 ms = time.count();
    const QLocale locale;
    if (ms < 60'000)
        return tr("%1 s").arg(ms % 1000 == 0 ? locale.toString(ms / 1000)
                                             : locale.toString(double(ms) / 1000, 'f', 1));
    return ms < 3'600'000 ? tr("%1 min").arg(ms / 60'000) : tr("%1 h").arg(ms / 3'600'000);
}

QString DayWords::inFlight(const board::HalfHour &one)
{
    return tr("at most %1").arg(number(one.mostInFlight));
}

QString DayWords::unknown(const board::HalfHour &one)
{
    if (one.started == 0)
        return tr("nothing started");
    return tr("%1 (%2 of %3)")
        .arg(percent(one.unknown, one.started), number(one.unknown), number(one.started));
}

QString DayWords::spoken(const board::HalfHour &one, bool wasRead)
{
    if (!wasRead)
        return tr("%1: not read.").arg(when(one));
    const QString took = one.succeeded > 0
                             ? tr("p50 %1, p95 %2 (of %3)")
                                   .arg(Times::span(one.p50), Times::span(one.p95), number(one.succeeded))
                             : tr("none succeeded");
    return tr("%1: in flight %2; unknown: %3; time taken: %4.")
        .arg(when(one), inFlight(one), unknown(one), took);
}

QString DayWords::mostInFlight(const board::ProviderDay &day)
{
    const board::HalfHour most =
        highest(readOf(day), [](const board::HalfHour &one) { return one.mostInFlight; });
    return most.mostInFlight == 0 ? tr("none")
                                  : tr("highest %1 at %2").arg(number(most.mostInFlight), clock(most.at));
}

QString DayWords::mostUnknown(const board::ProviderDay &day)
{
    const board::HalfHour most = highest(readOf(day), &rate);
    return most.unknown == 0
               ? tr("none")
               : tr("highest %1 at %2").arg(percent(most.unknown, most.started), clock(most.at));
}

QString DayWords::summary(const board::ProviderDay &day)
{
    const Sum sum = sumOf(readOf(day));
    return tr("In the last 24 h: in flight %1; unknown %2 of %3 started, %4.")
        .arg(mostInFlight(day), percent(sum.unknown, sum.started), number(sum.started), mostUnknown(day));
}

QString DayWords::reach(const board::ProviderDay &day)
{
    if (unreadHalfHours(day) == 0)
        return {};
    return tr("Reaches back to %1: the latest 20,000 attempts.").arg(clock(day.openedSince));
}

QString DayWords::nothing(const board::ProviderDay &day)
{
    const Sum sum = sumOf(readOf(day));
    if (sum.started > 0 || sum.mostInFlight > 0)
        return {};
    const QString cut = reach(day);
    return cut.isEmpty() ? tr("Nothing started in the last 24 h.") : tr("Nothing started. %1").arg(cut);
}

} // namespace oncedesk
