#include "core/db/migrator.h"

#include "core/db/database.h"
#include "core/db/roles.h"
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

Result<MigrationReport> migrated(const ConnectionSettings &settings, const SchemaSource &source)
{
    Database database(settings);
    return database.run([source](Session &session) { return migrate(session, source); }).takeResult();
}

// A small schema in two steps, with a function in every place where one can stand.
SchemaSource smallSchema(int version)
{
    SchemaSource source;
    source.migrations.append(
        {u"0001_things"_s,
         "CREATE TABLE oncedesk.things (id int PRIMARY KEY, name text);"
         "CREATE FUNCTION oncedesk.initial() RETURNS text LANGUAGE sql AS $$ SELECT 'none' $$;"
         "ALTER TABLE oncedesk.things ALTER COLUMN name SET DEFAULT oncedesk.initial()"});
    if (version >= 2)
        source.migrations.append({u"0002_colour"_s,
                                  "ALTER TABLE oncedesk.things ADD COLUMN colour text;"
                                  "ALTER TABLE oncedesk.things ALTER COLUMN id TYPE bigint"});
    source.functions = {{u"count_things"_s,
                         "CREATE OR REPLACE FUNCTION oncedesk.count_things() RETURNS bigint LANGUAGE sql AS"
                         " $$ SELECT count(*) FROM oncedesk.thing_view $$"},
                        {u"guard"_s,
                         "CREATE OR REPLACE FUNCTION oncedesk.guard() RETURNS trigger LANGUAGE plpgsql AS"
                         " $$ BEGIN RETURN NEW; END $$"}};
    source.guards = {{u"things"_s, "CREATE OR REPLACE TRIGGER guard BEFORE INSERT ON oncedesk.things"
                                   " FOR EACH ROW EXECUTE FUNCTION oncedesk.guard()"}};
    source.views = {{u"thing_view"_s,
                     "CREATE OR REPLACE VIEW oncedesk.thing_view AS SELECT id, name FROM oncedesk.things"},
                    {u"two"_s, "CREATE OR REPLACE VIEW oncedesk.two AS SELECT id FROM oncedesk.thing_view"}};
    source.grants = {{u"grants"_s, "GRANT USAGE ON SCHEMA oncedesk TO oncedesk_viewer;"
                                   "GRANT SELECT ON oncedesk.thing_view TO oncedesk_viewer"}};
    return source;
}

class TheMigrator : public ::testing::Test
{
protected:
    Result<MigrationReport> migrateTo(const SchemaSource &source)
    {
        return migrated(m_own.settings(), source);
    }
    [[nodiscard]] qint64 number(const QByteArray &sql) { return m_plain.exec(sql).integer(); }
    [[nodiscard]] bool exists(const char *name)
    {
        return number(
                   QByteArray("SELECT count(*) FROM (SELECT relname AS name, relnamespace AS at FROM pg_class"
                              " UNION ALL SELECT proname, pronamespace FROM pg_proc) AS o"
                              " WHERE at = to_regnamespace('oncedesk') AND name = '") +
                   name + "'") > 0;
    }

    TestDatabase m_own{TestDatabase::Schema::none};
    TestConnection m_plain{m_own.connect()};
};

TEST_F(TheMigrator, MakesAnEmptyDatabaseAndThenFindsItUpToDate)
{
    const auto first = migrateTo(smallSchema(2));
    ASSERT_TRUE(first.ok()) << qPrintable(first.error().sentence);
    EXPECT_EQ(first->from, 0);
    EXPECT_EQ(first->to, 2);
    EXPECT_TRUE(first->functionsReplaced);
    EXPECT_EQ(m_plain
                  .exec("SELECT string_agg(format('%s %s %s', version, name, applied_by = session_user), ',')"
                        " FROM oncedesk.schema_migrations")
                  .text(),
              u"1 0001_things t,2 0002_colour t"_s);

    const auto second = migrateTo(smallSchema(2));
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(second->from, 2);
    EXPECT_EQ(second->to, 2);
    EXPECT_FALSE(second->functionsReplaced);
}

TEST_F(TheMigrator, BringsAnOlderDatabaseForwardAndKeepsItsRows)
{
    ASSERT_TRUE(migrateTo(smallSchema(1)).ok());
    m_plain.exec("INSERT INTO oncedesk.things VALUES (1)");
    const auto done = migrateTo(smallSchema(2));
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(done->from, 1);
    EXPECT_EQ(m_plain.exec("SELECT name FROM oncedesk.things WHERE colour IS NULL").text(), u"none"_s);
    EXPECT_EQ(number("SELECT oncedesk.count_things()"), 1);
}

