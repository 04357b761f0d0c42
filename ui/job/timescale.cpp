#include "ui/job/timescale.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qint64 second = 1000;
constexpr qint64 minute = 60 * second;
constexpr qint64 hour = 60 * minute;
constexpr qint64 day = 24 * hour;

// Fewer pixels than this for what lies between two breaks would hide it.
constexpr qreal leastPiece = 40;

constexpr std::array<qint64, 31> niceSteps{
    1,          2,          5,           10,          20,          50,          100,         200,
    500,        second,     2 * second,  5 * second,  10 * second, 15 * second, 30 * second, minute,
    2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour,        2 * hour,    3 * hour,
    6 * hour,   12 * hour,  day,         2 * day,     7 * day,     30 * day,    365 * day};

qint64 stepFor(qreal pixelsPerMs)
{
    for (const qint64 step : niceSteps) {
        if (qreal(step) * pixelsPerMs >= TimeScale::leastTickDistance)
            return step;
    }
    return qint64(TimeScale::leastTickDistance / pixelsPerMs) + 1;
}

// As short as the step allows: "+5 s", "+0.05 s", "+12 min 05 s", "+3 h 20 min", "+2 d 4 h".
QString tickLabel(qint64 time, qint64 step)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("TimeScale", text); };
    if (time < 2 * minute) {
        const int decimals = step < 10 ? 3 : step < 100 ? 2 : step < second ? 1 : 0;
        return tr("+%1 s").arg(QLocale().toString(double(time) / 1000, 'f', decimals));
    }
    const qint64 days = time / day;
    const qint64 hours = time % day / hour;
    const qint64 minutes = time % hour / minute;
    const qint64 seconds = time % minute / second;
    QStringList parts;
    if (days > 0)
        parts += tr("%1 d").arg(days);
    if (hours > 0 || (days > 0 && step < day))
        parts += tr("%1 h").arg(hours);
    if (step < hour && (minutes > 0 || seconds > 0 || parts.isEmpty() || step < minute))
        parts += tr("%1 min").arg(minutes);
    if (step < minute)
        parts += tr("%1 s").arg(seconds, 2, 10, QLatin1Char('0'));
    return u'+' + parts.join(u' ');
}

} // namespace

TimeScale::TimeScale(QList<qint64> moments, qreal left, qreal width)
{
    moments.append(0);
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    if (moments.size() == 1)
        moments.append(moments.first() + second);
    cut(moments);
    place(left, width);
}

// A pause is broken where it is much longer than all shorter ones together, and these are worth seeing.
void TimeScale::cut(const QList<qint64> &moments)
{
    QList<qint64> spans;
    for (qsizetype i = 1; i < moments.size(); ++i)
        spans.append(moments[i] - moments[i - 1]);
    std::sort(spans.begin(), spans.end());
    qint64 shorter = 0;
    qint64 longest = spans.last();
    for (const qint64 span : std::as_const(spans)) {
        if (span >= minute && shorter >= second && span > 8 * shorter) {
            longest = span - 1;
            break;
        }
        shorter += span;
    }
    for (qsizetype i = 1; i < moments.size(); ++i) {
        const bool isBreak = moments[i] - moments[i - 1] > longest;
        if (!m_pieces.isEmpty() && !isBreak && !m_pieces.last().isBreak)
            m_pieces.last().to = moments[i];
        else
            m_pieces.append({moments[i - 1], moments[i], isBreak, 0, 0});
    }
    // What happens at once between two breaks, or at either end, wants a place too.
    for (qsizetype i = m_pieces.size() - 1; i >= 0; --i) {
        if (m_pieces[i].isBreak && (i + 1 == m_pieces.size() || m_pieces[i + 1].isBreak))
            m_pieces.insert(i + 1, {m_pieces[i].to, m_pieces[i].to, false, 0, 0});
    }
    if (m_pieces.first().isBreak)
        m_pieces.prepend({m_pieces.first().from, m_pieces.first().from, false, 0, 0});
}

void TimeScale::place(qreal left, qreal width)
{
    qreal breaks = 0;
    qreal pieces = 0;
    qint64 time = 0;
    for (const Piece &piece : std::as_const(m_pieces)) {
        (piece.isBreak ? breaks : pieces) += 1;
        time += piece.isBreak ? 0 : piece.to - piece.from;
    }
    // Very many breaks share what there is.
    const qreal breakSize = std::min(breakWidth, breaks > 0 ? width * 0.6 / breaks : 0);
    const qreal least = pieces > 1 ? std::min(leastPiece, width * 0.2 / pieces) : 0;
    const qreal free = std::max<qreal>(1, width - breaks * breakSize - pieces * least);
    qreal x = left;
    for (Piece &piece : m_pieces) {
        piece.left = x;
        x += piece.isBreak ? breakSize
                           : least + (time > 0 ? free * qreal(piece.to - piece.from) / qreal(time) : 0);
        piece.right = x;
    }
}

qreal TimeScale::x(qint64 time) const
{
    const auto piece = std::lower_bound(m_pieces.cbegin(), m_pieces.cend(), time,
                                        [](const Piece &one, qint64 value) { return one.to < value; });
    if (piece == m_pieces.cend())
        return m_pieces.last().right;
    if (time <= piece->from)
        return piece->left;
    return piece->left +
           (piece->right - piece->left) * qreal(time - piece->from) / qreal(piece->to - piece->from);
}

QList<TimeScale::Tick> TimeScale::ticks(const Measure &measure) const
{
    constexpr qreal apart = 12;
    QList<Tick> ticks;
    qreal reached = -1e9;
    for (const Piece &piece : m_pieces) {
        if (piece.isBreak)
            continue;
        const qint64 span = piece.to - piece.from;
        const qint64 step = span > 0 ? stepFor((piece.right - piece.left) / qreal(span)) : second;
        const auto add = [&](qint64 time) {
            const QString label = tickLabel(time, step);
            const qreal labelWidth = measure(label);
            const qreal place = x(time);
            // The last one stays within reach of the end.
            const qreal left =
                std::min(place - labelWidth / 2, m_pieces.last().right + rightOverhang - labelWidth);
            if (left < reached + apart)
                return;
            ticks.append({place, label, left, labelWidth});
            reached = left + labelWidth;
        };
        const qint64 first = (piece.from + step - 1) / step * step;
        if (first > piece.to) {
            add(piece.from); // no round time lies inside
            continue;
        }
        for (qint64 time = first; time <= piece.to; time += step)
            add(time);
    }
    return ticks;
}

QList<TimeScale::Break> TimeScale::breaks() const
{
    QList<Break> result;
    for (const Piece &piece : m_pieces) {
        if (piece.isBreak)
            result.append({piece.left, piece.right, piece.to - piece.from});
    }
    return result;
}

} // namespace oncedesk
