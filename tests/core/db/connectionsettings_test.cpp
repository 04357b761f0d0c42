#include "core/db/connectionsettings.h"

#include "core/db/database.h"
#include "tests/support/printing.h"
#include "tests/support/selfsigned.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"

#include <QTcpServer>
#include <QTemporaryFile>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

ConnectionSettings parsed(const QString &text)
{
    auto settings = ConnectionSettings::parse(text);
    if (!settings)
        qFatal("%s", qUtf8Printable(settings.error().sentence));
    return settings.value();
}

// The first column of one row, over a Database.
Result<QString> ask(const ConnectionSettings &settings, const QByteArray &sql)
{
    Database database(settings);
    return database
        .run([sql](Session &session) -> Result<QString> {
            const auto rows = session.exec(sql);
            return rows ? Result<QString>(rows->text(0, 0)) : Result<QString>(rows.error());
        })
        .takeResult();
}

// Sets an environment variable for one test. Every test is a process of its own or runs alone.
class Environment
{
public:
    Environment(const char *name, const QByteArray &value) : m_name(name), m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    ~Environment()
    {
        if (m_before.isNull())
            qunsetenv(m_name);
        else
            qputenv(m_name, m_before);
    }
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;

private:
    const char *m_name;
    QByteArray m_before;
};

TEST(ConnectionSettingsText, IsAUriOrKeywordsAsLibpqReadsThem)
{
    const auto uri = parsed(u"postgresql://alice:s%20e@db1:5433,db2/jobs?target_session_attrs=read-write"_s);
    EXPECT_EQ(uri.value(u"host"_s), u"db1,db2"_s);
    EXPECT_EQ(uri.value(u"port"_s), u"5433,"_s);
    EXPECT_EQ(uri.value(u"user"_s), u"alice"_s);
    EXPECT_EQ(uri.value(u"password"_s), u"s e"_s);
    EXPECT_EQ(uri.value(u"dbname"_s), u"jobs"_s);
    EXPECT_EQ(uri.value(u"target_session_attrs"_s), u"read-write"_s);
    EXPECT_EQ(parsed(u"host=db dbname='my jobs' sslmode=verify-full"_s).value(u"dbname"_s), u"my jobs"_s);
    EXPECT_TRUE(parsed(u""_s).values().isEmpty());
}

TEST(ConnectionSettingsText, ThatIsNeitherIsInvalid)
{
    for (const QString &text : {u"colour=blue"_s, u"host"_s, u"mysql://x/y"_s, u"host='open"_s,
                                u"postgresql://[::1/x"_s, u"host=a\0b"_s}) {
        const auto settings = ConnectionSettings::parse(text);
        ASSERT_FALSE(settings.ok()) << qPrintable(text);
        EXPECT_EQ(settings.error().kind, ErrorKind::invalid);
        EXPECT_TRUE(settings.error().sentence.contains(u"postgresql://"_s));
    }
}

TEST(ConnectionSettingsText, IsReadBackAsItWasWritten)
{
    ConnectionSettings settings;
    settings.set(u"password"_s, u"it's; a \\ \"secret\" = "_s);
    settings.set(u"dbname"_s, u"jobs"_s);
    EXPECT_EQ(parsed(settings.toKeywords()).values(), settings.values());
}

TEST(ConnectionSettingsText, IsDescribedWithoutThePassword)
{
    EXPECT_EQ(parsed(u"postgresql://alice:secret@db1:5433,db2:5434/jobs"_s).describe(),
              u"alice@db1:5433,db2:5434/jobs"_s);
    EXPECT_EQ(parsed(u"host=/run/postgresql port=5432 user=bob"_s).describe(), u"bob@/run/postgresql"_s);
    EXPECT_EQ(parsed(u"service=shop"_s).describe(), u"service shop"_s);
    EXPECT_EQ(parsed(u"dbname=x"_s).describe(), u"localhost/x"_s);
}

TEST(TheEnvironment, NamesAServerByTheUsualVariables)
{
    for (const char *name : {"PGHOST", "PGHOSTADDR", "PGSERVICE", "PGDATABASE", "PGPORT"})
        qunsetenv(name);
    EXPECT_FALSE(ConnectionSettings::environmentNamesServer());
    const Environment user("PGUSER", "somebody");
    EXPECT_FALSE(ConnectionSettings::environmentNamesServer());
    const Environment host("PGHOST", "db.example");
    EXPECT_TRUE(ConnectionSettings::environmentNamesServer());
    const Environment ssl("PGSSLMODE", "verify-full");
    const auto settings = ConnectionSettings::fromEnvironment();
    EXPECT_EQ(settings.value(u"host"_s), u"db.example"_s);
    EXPECT_EQ(settings.value(u"user"_s), u"somebody"_s);
    EXPECT_EQ(settings.value(u"sslmode"_s), u"verify-full"_s);
    EXPECT_EQ(settings.value(u"port"_s), QString());
}