TEST_F(TheMigrator, RefusesANewerDatabaseAndTouchesNothing)
{
    ASSERT_TRUE(migrateTo(smallSchema(2)).ok());
    const auto before = m_plain.exec("SELECT max(xmin::text::bigint) FROM pg_proc").text();
    const auto done = migrateTo(smallSchema(1));
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_TRUE(done.error().sentence.contains(u"version 2"_s) &&
                done.error().sentence.contains(u"up to 1"_s))
        << qPrintable(done.error().sentence);
    EXPECT_EQ(m_plain.exec("SELECT max(xmin::text::bigint) FROM pg_proc").text(), before);
}

TEST_F(TheMigrator, RefusesADatabaseWhoseHistoryIsNotOurs)
{
    ASSERT_TRUE(migrateTo(smallSchema(1)).ok());
    SchemaSource edited = smallSchema(2);
    edited.migrations[0].text += " -- edited after it was published";
    const auto done = migrateTo(edited);
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_TRUE(done.error().sentence.contains(u"0001_things"_s)) << qPrintable(done.error().sentence);
    EXPECT_EQ(number("SELECT max(version) FROM oncedesk.schema_migrations"), 1);
}

TEST_F(TheMigrator, LeavesNothingBehindWhenItFailsInTheMiddle)
{
    SchemaSource broken = smallSchema(2);
    broken.migrations[1].text = "CREATE TABLE oncedesk.more (n int); SELECT 1 / 0";
    const auto first = migrateTo(broken);
    ASSERT_FALSE(first.ok());
    EXPECT_TRUE(first.error().sentence.contains(u"0002_colour"_s)) << qPrintable(first.error().sentence);
    EXPECT_EQ(number("SELECT count(*) FROM pg_namespace WHERE nspname = 'oncedesk'"), 0);

    ASSERT_TRUE(migrateTo(smallSchema(1)).ok());
    EXPECT_FALSE(migrateTo(broken).ok());
    EXPECT_FALSE(exists("more"));
    EXPECT_TRUE(exists("thing_view"));
    EXPECT_EQ(number("SELECT max(version) FROM oncedesk.schema_migrations"), 1);

    SchemaSource brokenText = smallSchema(2);
    brokenText.views[0].text = "CREATE VIEW oncedesk.thing_view AS SELECT nonsense";
    EXPECT_FALSE(migrateTo(brokenText).ok());
    EXPECT_EQ(number("SELECT max(version) FROM oncedesk.schema_migrations"), 1);
    EXPECT_TRUE(exists("thing_view"));
}

TEST_F(TheMigrator, RunsOnceWhenManyStartAtTheSameTime)
{
    std::vector<std::unique_ptr<Database>> databases;
    std::vector<QFuture<Result<MigrationReport>>> futures;
    for (int i = 0; i < 6; ++i) {
        databases.push_back(std::make_unique<Database>(m_own.settings()));
        futures.push_back(
            databases.back()->run([](Session &session) { return migrate(session, smallSchema(2)); }));
    }
    int made = 0;
    for (auto &future : futures) {
        const auto done = future.takeResult();
        ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
        made += done->from == 0;
    }
    EXPECT_EQ(made, 1);
}

TEST_F(TheMigrator, ReplacesFunctionsAndViewsWholeWheneverTheirTextChanges)
{
    ASSERT_TRUE(migrateTo(smallSchema(2)).ok());
    SchemaSource changed = smallSchema(2);
    // What CREATE OR REPLACE alone cannot do: another return type, a column fewer, a function less.
    changed.functions[0].text =
        "CREATE FUNCTION oncedesk.count_things() RETURNS text LANGUAGE sql AS $$ SELECT 'many' $$";
    changed.functions[1].text =
        "CREATE OR REPLACE FUNCTION oncedesk.guard() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.name := 'guarded'; RETURN NEW; END $$";
    changed.views = {
        {u"thing_view"_s, "CREATE VIEW oncedesk.thing_view AS SELECT name FROM oncedesk.things"}};
    const auto done = migrateTo(changed);
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(done->from, 2);
    EXPECT_TRUE(done->functionsReplaced);
    EXPECT_EQ(m_plain.exec("SELECT oncedesk.count_things()").text(), u"many"_s);
    EXPECT_FALSE(exists("two"));
    m_plain.exec("INSERT INTO oncedesk.things VALUES (1)");
    EXPECT_EQ(m_plain.exec("SELECT name FROM oncedesk.thing_view").text(), u"guarded"_s);
    EXPECT_TRUE(exists("initial")); // a table stands on it
    TestConnection viewer(m_own.connectAs(u"oncedesk_viewer"_s));
    EXPECT_TRUE(viewer.exec("SELECT * FROM oncedesk.thing_view").ok()); // granted anew

    changed.functions.removeFirst();
    ASSERT_TRUE(migrateTo(changed).ok());
    EXPECT_FALSE(exists("count_things"));
}

