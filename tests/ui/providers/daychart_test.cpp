#include "ui/providers/daychart.h"

#include "tests/ui/support/consoledesk.h"
#include "ui/look/look.h"
#include "ui/look/mark.h"
#include "ui/providers/daywords.h"
#include "ui/providers/providercard.h"
#include "ui/widgets/times.h"

#include <QApplication>
#include <QImage>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

board::Moment moment(const QDateTime &time)
{
    return {time.toString(Qt::ISODateWithMs)};
}

// 24 hours until 10:00 UTC, in which nothing happened.
board::ProviderDay quietDay(const QDateTime &end = QDateTime({2026, 11, 30}, {10, 0}, Qt::UTC))
{
    board::ProviderDay day;
    for (int i = 48; i > 0; --i) {
        board::HalfHour one;
        one.at = moment(end.addSecs(-1800 * i));
        one.until = moment(end.addSecs(-1800 * (i - 1)));
        day.halfHours += one;
    }
    return day;
}

// At 15:00, 8 started of which 2 were unknown and 6 succeeded; at 15:30, 2 started and succeeded.
board::ProviderDay busyDay()
{
    board::ProviderDay day = quietDay();
    board::HalfHour &first = day.halfHours[10];
    first.mostInFlight = 3;
    first.started = 8;
    first.unknown = 2;
    first.succeeded = 6;
    first.p50 = 2s;
    first.p95 = 6s;
    board::HalfHour &second = day.halfHours[11];
    second.mostInFlight = 1;
    second.started = 2;
    second.succeeded = 2;
    second.p50 = 1s;
    second.p95 = 1s;
    return day;
}

class TheDayOnScreen : public ::testing::Test
{
protected:
    TheDayOnScreen() { Times::instance().setZone(Times::Zone::utc); }
    ~TheDayOnScreen() override { Times::instance().setZone(m_before); }

    const Times::Zone m_before = Times::instance().zone();
};

TEST_F(TheDayOnScreen, HasOneTimeAxisForAllThreeCharts)
{
    const DayLayout layout = DayLayout::of(busyDay(), {292, 220});
    EXPECT_EQ(layout.inFlight.plot.left(), layout.unknown.plot.left());
    EXPECT_EQ(layout.inFlight.plot.width(), layout.took.plot.width());
    EXPECT_GE(layout.inFlight.plot.left(), DayLayout::gutter);
    EXPECT_LT(layout.inFlight.plot.bottom(), layout.unknown.head.top());
    EXPECT_LT(layout.unknown.plot.bottom(), layout.took.head.top());
    EXPECT_LE(layout.axis.bottom(), 220);
    EXPECT_EQ(layout.unknownBars[10].left(), layout.left(10));
    EXPECT_EQ(layout.p50.at(0).at(0).x(), (layout.left(10) + layout.left(11)) / 2);
    QStringList ticks;
    for (const DayLayout::Tick &tick : layout.ticks)
        ticks += tick.text;
    EXPECT_EQ(ticks, (QStringList{u"12:00"_s, u"18:00"_s, u"00:00"_s, u"06:00"_s}));
    EXPECT_EQ(layout.ticks[0].x, layout.left(4));
}

TEST_F(TheDayOnScreen, FindsTheHalfHourUnderAPoint)
{
    const DayLayout layout = DayLayout::of(busyDay(), {292, 220});
    for (int i = 0; i < 48; ++i) {
        EXPECT_EQ(layout.halfHourAt(layout.left(i)), i);
        EXPECT_EQ(layout.halfHourAt(layout.left(i + 1) - 0.1), i);
    }
    EXPECT_EQ(layout.halfHourAt(layout.left(0) - 1), -1);
    EXPECT_EQ(layout.halfHourAt(layout.right()), -1);
    EXPECT_EQ(DayLayout().halfHourAt(0), -1);
}

TEST_F(TheDayOnScreen, DrawsNoTimeWhereNothingSucceeded)
{
    board::ProviderDay day = busyDay();
    day.halfHours[20] = day.halfHours[11];
    const DayLayout layout = DayLayout::of(day, {292, 220});
    ASSERT_EQ(layout.p50.size(), 2);
    EXPECT_EQ(layout.p50[0].size(), 2);
    EXPECT_EQ(layout.p50[1].size(), 1);
    EXPECT_EQ(layout.p95.size(), 2);
}

