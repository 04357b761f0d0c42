#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

TEST(OncectlConnection, PrefersTheOptionToTheEnvironment)
{
    TestDatabase database;
    Oncectl oncectl;
    oncectl.setEnvironment(u"ONCEDESK_DB"_s, u"host=/nonexistent"_s);
    oncectl.setEnvironment(u"PGHOST"_s, u"/nonexistent/either"_s);
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 5);
    EXPECT_EQ(oncectl({u"--db"_s, database.settings().toKeywords(), u"jobs"_s}).exitCode, 0);
    EXPECT_EQ(oncectl({u"jobs"_s, u"--db="_s + database.settings().toKeywords()}).exitCode, 0);
    oncectl.setEnvironment(u"ONCEDESK_DB"_s, database.settings().toKeywords());
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 0);
    oncectl.clearEnvironment(u"ONCEDESK_DB"_s);
    for (const QString &keyword : {u"host"_s, u"port"_s, u"user"_s, u"dbname"_s})
        oncectl.setEnvironment(keyword == u"dbname" ? u"PGDATABASE"_s : u"PG"_s + keyword.toUpper(),
                               database.settings().value(keyword));
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 0);
}

TEST(OncectlConnection, SaysFiveInJsonWhenThereIsNoDatabase)
{
    const Oncectl oncectl;
    const Said said = oncectl.json({u"--db"_s, u"host=/nonexistent"_s, u"jobs"_s});
    EXPECT_EQ(said.exitCode, 5);
    EXPECT_EQ(said["error"].toObject().value(u"kind").toString(), u"disconnected");
    EXPECT_TRUE(said["error"].toObject().value(u"sqlstate").isNull());
}

TEST(OncectlConnection, NeverMigratesASharedServerSilently)
{
    TestDatabase database(TestDatabase::Schema::none);
    const Oncectl oncectl(database.settings());
    const Said empty = oncectl.json({u"jobs"_s});
    EXPECT_EQ(empty.exitCode, 3);
    EXPECT_TRUE(empty.err.contains("oncectl migrate")) << empty.err.toStdString();
    EXPECT_EQ(
        database.connect().exec("SELECT count(*) FROM pg_namespace WHERE nspname = 'oncedesk'").integer(), 0);

    const Said migrated = oncectl.json({u"migrate"_s});
    EXPECT_EQ(migrated.exitCode, 0) << migrated.err.toStdString();
    EXPECT_EQ(migrated["from"].toInt(), 0);
    EXPECT_GE(migrated["to"].toInt(), 1);
    EXPECT_EQ(oncectl.json({u"migrate"_s})["functions_replaced"].toBool(), false);
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 0);

    TestConnection owner = database.connect();
    ASSERT_TRUE(
        owner
            .exec(
                "INSERT INTO oncedesk.schema_migrations (version, name, sha256) VALUES (9999, 'later', 'x')")
            .ok());
    const Said newer = oncectl.json({u"jobs"_s});
    EXPECT_EQ(newer.exitCode, 3);
    EXPECT_TRUE(newer.err.contains("newer Oncedesk")) << newer.err.toStdString();
    EXPECT_EQ(oncectl({u"migrate"_s}).exitCode, 3);
    ASSERT_TRUE(owner.exec("DELETE FROM oncedesk.schema_migrations").ok());
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 3);
}

TEST(OncectlConnection, LeavesASchemaOfSomebodyElsesAlone)
{
    const std::pair<QByteArray, QByteArray> schemas[] = {
        {"CREATE TABLE oncedesk.orders (id int)", "table oncedesk.orders"},
        {"CREATE TABLE oncedesk.schema_migrations (version varchar)", "table oncedesk.schema_migrations"},
        {"CREATE FUNCTION oncedesk.total() RETURNS int LANGUAGE sql AS 'SELECT 1'",
         "function oncedesk.total()"},
        {"CREATE DOMAIN oncedesk.amount AS int", "type oncedesk.amount"}};
    for (const auto &[theirs, name] : schemas) {
        TestDatabase database(TestDatabase::Schema::none);
        TestConnection owner = database.connect();
        ASSERT_TRUE(owner.exec("CREATE SCHEMA oncedesk; " + theirs).ok());
        const auto held = [&owner] {
            return owner
                .exec("SELECT string_agg(pg_describe_object(d.classid, d.objid, 0), ', ' ORDER BY d.objid)"
                      " FROM pg_depend d WHERE d.refclassid = 'pg_namespace'::regclass"
                      " AND d.refobjid = 'oncedesk'::regnamespace")
                .text();
        };
        const QString before = held();
        // Whoever asks, with rights or without.
        for (const ConnectionSettings &login :
             {database.settings(), database.settingsAs(u"oncedesk_viewer"_s)}) {
            for (const QString &command : {u"audit"_s, u"jobs"_s, u"migrate"_s}) {
                const Said said = Oncectl(login)({command});
                EXPECT_EQ(said.exitCode, 3) << theirs.toStdString();
                EXPECT_TRUE(said.err.contains(QByteArray("that this program did not make (it holds " + name +
                                                         "). Rename that schema or use another")))
                    << said.err.toStdString();
                EXPECT_EQ(said.err.count('\n'), 1) << said.err.toStdString();
                EXPECT_EQ(said.out, QByteArray());
            }
        }
        EXPECT_EQ(held(), before);
    }
}