TEST(TheEnvironment, FillsInWhatTheTextDoesNotSay)
{
    const ConnectionSettings shared = TestServer::shared();
    const Environment host("PGHOST", shared.value(u"host"_s).toUtf8());
    const Environment port("PGPORT",
                           shared.value(u"port"_s).isEmpty() ? "5432" : shared.value(u"port"_s).toUtf8());
    const Environment user("PGUSER", shared.value(u"user"_s).toUtf8());
    const Environment password("PGPASSWORD", shared.value(u"password"_s).toUtf8());
    const Environment name("PGAPPNAME", "from the environment");
    const auto answer = ask(parsed(u"dbname=template1"_s),
                            "SELECT current_database() || ', ' || current_setting('application_name')");
    ASSERT_TRUE(answer.ok()) << qPrintable(answer.error().sentence);
    EXPECT_EQ(*answer, u"template1, from the environment"_s);
}

TEST(AServiceFile, IsReadForTheServiceNamed)
{
    const ConnectionSettings shared = TestServer::shared();
    QTemporaryFile file;
    ASSERT_TRUE(file.open());
    QByteArray content = "[shop]\n";
    for (auto it = shared.values().cbegin(); it != shared.values().cend(); ++it) {
        if (!it.value().isEmpty() && it.key() != u"dbname")
            content += it.key().toUtf8() + '=' + it.value().toUtf8() + '\n';
    }
    content += "dbname=template1\nconnect_timeout=7\napplication_name=from the service\n";
    file.write(content);
    file.flush();
    const Environment path("PGSERVICEFILE", file.fileName().toUtf8());
    // What the service says is not overruled by our own wishes.
    const auto answer = ask(parsed(u"service=shop"_s),
                            "SELECT current_database() || ', ' || current_setting('application_name')");
    ASSERT_TRUE(answer.ok()) << qPrintable(answer.error().sentence);
    EXPECT_EQ(*answer, u"template1, from the service"_s);
    const auto unknown = ask(parsed(u"service=unheard_of"_s), "SELECT 1");
    ASSERT_FALSE(unknown.ok());
    EXPECT_TRUE(unknown.error().sentence.contains(u"unheard_of"_s)) << qPrintable(unknown.error().sentence);
}

TEST(AConnection, SaysWhoItIsUnlessToldOtherwise)
{
    EXPECT_EQ(ask(TestServer::shared(), "SHOW application_name").value(), u"oncedesk"_s);
    ConnectionSettings named = TestServer::shared();
    named.set(u"application_name"_s, u"it's \\ mine"_s);
    EXPECT_EQ(ask(named, "SHOW application_name").value(), u"it's \\ mine"_s);
    EXPECT_EQ(ask(TestServer::shared(), "SELECT pg_client_encoding()").value(), u"UTF8"_s);
}

TEST(AConnection, PassesServerOptionsOn)
{
    ConnectionSettings settings = TestServer::shared();
    settings.set(u"options"_s, u"-c search_path=a,\\ b -c work_mem=5MB"_s);
    EXPECT_EQ(ask(settings, "SELECT current_setting('search_path') || current_setting('work_mem')").value(),
              u"a, b5MB"_s);
}

TEST(AConnection, RefusesAValueThatQtsDriverWouldChange)
{
    ConnectionSettings settings = TestServer::shared();
    settings.set(u"options"_s, u"-c search_path=a;b"_s);
    const auto answer = ask(settings, "SELECT 1");
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, ErrorKind::invalid);
    EXPECT_TRUE(answer.error().sentence.contains(u"options"_s)) << qPrintable(answer.error().sentence);
}

// A server that wants passwords, and a database and a login with every awkward character in their names.
class AServerWithPasswords : public ::testing::Test
{
protected:
    static ThrowAwayServer::Options options()
    {
        ThrowAwayServer::Options options;
        options.tcp = true;
        options.hba = {u"host all all 127.0.0.1/32 scram-sha-256"_s};
        return options;
    }

    AServerWithPasswords()
    {
        TestConnection admin(m_server.connection());
        admin.exec("CREATE ROLE \"al;ic'e\" LOGIN PASSWORD 'it''s; a \\ \"se=cret\" '");
        admin.exec("CREATE DATABASE \"j;o'b\\s\"");
        admin.exec("CREATE ROLE oncedesk_blocked NOLOGIN PASSWORD 'x'");
        m_settings = m_server.tcpConnection();
        m_settings.set(u"user"_s, u"al;ic'e"_s);
        m_settings.set(u"password"_s, u"it's; a \\ \"se=cret\" "_s);
        m_settings.set(u"dbname"_s, u"j;o'b\\s"_s);
    }

    ThrowAwayServer m_server{options()};
    ConnectionSettings m_settings;
};

