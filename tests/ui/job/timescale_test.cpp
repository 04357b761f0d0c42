#include "ui/job/timescale.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

qreal sevenPerLetter(const QString &text)
{
    return 7.0 * qreal(text.size());
}

QStringList labelsOf(const TimeScale &scale)
{
    QStringList labels;
    for (const TimeScale::Tick &tick : scale.ticks(sevenPerLetter))
        labels += tick.label;
    return labels;
}

void expectApart(const TimeScale &scale)
{
    qreal reached = -1e9;
    for (const TimeScale::Tick &tick : scale.ticks(sevenPerLetter)) {
        EXPECT_GT(tick.labelLeft, reached) << tick.label.toStdString();
        reached = tick.labelLeft + tick.labelWidth;
    }
}

constexpr qint64 hour = 3'600'000;

TEST(TimeScale, IsLinearWhileNothingWaitsLong)
{
    const TimeScale scale({0, 10'000, 30'000}, 100, 600);
    EXPECT_TRUE(scale.breaks().isEmpty());
    EXPECT_DOUBLE_EQ(scale.x(0), 100);
    EXPECT_DOUBLE_EQ(scale.x(10'000), 300);
    EXPECT_DOUBLE_EQ(scale.x(30'000), 700);
    EXPECT_EQ(labelsOf(scale).join(QLatin1Char('|')).toStdString(),
              "+0 s|+5 s|+10 s|+15 s|+20 s|+25 s|+30 s");
}

TEST(TimeScale, BreaksWhereHoursPassAndKeepsTheRestReadable)
{
    const TimeScale scale({0, 4'000, 14'000, 3 * hour, 3 * hour + 8'000}, 100, 900);
    ASSERT_EQ(scale.breaks().size(), 1);
    EXPECT_EQ(scale.breaks()[0].span, 3 * hour - 14'000);
    EXPECT_NEAR(scale.breaks()[0].right - scale.breaks()[0].left, TimeScale::breakWidth, 0.01);
    EXPECT_GT(scale.x(14'000) - scale.x(0), 200);
    EXPECT_GT(scale.x(3 * hour + 8'000) - scale.x(3 * hour), 200);
    EXPECT_DOUBLE_EQ(scale.x(3 * hour + 8'000), 1000);
}

TEST(TimeScale, BreaksEachOfSeveralLongPauses)
{
    const TimeScale scale({0, 5'000, 2 * hour, 2 * hour + 4'000, 50 * hour, 50 * hour + 3'000}, 0, 800);
    EXPECT_EQ(scale.breaks().size(), 2);
    expectApart(scale);
}

TEST(TimeScale, DoesNotBreakWhatIsLongThroughout)
{
    EXPECT_TRUE(TimeScale({0, 2 * hour, 5 * hour, 7 * hour}, 0, 800).breaks().isEmpty());
    EXPECT_TRUE(TimeScale({0, 10 * hour}, 0, 800).breaks().isEmpty());
    // Some milliseconds of waiting are not worth a break.
    EXPECT_TRUE(TimeScale({0, 20, 10 * hour}, 0, 800).breaks().isEmpty());
}

TEST(TimeScale, NeverGoesBackAndNeverLeavesItsPlace)
{
    for (const QList<qint64> &moments :
         {QList<qint64>{}, QList<qint64>{0}, QList<qint64>{0, 1}, QList<qint64>{5, 5, 5},
          QList<qint64>{0, 3'000, 9 * hour}, QList<qint64>{0, hour, 2'000 * hour},
          QList<qint64>{0, 2'000, 5 * hour, 5 * hour, 40 * hour, 40 * hour + 1}}) {
        const TimeScale scale(moments, 50, 500);
        qreal before = 49.999;
        for (qint64 time = 0; time < 2'100 * hour; time = time * 2 + 37) {
            EXPECT_GE(scale.x(time), before - 1e-6);
            EXPECT_LE(scale.x(time), 550.001);
            before = scale.x(time);
        }
        expectApart(scale);
        EXPECT_FALSE(scale.ticks(sevenPerLetter).isEmpty());
    }
}

TEST(TimeScale, GivesVeryManyBreaksAPlaceEach)
{
    QList<qint64> moments;
    for (int i = 0; i < 200; ++i)
        moments << i * 10 * hour << i * 10 * hour + 1'000 + i;
    const TimeScale scale(moments, 0, 700);
    EXPECT_LE(scale.x(moments.last()), 700.001);
    expectApart(scale);
}

} // namespace
} // namespace oncedesk
