#include "ui/job/timelinelayout.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

using Event = Story::Event;
using Stretch = Story::Stretch;

qreal sevenPerLetter(const QString &text)
{
    return 7.0 * qreal(text.size());
}

Event event(Story::Time at, const QString &label)
{
    return {
        at, Event::Shape::tick, look::Mark::unknown, label, label, board::Moment{u"2026-01-01T00:00:00Z"_s}};
}

// The story of the drawing: deadline, cancel, a second attempt that wins, the first one's late answer.
Story poster()
{
    Story story;
    story.lanes.append(
        {AttemptId(1),
         1,
         u"inkjet"_s,
         AttemptState::cancelled,
         1,
         {{Stretch::Kind::running, 0, 10'000, look::Mark::running, false},
          {Stretch::Kind::unknown, 10'000, 14'000, look::Mark::unknown, false},
          {Stretch::Kind::ghost, 14'000, 30'000, look::Mark::superseded, false}},
         {event(0, u"started"_s), event(10'000, u"deadline: unknown"_s),
          event(14'000, u"cancelled: printer confirmed jammed"_s), event(30'000, u"late answer: lost"_s)}});
    story.lanes.append({AttemptId(2),
                        2,
                        u"laser"_s,
                        AttemptState::succeeded,
                        1,
                        {{Stretch::Kind::running, 15'500, 20'500, look::Mark::succeeded, false}},
                        {event(15'500, u"started"_s), event(20'500, u"won: v1 → v2"_s)}});
    story.slot = Story::Slot{20'500, board::Moment{u"2026-01-01T00:00:20Z"_s}, 2};
    story.end = 30'000;
    return story;
}

QList<QRectF> textsOf(const TimelineLayout &layout)
{
    QList<QRectF> texts;
    for (const TimeScale::Tick &tick : layout.ticks) {
        if (!tick.label.isEmpty())
            texts += QRectF(tick.labelLeft, 8, tick.labelWidth, 16);
    }
    for (const TimelineLayout::Gap &gap : layout.gaps) {
        if (!gap.rect.isEmpty())
            texts += gap.rect;
    }
    for (const TimelineLayout::Row &row : layout.rows) {
        texts << row.titleRect << row.subtitleRect;
        for (const TimelineLayout::Label &label : row.labels)
            texts += label.rect;
    }
    if (layout.slotX)
        texts += layout.slotLabel;
    return texts;
}

void expectNoOverlap(const TimelineLayout &layout)
{
    const QList<QRectF> texts = textsOf(layout);
    for (int a = 0; a < texts.size(); ++a) {
        EXPECT_LE(texts[a].right(), layout.width + 0.01);
        EXPECT_LE(texts[a].bottom(), layout.height + 0.01);
        for (int b = a + 1; b < texts.size(); ++b)
            EXPECT_FALSE(texts[a].intersects(texts[b])) << a << " and " << b;
    }
}

TEST(TimelineLayout, PutsBarsEventsAndTheSlotOnOneScale)
{
    const TimelineLayout layout = TimelineLayout::of(poster(), 1070, sevenPerLetter);
    ASSERT_EQ(layout.rows.size(), 2);
    const auto &first = layout.rows[0];
    ASSERT_EQ(first.bars.size(), 3);
    EXPECT_DOUBLE_EQ(first.bars[0].rect.right(), first.bars[1].rect.left());
    EXPECT_DOUBLE_EQ(first.bars[1].rect.right(), first.bars[2].rect.left());
    EXPECT_DOUBLE_EQ(first.points[1].at.x(), first.bars[1].rect.left());
    const auto &second = layout.rows[1];
    EXPECT_GE(second.rect.top(), first.rect.bottom());
    ASSERT_TRUE(layout.slotX);
    EXPECT_DOUBLE_EQ(*layout.slotX, second.bars[0].rect.right());
    EXPECT_GT(*layout.slotX, first.bars[2].rect.left());
    EXPECT_LT(*layout.slotX, first.bars[2].rect.right());
    EXPECT_GT(layout.slotLabel.top(), second.bars[0].rect.bottom());
}

TEST(TimelineLayout, NoTwoTextsOverlapAtAnyWidth)
{
    for (qreal width = 420; width < 2600; width += 37)
        expectNoOverlap(TimelineLayout::of(poster(), width, sevenPerLetter));
}

TEST(TimelineLayout, NoTwoTextsOverlapWhenEverythingHappensAtOnce)
{
    Story story = poster();
    for (int i = 0; i < 40; ++i)
        story.lanes[0].events.insert(2, event(10'001 + i, u"provider asked %1"_s.arg(i)));
    const TimelineLayout layout = TimelineLayout::of(story, 1070, sevenPerLetter);
    expectNoOverlap(layout);
    // What found no place is counted, and keeps its point.
    EXPECT_GT(layout.rows[0].unlabelled, 0);
    EXPECT_EQ(layout.rows[0].points.size(), 44);
    EXPECT_EQ(layout.rows[0].labels.size() + layout.rows[0].unlabelled, 44);
}

TEST(TimelineLayout, StaysReadableWhenHoursPassBetweenTwoAttempts)
{
    Story story = poster();
    constexpr Story::Time later = 9 * 3'600'000;
    for (Stretch &stretch : story.lanes[1].stretches) {
        stretch.from += later;
        stretch.to += later;
    }
    for (Event &what : story.lanes[1].events)
        what.at += later;
    story.slot->at += later;
    story.end += later;
    const TimelineLayout layout = TimelineLayout::of(story, 1070, sevenPerLetter);
    ASSERT_EQ(layout.gaps.size(), 1);
    EXPECT_EQ(layout.gaps[0].text, u"8 h 59 min"_s);
    EXPECT_FALSE(layout.gaps[0].rect.isEmpty());
    EXPECT_GT(layout.rows[0].bars[0].rect.width(), 60);
    EXPECT_GT(layout.rows[1].bars[0].rect.width(), 30);
    expectNoOverlap(layout);
}

TEST(TimelineLayout, ManyAttemptsLieBelowOneAnother)
{
    Story story;
    for (int i = 0; i < 1000; ++i)
        story.lanes.append({AttemptId(i + 1),
                            i + 1,
                            u"inkjet"_s,
                            AttemptState::failed,
                            1,
                            {{Stretch::Kind::running, i * 1000, i * 1000 + 800, look::Mark::failed, false}},
                            {event(i * 1000, u"started"_s), event(i * 1000 + 800, u"failed: paper_out"_s)}});
    story.end = 1'000'000;
    const TimelineLayout layout = TimelineLayout::of(story, 1070, sevenPerLetter);
    ASSERT_EQ(layout.rows.size(), 1000);
    qreal reached = TimelineLayout::headHeight - 0.01;
    for (const TimelineLayout::Row &row : layout.rows) {
        EXPECT_GE(row.rect.top(), reached);
        reached = row.rect.bottom();
        EXPECT_GE(row.bars[0].rect.width(), 0.999);
    }
    EXPECT_GE(layout.height, reached);
}

TEST(TimelineLayout, FindsTheEventUnderThePointer)
{
    const TimelineLayout layout = TimelineLayout::of(poster(), 1070, sevenPerLetter);
    const auto &label = layout.rows[0].labels[1];
    EXPECT_EQ(layout.at(label.rect.center()).event, label.event);
    const auto &point = layout.rows[1].points[1];
    EXPECT_EQ(layout.at(point.at).row, 1);
    EXPECT_EQ(layout.at(point.at).event, point.event);
    EXPECT_EQ(layout.at({5, 1e6}).row, -1);
}

TEST(TimelineLayout, OfAJobWithoutAttemptsIsOnlyItsHead)
{
    const TimelineLayout layout = TimelineLayout::of(Story(), 1070, sevenPerLetter);
    EXPECT_TRUE(layout.rows.isEmpty());
    EXPECT_FALSE(layout.slotX);
    EXPECT_EQ(layout.height, TimelineLayout::headHeight);
}

} // namespace
} // namespace oncedesk