TEST_F(TheMigrator, NamesWhatOthersBuiltOnItsViewsInsteadOfDroppingIt)
{
    ASSERT_TRUE(migrateTo(smallSchema(1)).ok());
    ASSERT_TRUE(m_plain.exec("CREATE VIEW public.report AS SELECT * FROM oncedesk.thing_view").ok());
    const auto done = migrateTo(smallSchema(2));
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_TRUE(done.error().sentence.contains(u"report"_s)) << qPrintable(done.error().sentence);
    EXPECT_TRUE(m_plain.exec("SELECT * FROM public.report").ok());
    EXPECT_EQ(number("SELECT max(version) FROM oncedesk.schema_migrations"), 1);
    m_plain.exec("DROP VIEW public.report");
    EXPECT_TRUE(migrateTo(smallSchema(2)).ok());
}

TEST_F(TheMigrator, LeavesViewsAndFunctionsOfOthersInItsSchemaAlone)
{
    ASSERT_TRUE(migrateTo(smallSchema(1)).ok());
    const QString guest = m_own.settingsAs(QStringList()).value(u"user"_s);
    m_plain.exec("CREATE VIEW oncedesk.foreign_view AS SELECT 1 AS n;"
                 "ALTER VIEW oncedesk.foreign_view OWNER TO " +
                 guest.toUtf8());
    ASSERT_TRUE(migrateTo(smallSchema(2)).ok());
    EXPECT_TRUE(exists("foreign_view"));
    m_plain.exec("DROP VIEW oncedesk.foreign_view");
}

TEST_F(TheMigrator, RefusesASchemaThatItDidNotMake)
{
    m_plain.exec("CREATE SCHEMA oncedesk; CREATE TABLE oncedesk.mine (n int)");
    const auto done = migrateTo(smallSchema(1));
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_TRUE(done.error().sentence.contains(u"mine"_s)) << qPrintable(done.error().sentence);
}

TEST_F(TheMigrator, UsesAnEmptySchemaThatAnAdministratorMade)
{
    const ConnectionSettings owner = m_own.settingsAs(QStringList());
    m_plain.exec("CREATE SCHEMA oncedesk AUTHORIZATION " + owner.value(u"user"_s).toUtf8());
    const auto done = migrated(owner, smallSchema(2));
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    m_plain.exec("DROP SCHEMA oncedesk CASCADE");
}

TEST_F(TheMigrator, SaysWhatALoginThatMayNotCreateTheSchemaNeeds)
{
    // Roles first: they belong to the server, and are not what is tested here.
    Database database(m_own.settings());
    ASSERT_TRUE(database.run([](Session &session) { return ensureRoles(session); }).takeResult().ok());
    const ConnectionSettings guest = m_own.settingsAs(QStringList());
    const auto done = migrated(guest, smallSchema(1));
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::forbidden);
    EXPECT_TRUE(done.error().sentence.contains(u"GRANT CREATE ON DATABASE "_s + m_own.name()))
        << qPrintable(done.error().sentence);
}

TEST_F(TheMigrator, KeepsTheOwnerWhoeverMigrates)
{
    const ConnectionSettings owner = m_own.settingsAs(QStringList());
    const QByteArray name = owner.value(u"user"_s).toUtf8();
    m_plain.exec("GRANT CREATE ON DATABASE " + m_own.name().toUtf8() + " TO " + name);
    Database database(m_own.settings());
    ASSERT_TRUE(database.run([](Session &session) { return ensureRoles(session); }).takeResult().ok());
    ASSERT_TRUE(migrated(owner, smallSchema(1)).ok());

    const auto guest = migrated(m_own.settingsAs(QStringList()), smallSchema(2));
    ASSERT_FALSE(guest.ok());
    EXPECT_EQ(guest.error().kind, ErrorKind::forbidden);

    const auto done = migrateTo(smallSchema(2)); // as the superuser
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(number("SELECT count(*) FROM pg_proc WHERE pronamespace = 'oncedesk'::regnamespace"
                     " AND pg_get_userbyid(proowner) <> '" +
                     name + "'"),
              0);
    m_plain.exec("DROP SCHEMA oncedesk CASCADE; REVOKE CREATE ON DATABASE " + m_own.name().toUtf8() +
                 " FROM " + name);
}

