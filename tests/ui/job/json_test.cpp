#include "tests/ui/support/consoledesk.h"
#include "ui/job/jsonview.h"

#include <QAbstractItemModelTester>
#include <QPlainTextEdit>
#include <QTreeView>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

QString valueAt(const JsonModel &model, const QModelIndex &parent, int row)
{
    return model.index(row, 1, parent).data().toString();
}

TEST(JsonModel, ShowsEveryValueToTheDigit)
{
    JsonModel model;
    const QAbstractItemModelTester tester(&model, fatal);
    model.setIndex(std::make_shared<JsonIndex>(
        R"({"n": 1234567890123456789012345678901234567890.10, "s": "a<b>\n", "list": [true, null, {}]})"));
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0, 0).data().toString(), u"n"_s);
    EXPECT_EQ(valueAt(model, {}, 0), u"1234567890123456789012345678901234567890.10"_s);
    EXPECT_EQ(valueAt(model, {}, 1), u"\"a<b>\\n\""_s);
    const QModelIndex list = model.index(2, 0);
    ASSERT_EQ(model.rowCount(list), 3);
    EXPECT_EQ(valueAt(model, list, 1), u"null"_s);
    EXPECT_EQ(model.exact(list), QByteArray("[true, null, {}]"));
    EXPECT_EQ(model.parent(model.index(2, 0, list)), list);
}

TEST(JsonModel, SaysHowMuchOfALongListItLeavesOut)
{
    QByteArray text = "{\"list\": [0";
    for (int i = 1; i < 5000; ++i)
        text += ", " + QByteArray::number(i);
    text += "]}";
    JsonModel model;
    const QAbstractItemModelTester tester(&model, fatal);
    const auto index = std::make_shared<JsonIndex>(text);
    EXPECT_TRUE(index->isCut());
    model.setIndex(index);
    const QModelIndex list = model.index(0, 0);
    ASSERT_EQ(model.rowCount(list), JsonIndex::mostChildren + 1);
    EXPECT_EQ(valueAt(model, list, JsonIndex::mostChildren), u"4000 more are not shown here"_s);
    EXPECT_EQ(model.exact(model.index(JsonIndex::mostChildren, 0, list)), QByteArray());
}

TEST(JsonModel, GoesTenThousandLevelsDeep)
{
    constexpr int depth = 10'000;
    QByteArray text;
    for (int i = 0; i < depth; ++i)
        text += "[";
    text += "7";
    for (int i = 0; i < depth; ++i)
        text += "]";
    JsonModel model;
    const QAbstractItemModelTester tester(&model, fatal);
    model.setIndex(std::make_shared<JsonIndex>(text));
    QModelIndex at;
    int levels = 1;
    while (model.rowCount(at) > 0) {
        at = model.index(0, 0, at);
        ++levels;
    }
    EXPECT_EQ(levels, depth + 1);
    EXPECT_EQ(model.exact(at), QByteArray("7"));
}

TEST(JsonIndex, KeepsItsNodesBelowTheLimitWhateverIsNested)
{
    QByteArray text = "[";
    for (int i = 0; i < 900; ++i)
        text += (i ? "," : "") + QByteArray("[") + QByteArray("1,").repeated(400) + "1]";
    text += "]";
    const JsonIndex index(text);
    EXPECT_TRUE(index.isValid());
    EXPECT_TRUE(index.isCut());
    EXPECT_EQ(int(index.nodes().size()), JsonIndex::mostNodes);
    EXPECT_EQ(index.nodes()[0].size, 900);
}

TEST(JsonView, ShowsShortTextExactlyAndWhole)
{
    JsonView view(u"Params"_s);
    const QByteArray text = R"({"amount": 450.00, "big": 12345678901234567890123})";
    view.setJson(text, {});
    EXPECT_EQ(view.shownText().toUtf8(), text);
    ASSERT_TRUE(waitUntil([&] { return view.isIndexed(); }));
    EXPECT_EQ(view.model().rowCount(), 2);
    EXPECT_TRUE(view.note().contains(u"exact to the digit"_s)) << view.note().toStdString();
}

TEST(JsonView, CapsFiveMegabytesAndSaysSo)
{
    const QByteArray text = "{\"line\": \"" + QByteArray(5'000'000, 'x') + "\"}";
    JsonView view(u"Params"_s);
    view.resize(1000, 400);
    view.show();
    view.setJson(text, {});
    // Indexed elsewhere, not while one waits.
    EXPECT_FALSE(view.isIndexed());
    EXPECT_EQ(view.shownText().size(), JsonView::mostTextBytes);
    const auto *shown = view.findChild<QPlainTextEdit *>();
    EXPECT_EQ(shown->lineWrapMode(), QPlainTextEdit::NoWrap);
    ASSERT_TRUE(waitUntil([&] { return view.isIndexed(); }));
    EXPECT_LE(valueAt(view.model(), {}, 0).size(), JsonIndex::mostShownBytes + 40);
    EXPECT_TRUE(view.note().contains(u"5.0 MB"_s)) << view.note().toStdString();
    EXPECT_TRUE(view.note().contains(u"are shown"_s)) << view.note().toStdString();
}

TEST(JsonView, TheSameTextAgainLeavesWhatIsOpenOpen)
{
    JsonView view(u"Params"_s);
    const QByteArray text = R"({"a": {"b": 1}})";
    view.setJson(text, {});
    ASSERT_TRUE(waitUntil([&] { return view.isIndexed(); }));
    auto *tree = view.findChild<QTreeView *>();
    tree->setCurrentIndex(view.model().index(0, 0, view.model().index(0, 0)));
    const QPersistentModelIndex chosen = tree->currentIndex();
    view.setJson(QByteArray(text.constData(), text.size()), {});
    EXPECT_TRUE(chosen.isValid());
    EXPECT_EQ(tree->currentIndex(), chosen);
}

TEST(JsonView, ShowsBytesThatAreNoJson)
{
    JsonView view(u"Result"_s);
    view.setBytes(QByteArray("\xff\x00<b>", 5));
    EXPECT_TRUE(view.shownText().contains(u"ff 00 3c 62 3e"_s));
    EXPECT_TRUE(view.shownText().contains(u"..<b>"_s));
    EXPECT_TRUE(view.note().contains(u"5 bytes that are no JSON"_s));
}

} // namespace
} // namespace oncedesk
