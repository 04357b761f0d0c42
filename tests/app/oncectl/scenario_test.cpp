#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"

#include <QJsonArray>
#include <QJsonObject>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

TEST(OncectlScenario, TellsAStoryWithWhatDecidedAndWhatMustHold)
{
    TestDatabase database;
    const Oncectl oncectl(database.settings());
    const Said told = oncectl({u"scenario"_s, u"two-workers"_s});
    EXPECT_EQ(told.exitCode, 0) << told.err.toStdString();
    EXPECT_TRUE(told.out.contains("FOR UPDATE SKIP LOCKED")) << told.out.toStdString();
    EXPECT_TRUE(told.out.contains("✓")) << told.out.toStdString();
    EXPECT_TRUE(told.out.contains("All that must hold does, in 1 of 1 scenarios.")) << told.out.toStdString();

    const Said json = oncectl.json({u"scenario"_s, u"mismatched-payload"_s});
    EXPECT_EQ(json.exitCode, 0);
    const QJsonObject story = json.json().toArray().first().toObject();
    EXPECT_TRUE(story[u"holds"].toBool());
    EXPECT_EQ(story[u"failed"].toInt(-1), 0);
    EXPECT_GE(story[u"beats"].toArray().size(), 10);
}

TEST(OncectlScenario, EndsWithThreeWhenSomethingDoesNotHold)
{
    TestDatabase database;
    // Any amount is the same amount.
    ASSERT_TRUE(database.connect()
                    .exec("CREATE OR REPLACE FUNCTION oncedesk.params_differ(stored jsonb, given jsonb,"
                          " at text DEFAULT 'params') RETURNS SETOF text LANGUAGE sql IMMUTABLE AS"
                          " $$ SELECT NULL::text WHERE false $$")
                    .ok());
    const Oncectl oncectl(database.settings());
    const Said told = oncectl({u"scenario"_s, u"mismatched-payload"_s});
    EXPECT_EQ(told.exitCode, 3) << told.out.toStdString() << told.err.toStdString();
    EXPECT_TRUE(told.out.contains("✗")) << told.out.toStdString();
}

TEST(OncectlScenario, RefusesANameThatIsNone)
{
    TestDatabase database;
    const Said said = Oncectl(database.settings())({u"scenario"_s, u"tripple-click"_s});
    EXPECT_EQ(said.exitCode, 2);
    EXPECT_TRUE(said.err.contains("double-click")) << said.err.toStdString();
}

} // namespace oncedesk