TEST(OncectlConnection, SaysForbiddenToALoginWithoutRoles)
{
    TestDatabase database;
    const Oncectl stranger(database.settingsAs(QStringList{}));
    EXPECT_EQ(stranger({u"jobs"_s}).exitCode, 6);
    EXPECT_EQ(stranger({u"audit"_s}).exitCode, 6);
    EXPECT_TRUE(stranger({u"audit"_s}).err.contains("GRANT oncedesk_viewer TO once_"));
    for (const QString &role : {u"oncedesk_submitter"_s, u"oncedesk_worker"_s}) {
        const Said said = Oncectl(database.settingsAs(role))({u"audit"_s});
        EXPECT_EQ(said.exitCode, 6);
        EXPECT_TRUE(said.err.contains("the role oncedesk_viewer") && said.err.count('\n') == 1)
            << said.err.toStdString();
    }
    const Oncectl viewer(database.settingsAs(u"oncedesk_viewer"_s));
    EXPECT_EQ(viewer({u"jobs"_s}).exitCode, 0);
    EXPECT_EQ(viewer({u"client"_s, u"list"_s}).exitCode, 6);
    EXPECT_EQ(viewer({u"demo-data"_s, u"--jobs"_s, u"10"_s}).exitCode, 6);
    EXPECT_EQ(viewer({u"migrate"_s}).exitCode, 6);
}

TEST(OncectlConnection, PrintsWhatAnAdministratorMustRunWhenRolesAreMissing)
{
    const auto server = TestServer::own(); // roles belong to a whole server
    TestConnection admin(server->connection());
    ASSERT_TRUE(admin.exec("CREATE ROLE owner LOGIN").ok());
    ASSERT_TRUE(admin.exec("CREATE DATABASE shop OWNER owner").ok());
    ConnectionSettings settings = server->connection();
    settings.set(u"user"_s, u"owner"_s);
    settings.set(u"dbname"_s, u"shop"_s);
    const Oncectl oncectl(settings);
    const Said refused = oncectl({u"migrate"_s});
    EXPECT_EQ(refused.exitCode, 3);
    EXPECT_TRUE(refused.out.contains("CREATE ROLE oncedesk_viewer NOLOGIN;")) << refused.out.toStdString();
    EXPECT_EQ(oncectl.json({u"migrate"_s})["statements"].toArray().size(), refused.out.count('\n'));
    // What it printed is all that it takes.
    for (const QByteArray &statement : refused.out.trimmed().split('\n'))
        ASSERT_TRUE(admin.exec(statement).ok()) << statement.toStdString();
    const Said migrated = oncectl({u"migrate"_s});
    EXPECT_EQ(migrated.exitCode, 0) << migrated.err.toStdString();
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 0);
}

// The private desk starts and stops a real server, so all of it is one test.
TEST(OncectlConnection, RunsAPrivateDeskByItself)
{
    QTemporaryDir folder;
    // Started as root, the server runs as another user, who must be able to come in.
    QFile::setPermissions(folder.path(),
                          QFile::permissions(folder.path()) | QFile::ExeGroup | QFile::ExeOther);
    Oncectl oncectl;
    oncectl.setEnvironment(u"ONCEDESK_HOME"_s, folder.filePath(u"desk"_s));
    EXPECT_NE(oncectl({u"local"_s, u"uri"_s}).exitCode, 0) << "nothing runs yet";
    const Said added = oncectl(
        {u"providers"_s, u"add"_s, u"inkjet"_s, u"--kind"_s, u"simulated"_s, u"--settings"_s, u"{}"_s});
    ASSERT_EQ(added.exitCode, 0) << added.err.toStdString();
    EXPECT_NE(oncectl({u"local"_s, u"uri"_s}).exitCode, 0) << "it stopped with the command";

    const Said started = oncectl.json({u"local"_s, u"start"_s});
    ASSERT_EQ(started.exitCode, 0) << started.err.toStdString();
    EXPECT_EQ(oncectl.json({u"local"_s, u"uri"_s})["uri"], started["uri"]);
    const Said providers = oncectl.json({u"--db"_s, started["uri"].toString(), u"providers"_s, u"list"_s});
    EXPECT_EQ(providers.json().toArray().size(), 1) << "what was stored is there";
    EXPECT_EQ(oncectl({u"jobs"_s}).exitCode, 0);
    EXPECT_EQ(oncectl({u"local"_s, u"uri"_s}).exitCode, 0) << "a command does not stop what was kept running";
    EXPECT_EQ(oncectl({u"local"_s, u"stop"_s}).exitCode, 0);
    EXPECT_EQ(oncectl({u"local"_s, u"stop"_s}).exitCode, 0);
    EXPECT_NE(oncectl({u"local"_s, u"uri"_s}).exitCode, 0);
}

} // namespace oncedesk
