#include "ui/lab/sequencelayout.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using lab::Beat;

// Every text is a line of 16 for each 10 of it.
qreal measure(const QString &text, bool, qreal)
{
    return 16 * (1 + qreal(text.size() / 10));
}

QList<Beat> story()
{
    return {
        {.kind = Beat::Kind::message,
         .at = 0ms,
         .from = u"inkjet"_s,
         .to = u"worker 1"_s,
         .text = u"a"_s,
         .sql = {}},
        {.kind = Beat::Kind::decision,
         .at = 10ms,
         .from = u"database"_s,
         .to = {},
         .text = u"b"_s,
         .sql = "UPDATE 1"},
        {.kind = Beat::Kind::message,
         .at = 900ms,
         .from = u"click 1"_s,
         .to = u"database"_s,
         .text = u"c"_s,
         .sql = {}},
        {.kind = Beat::Kind::check, .at = 900ms, .from = u"database"_s, .to = {}, .text = u"d"_s, .sql = {}}};
}

TEST(ASequenceLayout, PutsWhoActsLeftOfTheDatabaseAndWhoWorksForItRight)
{
    const auto layout = SequenceLayout::of(story(), 800, &measure);
    QStringList names;
    for (const auto &lane : layout.lanes)
        names += lane.name;
    EXPECT_EQ(names, (QStringList{u"click 1"_s, u"database"_s, u"worker 1"_s, u"inkjet"_s}));
    for (qsizetype i = 1; i < layout.lanes.size(); ++i)
        EXPECT_GT(layout.lanes[i].x, layout.lanes[i - 1].x);
}

TEST(ASequenceLayout, StacksRowsWithoutOverlapAndWithRoomForWaits)
{
    const auto layout = SequenceLayout::of(story(), 800, &measure);
    ASSERT_EQ(layout.rows.size(), 4);
    for (qsizetype i = 1; i < layout.rows.size(); ++i) {
        const auto &above = layout.rows[i - 1];
        const qreal wait = layout.rows[i].wait.count() > 0 ? SequenceLayout::waitHeight : 0;
        EXPECT_DOUBLE_EQ(layout.rows[i].top, above.top + above.height + wait);
    }
    EXPECT_EQ(layout.rows[1].wait, 0ms);
    EXPECT_EQ(layout.rows[2].wait, 890ms);
    EXPECT_FALSE(layout.rows[1].sql.isEmpty());
    EXPECT_LE(layout.rows[1].sql.bottom(), layout.rows[1].top + layout.rows[1].height);
    EXPECT_TRUE(layout.rows[0].sql.isEmpty());
    EXPECT_EQ(layout.rows[3].from, -1); // of no lane
    EXPECT_GE(layout.height, layout.rows[3].top + layout.rows[3].height);
}

TEST(ASequenceLayout, OfNothingIsEmpty)
{
    EXPECT_TRUE(SequenceLayout::of({}, 800, &measure).rows.isEmpty());
}

} // namespace
} // namespace oncedesk
