// How single cells are written and drawn.
#include "ui/lists/attemptstrip.h"
#include "ui/lists/celltext.h"

#include <QTextDocument>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

TEST(VisibleText, ShowsWhatHasNoShapeAndLeavesTheRest)
{
    EXPECT_EQ(visibleText(u"<b>a</b> %1 é தமிழ்"_s), u"<b>a</b> %1 é தமிழ்"_s);
    EXPECT_EQ(visibleText(u"a\nb"_s), u"a\u21B5b"_s);
    EXPECT_EQ(visibleText(u"a\u202Eb"_s), u"a\u2039U+202E\u203Ab"_s);
    EXPECT_EQ(visibleText(u"a\u200Bb"_s), u"a\u2039U+200B\u203Ab"_s);
    EXPECT_EQ(visibleText(QString(QChar(0x1B))), QString(QChar(0x241B)));
}

TEST(AToolTip, ShowsMarkupAsText)
{
    QTextDocument document;
    document.setHtml(plainToolTip(u"<b>bold</b> & <img src=x>"_s));
    EXPECT_EQ(document.toPlainText(), u"<b>bold</b> & <img src=x>"_s);
}

TEST(ATicket, IsWrittenAsFiltersTakeIt)
{
    EXPECT_EQ(ticketText(JobId(1204)), u"#1204"_s);
}

QList<board::AttemptMark> attempts(int count)
{
    QList<board::AttemptMark> marks;
    for (int ordinal = 1; ordinal <= count; ++ordinal)
        marks += {ordinal, AttemptState::failed, u"inkjet"_s, AttemptId(ordinal)};
    return marks;
}

TEST(AnAttemptStrip, ShowsAllFromLeftToRightWhereThereIsRoom)
{
    const auto strip = AttemptStrip::layOut(attempts(3), QRectF(100, 0, 200, 36));
    ASSERT_EQ(strip.places.size(), 3);
    EXPECT_FALSE(strip.isCut);
    EXPECT_EQ(strip.places.first().frame.left(), 100);
    EXPECT_LT(strip.places[0].frame.right(), strip.places[1].frame.left());
    EXPECT_EQ(strip.indexAt(strip.places[1].frame.center()), 1);
    EXPECT_EQ(strip.indexAt(QPointF(290, 18)), -1);
}

TEST(AnAttemptStrip, KeepsTheLatestInsideTheCell)
{
    const QRectF cell(0, 0, 110, 36);
    const auto strip = AttemptStrip::layOut(attempts(40), cell);
    ASSERT_FALSE(strip.places.isEmpty());
    EXPECT_TRUE(strip.isCut);
    EXPECT_EQ(strip.places.last().index, 39);
    EXPECT_LE(strip.places.last().frame.right(), cell.right());
    EXPECT_TRUE(AttemptStrip::layOut({}, cell).places.isEmpty());
}

TEST(AnAttemptStrip, SaysEachInWords)
{
    const board::AttemptMark mark{2, AttemptState::unknown, u"laser"_s, AttemptId(7)};
    EXPECT_EQ(attemptWords(mark), u"attempt 2 at laser: unknown"_s);
    EXPECT_EQ(attemptsWords({attempts(1).first(), mark}), u"1 failed, 2 unknown"_s);
}

} // namespace

} // namespace oncedesk
