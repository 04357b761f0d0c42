#include "core/db/migrator.h"

#include "core/db/database.h"
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

TEST(TheBuiltInSchema, IsMadeInAnEmptyDatabaseAndFoundUpToDateAfterwards)
{
    TestDatabase own(TestDatabase::Schema::none);
    Database database(own.settings());
    const auto first = database.run([](Session &session) { return migrate(session); }).takeResult();
    ASSERT_TRUE(first.ok()) << qPrintable(first.error().sentence);
    EXPECT_EQ(first->from, 0);
    EXPECT_EQ(first->to, programSchemaVersion());
    EXPECT_TRUE(first->functionsReplaced);

    const auto second = database.run([](Session &session) { return migrate(session); }).takeResult();
    ASSERT_TRUE(second.ok()) << qPrintable(second.error().sentence);
    EXPECT_EQ(second->from, programSchemaVersion());
    EXPECT_FALSE(second->functionsReplaced);
}

TEST(TheBuiltInSchema, IsThereInATestDatabase)
{
    TestDatabase own;
    Database database(own.settings());
    const auto version =
        database.run([](Session &session) { return databaseSchemaVersion(session); }).takeResult();
    ASSERT_TRUE(version.ok()) << qPrintable(version.error().sentence);
    EXPECT_EQ(*version, programSchemaVersion());
}

} // namespace
} // namespace oncedesk
