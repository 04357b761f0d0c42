#include "ui/attention/attentionmodel.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QRandomGenerator>
#include <algorithm>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Kind = AttentionModel::Kind;

namespace {

board::AttentionItem item(Kind kind, qint64 id)
{
    board::AttentionItem item;
    item.kind = kind;
    item.job = JobId(id);
    item.attempt = AttemptId(id);
    item.ordinal = 1;
    item.state = kind == Kind::stalled    ? AttemptState::failed
                 : kind == Kind::unserved ? AttemptState::pending
                                          : AttemptState::unknown;
    item.owner = u"<b>shop</b>"_s;
    return item;
}

QStringList tickets(const AttentionModel &model)
{
    QStringList tickets;
    for (int row = 0; row < model.rowCount(); ++row)
        tickets += model.isHeading(row) ? u"-"_s : model.index(row, 0).data().toString();
    return tickets;
}

} // namespace

TEST(AttentionModel, StandsBelowAHeadingForEachKindThatThereIs)
{
    AttentionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setItems({item(Kind::unknown, 2), item(Kind::unknown, 1), item(Kind::looseEnd, 5)},
                   {.unknown = 2, .looseEnds = 1});
    EXPECT_EQ(tickets(model), (QStringList{u"-"_s, u"#2"_s, u"#1"_s, u"-"_s, u"#5"_s}));
    EXPECT_TRUE(model.index(0, 0).data().toString().startsWith(u"2 unknown"));
    EXPECT_FALSE(model.flags(model.index(0, 0)) & Qt::ItemIsSelectable);
    EXPECT_EQ(model.index(1, AttentionModel::owner).data().toString(), u"<b>shop</b>");
    model.setItems({}, {});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(AttentionModel, KeepsWhatIsLookedAtInItsPlaceWhenItIsResolvedAndLetsItGoAfterwards)
{
    AttentionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto one = item(Kind::unknown, 1);
    const auto two = item(Kind::unknown, 2);
    const auto three = item(Kind::unknown, 3);
    model.setItems({one, two, three}, {.unknown = 3});
    model.setKept({model.key(2)});
    model.setItems({one, three}, {.unknown = 2});
    EXPECT_EQ(tickets(model), (QStringList{u"-"_s, u"#1"_s, u"#2"_s, u"#3"_s}));
    EXPECT_TRUE(model.isResolved(2));
    EXPECT_EQ(model.index(2, AttentionModel::status).data().toString(), u"resolved");
    EXPECT_FALSE(model.index(2, AttentionModel::status).data(AttentionModel::markRole).isValid());
    model.setItems({one, three}, {.unknown = 2});
    EXPECT_EQ(model.rowCount(), 4);
    model.setKept({});
    EXPECT_EQ(tickets(model), (QStringList{u"-"_s, u"#1"_s, u"#3"_s}));
    // The last one of its kind keeps its heading.
    model.setKept({model.key(1), model.key(2)});
    model.setItems({}, {});
    EXPECT_EQ(tickets(model), (QStringList{u"-"_s, u"#1"_s, u"#3"_s}));
    model.setKept({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(AttentionModel, MergesAnyRefreshByIdSoThatPersistentIndexesStayWithTheirRows)
{
    AttentionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QRandomGenerator random(20261130);
    for (int refresh = 0; refresh < 200; ++refresh) {
        QList<QPersistentModelIndex> before;
        QList<AttentionModel::Key> keys;
        for (int row = 0; row < model.rowCount(); ++row) {
            before += model.index(row, 0);
            keys += model.key(row);
        }
        QList<board::AttentionItem> items;
        for (const Kind kind : {Kind::unknown, Kind::stalled, Kind::unserved, Kind::looseEnd}) {
            QList<board::AttentionItem> group;
            for (int id = 1; id <= 8; ++id) {
                if (random.bounded(2) == 0)
                    group += item(kind, id);
            }
            std::shuffle(group.begin(), group.end(), random);
            items += group;
        }
        model.setItems(items, {});
        ASSERT_EQ(
            std::count_if(keys.begin(), keys.end(),
                          [&model](const auto &key) { return model.rowOf(key) >= 0; }),
            std::count_if(before.begin(), before.end(), [](const auto &index) { return index.isValid(); }));
        for (int i = 0; i < keys.size(); ++i)
            ASSERT_EQ(before.at(i).isValid() ? before.at(i).row() : -1, model.rowOf(keys.at(i)));
    }
}

} // namespace oncedesk
