#include "ui/job/factsmodel.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

QList<FactRow> rowsOf(const QList<qint64> &ids, const QString &text = QStringLiteral("same"))
{
    QList<FactRow> rows;
    for (const qint64 id : ids)
        rows.append({id, {{.text = text}}, {}, 0});
    return rows;
}

QList<qint64> idsIn(const FactsModel &model)
{
    QList<qint64> ids;
    for (const FactRow &row : model.rows())
        ids += row.id;
    return ids;
}

TEST(FactsModel, MergesByIdWhateverIsAddedAndTaken)
{
    FactsModel model({QStringLiteral("Fact")});
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QList<QList<qint64>> steps{
        {}, {3, 5, 9}, {1, 2, 3, 4, 5, 9, 10, 11}, {4, 9}, {4, 9}, {1, 4, 6, 8, 9}, {20, 21}, {}};
    for (const QList<qint64> &ids : steps) {
        model.setRows(rowsOf(ids));
        EXPECT_EQ(idsIn(model), ids);
    }
}

TEST(FactsModel, KeepsHoldOfARowThatStays)
{
    FactsModel model({QStringLiteral("Fact")});
    model.setRows(rowsOf({3, 5, 9}));
    const QPersistentModelIndex held = model.index(1, 0);
    int changes = 0;
    QObject::connect(&model, &QAbstractItemModel::dataChanged, &model, [&] { ++changes; });
    model.setRows(rowsOf({1, 2, 5, 9, 12}));
    ASSERT_TRUE(held.isValid());
    EXPECT_EQ(model.rows()[held.row()].id, 5);
    EXPECT_EQ(changes, 0); // nothing in it is new
    model.setRows(rowsOf({5}, QStringLiteral("other")));
    EXPECT_EQ(held.row(), 0);
    EXPECT_EQ(held.data().toString(), QStringLiteral("other"));
    EXPECT_EQ(changes, 1);
}

} // namespace
} // namespace oncedesk