TEST_F(TheDayOnScreen, ShowsEvenOneUnknownOfMany)
{
    board::ProviderDay day = busyDay();
    day.halfHours[12].started = 100000;
    day.halfHours[12].unknown = 1;
    const DayLayout layout = DayLayout::of(day, {292, 220});
    EXPECT_GE(layout.unknownBars[12].height(), 2);
    EXPECT_TRUE(layout.unknownBars[11].isNull());
    EXPECT_GT(layout.unknownBars[10].height(), layout.unknownBars[12].height());
}

TEST_F(TheDayOnScreen, DrawsNothingWhereNothingWasRead)
{
    board::ProviderDay day = busyDay();
    day.openedSince = moment(QDateTime({2026, 11, 29}, {15, 40}, Qt::UTC));
    const DayLayout layout = DayLayout::of(day, {292, 220});
    EXPECT_EQ(layout.firstRead, 11);
    EXPECT_TRUE(layout.unknownBars[10].isNull());
    EXPECT_EQ(layout.inFlightEdge.first().x(), layout.left(11));
    EXPECT_EQ(layout.p50.at(0).size(), 1);
    EXPECT_FALSE(layout.note.isNull());
    EXPECT_LE(layout.note.bottom(), 220);
    EXPECT_EQ(DayWords::reach(day), u"Reaches back to 15:40: the latest 20,000 attempts."_s);
    EXPECT_TRUE(DayWords::reach(busyDay()).isEmpty());
}

TEST_F(TheDayOnScreen, HasRoundScales)
{
    EXPECT_EQ(DayLayout::topOfCount(0), 2);
    EXPECT_EQ(DayLayout::topOfCount(2), 2);
    EXPECT_EQ(DayLayout::topOfCount(3), 5);
    EXPECT_EQ(DayLayout::topOfCount(43), 50);
    EXPECT_EQ(DayLayout::topOfCount(1001), 2000);
    EXPECT_EQ(DayLayout::topOfPercent(0), 5);
    EXPECT_EQ(DayLayout::topOfPercent(50.1), 100);
    EXPECT_EQ(DayLayout::topOfTime(0ms), 100);
    EXPECT_EQ(DayLayout::topOfTime(61s), 120'000);
    EXPECT_EQ(DayLayout::topOfTime(1000h), 3'600'000'000);
    EXPECT_EQ(DayWords::round(500ms), u"0.5 s"_s);
    EXPECT_EQ(DayWords::round(2min), u"2 min"_s);
    EXPECT_EQ(DayWords::round(24h), u"24 h"_s);
}

TEST_F(TheDayOnScreen, IsSaidInOneSentence)
{
    EXPECT_EQ(
        DayWords::summary(busyDay()),
        u"In the last 24 h: in flight highest 3 at 15:00; unknown 20.0 % of 10 started, highest 25.0 % at "
        "15:00."_s);
}

TEST_F(TheDayOnScreen, TellsEachHalfHourToThoseWhoWalkByKeyboard)
{
    DayChart chart;
    chart.resize(292, 220);
    chart.setDay(busyDay());
    chart.show();
    EXPECT_EQ(chart.focusPolicy(), Qt::StrongFocus);
    EXPECT_TRUE(chart.accessibleDescription().contains(u"unknown 20.0 % of 10 started"_s));
    QTest::keyClick(&chart, Qt::Key_Left);
    EXPECT_EQ(chart.marked(), 47);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.marked(), 47);
    QTest::keyClick(&chart, Qt::Key_Home);
    EXPECT_EQ(chart.marked(), 0);
    for (int i = 0; i < 10; ++i)
        QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(
        chart.accessibleDescription(),
        u"15:00–15:30 UTC: in flight at most 3; unknown: 25.0 % (2 of 8); time taken: p50 2.0 s, p95 6.0 s "
        "(of 6)."_s);
}

TEST_F(TheDayOnScreen, TellsTheHalfHourUnderTheMouse)
{
    DayChart chart;
    chart.resize(292, 220);
    chart.setDay(busyDay());
    chart.show();
    QTest::mouseMove(&chart, QPoint(int(chart.layOut().left(11)) + 2, 60));
    ASSERT_TRUE(waitUntil([&] { return chart.marked() == 11; }));
    EXPECT_TRUE(chart.accessibleDescription().startsWith(u"15:30–16:00 UTC: "_s));
    QTest::mouseMove(&chart, QPoint(2, 60));
    ASSERT_TRUE(waitUntil([&] { return chart.marked() == -1; }));
}

TEST_F(TheDayOnScreen, KeepsTheMarkWhileTheDayMovesOn)
{
    DayChart chart;
    chart.resize(292, 220);
    chart.setDay(busyDay());
    QTest::keyClick(&chart, Qt::Key_Left);
    chart.setDay(quietDay());
    EXPECT_EQ(chart.marked(), -1) << "there are words now";
    chart.setDay(busyDay());
    QTest::keyClick(&chart, Qt::Key_Left);
    board::ProviderDay later = busyDay();
    board::HalfHour next = later.halfHours.last();
    next.at = next.until;
    next.until = moment(next.at.toUtc().addSecs(1800));
    later.halfHours.removeFirst();
    later.halfHours += next;
    chart.setDay(later);
    EXPECT_EQ(chart.marked(), 46);
}

// How often it was painted.
class Paintings : public QObject
{
public:
    int count = 0;
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            ++count;
        return false;
    }
};