TEST_F(TheMigrator, TellsTheVersionToWhoeverMayRead)
{
    const auto versionAs = [](const ConnectionSettings &settings) {
        Database database(settings);
        return database.run([](Session &session) { return databaseSchemaVersion(session); }).takeResult();
    };
    EXPECT_EQ(versionAs(m_own.settings()).value(), 0);
    ASSERT_TRUE(migrateTo(smallSchema(2)).ok());
    EXPECT_EQ(versionAs(m_own.settings()).value(), 2);
    EXPECT_EQ(versionAs(m_own.settingsAs(u"oncedesk_viewer"_s)).value(), 2);
    const auto stranger = versionAs(m_own.settingsAs(QStringList()));
    ASSERT_FALSE(stranger.ok());
    EXPECT_EQ(stranger.error().kind, ErrorKind::forbidden);
}

// Roles belong to a whole server: these need one where they do not exist yet.
class TheMigratorOnAFreshServer : public ::testing::Test
{
protected:
    [[nodiscard]] ConnectionSettings at(const QString &database, const QString &user = u"oncedesk"_s) const
    {
        ConnectionSettings settings = m_server.connection();
        settings.set(u"dbname"_s, database);
        settings.set(u"user"_s, user);
        return settings;
    }
    [[nodiscard]] qint64 roles()
    {
        return m_admin
            .exec("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'oncedesk\\_%' AND NOT rolcanlogin")
            .integer();
    }

    ThrowAwayServer m_server{ThrowAwayServer::Options()};
    TestConnection m_admin{m_server.connection()};
};

TEST_F(TheMigratorOnAFreshServer, PrintsTheStatementsForAnAdministratorWhenItMayNotCreateRoles)
{
    m_admin.exec("CREATE ROLE humble LOGIN");
    m_admin.exec("CREATE DATABASE shop OWNER humble");
    const auto refused = migrated(at(u"shop"_s, u"humble"_s), smallSchema(1));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::refused);
    EXPECT_TRUE(refused.error().sentence.contains(u"CREATE ROLE oncedesk_viewer NOLOGIN;"_s))
        << qPrintable(refused.error().sentence);
    EXPECT_EQ(TestConnection(at(u"shop"_s))
                  .exec("SELECT count(*) FROM pg_namespace WHERE nspname = 'oncedesk'")
                  .integer(),
              0);

    Database database(at(u"shop"_s, u"humble"_s));
    const auto statements =
        database.run([](Session &session) { return missingRoleStatements(session); }).takeResult();
    ASSERT_EQ(statements->size(), 6);
    for (const QString &statement : *statements)
        ASSERT_TRUE(m_admin.exec(statement.toUtf8()).ok()) << qPrintable(statement);
    EXPECT_EQ(roles(), 5);
    const auto done = migrated(at(u"shop"_s, u"humble"_s), smallSchema(1));
    EXPECT_TRUE(done.ok()) << qPrintable(done.error().sentence);
}

TEST_F(TheMigratorOnAFreshServer, CreatesRolesWithTheRightToDoJustThat)
{
    m_admin.exec("CREATE ROLE maker LOGIN CREATEROLE");
    m_admin.exec("CREATE DATABASE shop OWNER maker");
    const auto done = migrated(at(u"shop"_s, u"maker"_s), smallSchema(2));
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(roles(), 5);
    EXPECT_TRUE(m_admin.exec("SELECT pg_has_role('oncedesk_operator', 'oncedesk_viewer', 'USAGE')")
                    .rows.boolean(0, 0));
}

TEST_F(TheMigratorOnAFreshServer, MakesTheRolesOnceForManyDatabasesAtTheSameTime)
{
    for (int round = 0; round < 3; ++round) {
        std::vector<std::unique_ptr<Database>> databases;
        std::vector<QFuture<Result<MigrationReport>>> futures;
        for (int i = 0; i < 6; ++i) {
            const QString name = u"shop%1_%2"_s.arg(round).arg(i);
            ASSERT_TRUE(m_admin.exec("CREATE DATABASE " + name.toUtf8()).ok());
            databases.push_back(std::make_unique<Database>(at(name)));
        }
        for (auto &database : databases)
            futures.push_back(
                database->run([](Session &session) { return migrate(session, smallSchema(2)); }));
        for (auto &future : futures) {
            const auto done = future.takeResult();
            ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
            EXPECT_EQ(done->from, 0);
        }
        EXPECT_EQ(roles(), 5);
        databases.clear();
        for (int i = 0; i < 6; ++i)
            m_admin.exec("DROP DATABASE " + u"shop%1_%2"_s.arg(round).arg(i).toUtf8());
        m_admin.exec("DROP ROLE oncedesk_viewer, oncedesk_operator, oncedesk_submitter, oncedesk_worker, "
                     "oncedesk_admin");
        ASSERT_EQ(roles(), 0);
    }
}

