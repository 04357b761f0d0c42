// The filter box: it points at what is wrong, offers what may stand there, and acts on Enter alone.
#include "tests/ui/support/consoledesk.h"
#include "ui/lists/filterbox.h"
#include "ui/look/look.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class AFilterBox : public testing::Test
{
protected:
    AFilterBox()
    {
        look::apply(*qApp, look::Scheme::light);
        box.resize(700, 40);
        box.show();
        box.activateWindow();
        box.setFocus();
    }

    // Leftmost and rightmost column where the text is as red as a fault, the frame left aside.
    [[nodiscard]] std::pair<int, int> redColumns()
    {
        const QImage image = box.grab().toImage();
        const QColor wanted = look::colors().danger;
        std::pair<int, int> found{-1, -1};
        for (int x = 6; x < image.width() - 30; ++x) {
            for (int y = 6; y < image.height() - 5; ++y) {
                const QColor color = image.pixelColor(x, y);
                if (color.red() - color.green() > 90 && std::abs(color.red() - wanted.red()) < 60) {
                    found.first = found.first < 0 ? x : found.first;
                    found.second = x;
                }
            }
        }
        return found;
    }
    [[nodiscard]] QStringList offered() { return FilterBox::offer(board::Subject::jobs, box.text()).texts; }
    [[nodiscard]] QCompleter *completer() { return box.findChild<QCompleter *>(); }

    FilterBox box{board::Subject::jobs};
};

TEST_F(AFilterBox, UnderlinesTheWordThatIsWrongAndNoOther)
{
    box.setText(u"owner:alice state:unknwn key:k"_s);
    ASSERT_TRUE(box.fault());
    EXPECT_EQ(box.fault()->position, 18);
    EXPECT_EQ(box.fault()->length, 6);
    EXPECT_TRUE(box.faultSentence().contains(u"unknwn"_s));

    const auto [left, right] = redColumns();
    const QFontMetrics metrics(box.font());
    const int textLeft = 10; // the frame and its padding
    const int begin = textLeft + metrics.horizontalAdvance(box.text().first(18));
    const int end = textLeft + metrics.horizontalAdvance(box.text().first(24));
    EXPECT_NEAR(left, begin, 6);
    EXPECT_NEAR(right, end, 6);
}

TEST_F(AFilterBox, KeepsTheUnderlineWhereItBelongsWhenTheCursorMoves)
{
    box.setText(u"state:unknwn owner:alice"_s);
    const auto before = redColumns();
    box.setCursorPosition(3);
    EXPECT_EQ(redColumns(), before);
    EXPECT_GT(before.first, 0);
}

TEST_F(AFilterBox, HasNothingRedOnceItParses)
{
    box.setText(u"state:unknwn"_s);
    box.setText(u"state:unknown"_s);
    EXPECT_FALSE(box.fault());
    EXPECT_TRUE(box.faultSentence().isEmpty());
    EXPECT_EQ(redColumns().first, -1);
}

TEST_F(AFilterBox, AppliesOnEnterAndClearsOnEscape)
{
    QSignalSpy applied(&box, &FilterBox::applied);
    QTest::keyClicks(&box, u"alice"_s);
    EXPECT_TRUE(applied.isEmpty());
    QTest::keyClick(&box, Qt::Key_Return);
    ASSERT_EQ(applied.size(), 1);
    EXPECT_EQ(applied.first().first().value<board::Filter>().terms().size(), 1);
    QTest::keyClick(&box, Qt::Key_Escape);
    EXPECT_TRUE(box.text().isEmpty());
    ASSERT_EQ(applied.size(), 2);
    EXPECT_TRUE(applied.last().first().value<board::Filter>().isEmpty());
}

TEST_F(AFilterBox, AppliesNothingThatDoesNotParse)
{
    QSignalSpy applied(&box, &FilterBox::applied);
    box.setText(u"age:10m"_s);
    QTest::keyClick(&box, Qt::Key_Return);
    EXPECT_TRUE(applied.isEmpty());
    EXPECT_EQ(box.text(), u"age:10m"_s);
}

TEST_F(AFilterBox, OffersKeysAndThenTheirWords)
{
    box.setText(u"owner:a st"_s);
    EXPECT_EQ(offered(), QStringList{u"state:"_s});
    box.setText(u"-state:unknown,s"_s);
    EXPECT_EQ(offered(), (QStringList{u"succeeded"_s, u"stalled"_s}));
    box.setText(u"pa"_s);
    EXPECT_EQ(offered(), QStringList{u"params."_s});
    box.setText(u"owner:al"_s);
    EXPECT_TRUE(offered().isEmpty());
    box.setText(u"key:\"a st"_s);
    EXPECT_TRUE(offered().isEmpty());
}

TEST_F(AFilterBox, CompletesByKeyboard)
{
    QSignalSpy applied(&box, &FilterBox::applied);
    QTest::keyClicks(&box, u"st"_s);
    ASSERT_TRUE(completer()->popup()->isVisible());
    QTest::keyClick(completer()->popup(), Qt::Key_Down);
    QTest::keyClick(completer()->popup(), Qt::Key_Return);
    EXPECT_EQ(box.text(), u"state:"_s);
    EXPECT_TRUE(applied.isEmpty());
    // The words follow at once.
    ASSERT_TRUE(completer()->popup()->isVisible());
    QTest::keyClick(completer()->popup(), Qt::Key_Down);
    QTest::keyClick(completer()->popup(), Qt::Key_Return);
    EXPECT_EQ(box.text(), u"state:waiting"_s);
    QTest::keyClick(&box, Qt::Key_Return);
    EXPECT_EQ(applied.size(), 1);
}

TEST_F(AFilterBox, EnterAppliesWhileNothingOfTheOfferIsChosen)
{
    QSignalSpy applied(&box, &FilterBox::applied);
    QTest::keyClicks(&box, u"st"_s);
    ASSERT_TRUE(completer()->popup()->isVisible());
    QTest::keyClick(completer()->popup(), Qt::Key_Return);
    EXPECT_EQ(applied.size(), 1);
    EXPECT_EQ(box.text(), u"st"_s);
    EXPECT_FALSE(completer()->popup()->isVisible());
}

} // namespace

} // namespace oncedesk