TEST_F(TheDayOnScreen, IsNotPaintedAnewWhenNothingChanged)
{
    DayChart chart;
    Paintings paintings;
    chart.installEventFilter(&paintings);
    chart.resize(292, 220);
    chart.setDay(busyDay());
    chart.show();
    ASSERT_TRUE(waitUntil([&] { return paintings.count > 0; }));
    QCoreApplication::processEvents();
    const int before = paintings.count;
    chart.setDay(busyDay());
    QCoreApplication::processEvents();
    EXPECT_EQ(paintings.count, before);
    board::ProviderDay other = busyDay();
    ++other.halfHours[10].started;
    chart.setDay(other);
    EXPECT_TRUE(waitUntil([&] { return paintings.count > before; }));
}

qsizetype pixelsOf(const QColor &color, const QImage &image)
{
    qsizetype count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) == color.rgb();
    }
    return count;
}

TEST_F(TheDayOnScreen, FollowsTheSchemeInForce)
{
    const look::Scheme before = look::scheme();
    DayChart chart;
    chart.resize(292, 220);
    chart.setDay(busyDay());
    for (const look::Scheme scheme : {look::Scheme::light, look::Scheme::dark}) {
        look::apply(*qApp, scheme);
        const QImage image = chart.grab().toImage();
        const QRectF bar = chart.layOut().unknownBars[10];
        EXPECT_GE(pixelsOf(look::colorOf(look::Mark::unknown), image),
                  qsizetype((bar.width() - 1) * (bar.height() - 1)));
        EXPECT_GT(pixelsOf(look::colors().accent, image), 0);
    }
    look::apply(*qApp, before);
}

TEST_F(TheDayOnScreen, HasWordsWhereThereIsNothingToDraw)
{
    ProviderCard card;
    auto &chart = *card.findChild<DayChart *>(u"provider-chart"_s);
    EXPECT_EQ(chart.words(), u"reading…"_s);
    card.setDay(Error{ErrorKind::forbidden, u"You may not do this."_s, {}});
    EXPECT_EQ(chart.words(), u"You may not do this."_s);
    EXPECT_EQ(chart.accessibleDescription(), chart.words());
    card.setDay(quietDay());
    EXPECT_EQ(chart.words(), u"Nothing started in the last 24 h."_s);
    card.setDay(busyDay());
    EXPECT_TRUE(chart.words().isEmpty());
    card.setDay(Error{ErrorKind::disconnected, u"Away."_s, {}});
    EXPECT_TRUE(chart.words().isEmpty()) << "the last day stays, the banner says it is stale";
    board::ProviderDay cut = quietDay();
    cut.openedSince = cut.halfHours[47].at;
    card.setDay(cut);
    EXPECT_EQ(chart.words(), u"Nothing started. Reaches back to 09:30: the latest 20,000 attempts."_s);
}

} // namespace
} // namespace oncedesk