TEST_F(TheMigratorOnAFreshServer, TakesItsRolesBackWhenItFails)
{
    SchemaSource broken = smallSchema(1);
    broken.migrations[0].text += "; SELECT 1 / 0";
    EXPECT_FALSE(migrated(at(u"postgres"_s), broken).ok());
    EXPECT_EQ(roles(), 0);
}

TEST(TheSchemaSource, ReadsAFolderInOrderAndRefusesAGap)
{
    QTemporaryDir folder;
    const auto write = [&](const QString &path, const QByteArray &text) {
        QDir().mkpath(QFileInfo(folder.filePath(path)).path());
        QFile file(folder.filePath(path));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    write(u"migrations/0002_second.sql"_s, "SELECT 2");
    write(u"migrations/0001_first.sql"_s, "SELECT 1");
    write(u"contract/a.sql"_s, "SELECT 3");
    write(u"grants.sql"_s, "SELECT 4");
    const auto source = SchemaSource::fromFolder(folder.path());
    ASSERT_TRUE(source.ok()) << qPrintable(source.error().sentence);
    EXPECT_EQ(source->version(), 2);
    EXPECT_EQ(source->migrations[1].text, "SELECT 2"_ba);
    EXPECT_EQ(source->functions.size(), 1);
    EXPECT_EQ(source->grants.size(), 1);

    write(u"migrations/0004_fourth.sql"_s, "SELECT 4");
    const auto gap = SchemaSource::fromFolder(folder.path());
    ASSERT_FALSE(gap.ok());
    EXPECT_TRUE(gap.error().sentence.contains(u"0003_name.sql"_s)) << qPrintable(gap.error().sentence);
}

TEST(TheSchemaSource, HasAnotherDigestForAnyOtherText)
{
    SchemaSource source = smallSchema(1);
    const QByteArray digest = source.digest();
    EXPECT_EQ(smallSchema(1).digest(), digest);
    source.views[0].text += ' ';
    EXPECT_NE(source.digest(), digest);
}

TEST(TheBuiltInSchema, IsMadeInAnEmptyDatabaseAndFoundUpToDateAfterwards)
{
    ASSERT_GE(programSchemaVersion(), 1);
    TestDatabase own(TestDatabase::Schema::none);
    const auto first = migrated(own.settings(), SchemaSource::builtIn());
    ASSERT_TRUE(first.ok()) << qPrintable(first.error().sentence);
    EXPECT_EQ(first->to, programSchemaVersion());
    const auto second = migrated(own.settings(), SchemaSource::builtIn());
    ASSERT_TRUE(second.ok()) << qPrintable(second.error().sentence);
    EXPECT_EQ(second->from, programSchemaVersion());
    EXPECT_FALSE(second->functionsReplaced);
}

// So that a later version, or only another text, finds nothing in its way.
TEST(TheBuiltInSchema, CanBeAppliedAgainOverItself)
{
    TestDatabase own;
    SchemaSource touched = SchemaSource::builtIn();
    touched.functions[0].text += "\n";
    const auto done = migrated(own.settings(), touched);
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_TRUE(done->functionsReplaced);
    // Nothing is lost or left over, rights and triggers included.
    const auto inventory = [](const TestDatabase &database) {
        const auto answer = database.connect().exec(
            "SELECT string_agg(what, ',' ORDER BY what) FROM ("
            "SELECT format('%s %s', oid::regprocedure, proacl) AS what FROM pg_proc"
            " WHERE pronamespace = 'oncedesk'::regnamespace"
            " UNION ALL SELECT format('%s %s', oid::regclass, relacl) FROM pg_class"
            " WHERE relnamespace = 'oncedesk'::regnamespace"
            " UNION ALL SELECT format('%s %s %s', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger"
            " WHERE NOT tgisinternal) AS o");
        EXPECT_TRUE(answer.ok()) << qPrintable(answer.message);
        return answer.text();
    };
    ASSERT_GT(inventory(own).size(), 1000);
    EXPECT_EQ(inventory(own), inventory(TestDatabase()));
}

} // namespace
} // namespace oncedesk