TEST_F(AServerWithPasswords, TakesAnyCharacterAndExplainsEachRefusal)
{
    const auto fine = ask(m_settings, "SELECT current_user || ' ' || current_database()");
    ASSERT_TRUE(fine.ok()) << qPrintable(fine.error().sentence);
    EXPECT_EQ(*fine, u"al;ic'e j;o'b\\s"_s);

    ConnectionSettings wrong = m_settings;
    wrong.set(u"password"_s, u"wrong"_s);
    const auto refused = ask(wrong, "SELECT 1");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::forbidden);
    EXPECT_EQ(refused.error().sqlState, u"28P01"_s);
    EXPECT_TRUE(refused.error().sentence.contains(u"password"_s)) << qPrintable(refused.error().sentence);

    ConnectionSettings elsewhere = m_settings;
    elsewhere.set(u"dbname"_s, u"nowhere"_s);
    const auto missing = ask(elsewhere, "SELECT 1");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().kind, ErrorKind::disconnected);
    EXPECT_EQ(missing.error().sqlState, u"3D000"_s);
    EXPECT_TRUE(missing.error().sentence.contains(u"nowhere"_s)) << qPrintable(missing.error().sentence);

    ConnectionSettings blocked = m_settings;
    blocked.set(u"user"_s, u"oncedesk_blocked"_s);
    blocked.set(u"password"_s, u"x"_s);
    const auto notAllowed = ask(blocked, "SELECT 1");
    ASSERT_FALSE(notAllowed.ok());
    EXPECT_EQ(notAllowed.error().kind, ErrorKind::forbidden);
    EXPECT_EQ(notAllowed.error().sqlState, u"28000"_s);
}

TEST_F(AServerWithPasswords, IsNotAskedAgainAfterARefusal)
{
    m_settings.set(u"password"_s, u"wrong"_s);
    Database database(m_settings, {.patience = std::chrono::hours(1)}); // does not help, so does not last
    const auto done = database.run([](Session &) -> Result<Done> { return Done{}; }).takeResult();
    EXPECT_EQ(done.error().kind, ErrorKind::forbidden);
}

TEST(SeveralHosts, AreTriedInTurnForTheKindOfServerWanted)
{
    const auto readOnly = TestServer::ownOverTcp({u"default_transaction_read_only=on"_s});
    const auto writable = TestServer::ownOverTcp();
    QTcpServer gone;
    ASSERT_TRUE(gone.listen(QHostAddress::LocalHost));
    const quint16 nobody = gone.serverPort();
    gone.close();
    const auto at = [&](const QString &wanted) {
        return parsed(
            u"postgresql://oncedesk@127.0.0.1:%1,127.0.0.1:%2,127.0.0.1:%3/postgres?target_session_attrs=%4"_s
                .arg(nobody)
                .arg(readOnly->port())
                .arg(writable->port())
                .arg(wanted));
    };
    EXPECT_EQ(ask(at(u"read-write"_s), "SHOW port").value(), QString::number(writable->port()));
    EXPECT_EQ(ask(at(u"read-only"_s), "SHOW port").value(), QString::number(readOnly->port()));
    EXPECT_EQ(ask(at(u"any"_s), "SHOW port").value(), QString::number(readOnly->port()));
    const auto none = ask(at(u"standby"_s), "SELECT 1");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().kind, ErrorKind::disconnected);
}

TEST(Tls, IsUsedAsAskedAndAWrongRootIsRefused)
{
    const SelfSigned certificate("IP:127.0.0.1");
    const SelfSigned stranger("IP:127.0.0.1");
    ThrowAwayServer::Options options;
    options.tcp = true;
    options.certificate = certificate.certificatePem();
    options.privateKey = certificate.privateKeyPem();
    const ThrowAwayServer server(options);
    const auto with = [&](const QString &mode, const QByteArray &root) {
        ConnectionSettings settings = server.tcpConnection();
        settings.set(u"sslmode"_s, mode);
        if (!root.isEmpty())
            settings.set(u"sslrootcert"_s, QString::fromLocal8Bit(root));
        return settings;
    };
    const QByteArray isEncrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    EXPECT_EQ(ask(with(u"require"_s, {}), isEncrypted).value(), u"t"_s);
    EXPECT_EQ(ask(with(u"disable"_s, {}), isEncrypted).value(), u"f"_s);
    EXPECT_EQ(ask(with(u"verify-full"_s, certificate.certificateFile()), isEncrypted).value(), u"t"_s);

    for (const QByteArray &root : {stranger.certificateFile(), QByteArray("/nowhere/root.crt")}) {
        Database database(with(u"verify-full"_s, root),
                          {.patience = std::chrono::hours(1)}); // waiting would not help
        const auto refused = database.run([](Session &) -> Result<Done> { return Done{}; }).takeResult();
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().kind, ErrorKind::disconnected);
        EXPECT_TRUE(refused.error().sentence.contains(u"sslrootcert"_s))
            << qPrintable(refused.error().sentence);
    }
}

} // namespace
} // namespace oncedesk
