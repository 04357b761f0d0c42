// Each way a connection can fail, with real servers.
#include "tests/support/selfsigned.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"
#include "tests/ui/connect/fakekeychain.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/connect/opening.h"

#include <QTcpServer>
#include <clocale>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

struct Outcome
{
    std::optional<OpenedDesk> desk;
    Trouble trouble;
};

Outcome tried(const ConnectionSettings &settings)
{
    std::setlocale(LC_MESSAGES, "C"); // as main() does
    FakeKeychain keychain(std::make_shared<FakeKeychain::Content>());
    Opening opening({Target::Kind::given, {{}, settings}}, {}, keychain);
    Outcome outcome;
    bool isOver = false;
    QObject::connect(&opening, &Opening::opened, &opening, [&](const OpenedDesk &desk) {
        outcome.desk = desk;
        isOver = true;
    });
    QObject::connect(&opening, &Opening::failed, &opening, [&](const Trouble &trouble) {
        outcome.trouble = trouble;
        isOver = true;
    });
    opening.start();
    if (!waitUntil([&] { return isOver; }))
        ADD_FAILURE() << "nothing came of it";
    return outcome;
}

ConnectionSettings with(ConnectionSettings settings, const QString &keyword, const QString &value)
{
    settings.set(keyword, value);
    return settings;
}

TEST(AConnectionThatFails, NamesTheHostThatIsNotThere)
{
    const auto settings = ConnectionSettings::parse(u"host=no-such-host.invalid dbname=d user=u"_s);
    const Trouble trouble = tried(*settings).trouble;
    EXPECT_EQ(trouble.headline, u"There is no host no-such-host.invalid."_s);
    EXPECT_FALSE(trouble.advice.isEmpty());
}

TEST(AConnectionThatFails, SaysThatNothingListensAtThePort)
{
    QTcpServer place;
    ASSERT_TRUE(place.listen(QHostAddress::LocalHost));
    const QString port = QString::number(place.serverPort());
    place.close();
    const auto settings = ConnectionSettings::parse(u"host=127.0.0.1 dbname=d user=u port="_s + port);
    EXPECT_EQ(tried(*settings).trouble.headline, u"Nothing listens at 127.0.0.1, port %1."_s.arg(port));
}

TEST(AConnectionThatFails, SaysThatTheServerRefusesTls)
{
    const auto server = TestServer::ownOverTcp();
    EXPECT_EQ(tried(with(server->tcpConnection(), u"sslmode"_s, u"require"_s)).trouble.headline,
              u"The server refuses TLS."_s);
}

TEST(AConnectionThatFails, TellsTheWaysApartInWhichACertificateIsWrong)
{
    const SelfSigned certificate("DNS:elsewhere");
    ThrowAwayServer::Options options;
    options.certificate = certificate.certificatePem();
    options.privateKey = certificate.privateKeyPem();
    options.tcp = true;
    const auto server = TestServer::own(options);
    const SelfSigned stranger("IP:127.0.0.1");
    auto settings = with(server->tcpConnection(), u"sslmode"_s, u"verify-full"_s);

    settings.set(u"sslrootcert"_s, u"/nowhere/root.crt"_s);
    EXPECT_EQ(tried(settings).trouble.headline, u"The root certificate cannot be read."_s);
    settings.set(u"sslrootcert"_s, QString::fromLocal8Bit(stranger.certificateFile()));
    EXPECT_EQ(tried(settings).trouble.headline, u"The server's certificate is not vouched for."_s);
    settings.set(u"sslrootcert"_s, QString::fromLocal8Bit(certificate.certificateFile()));
    EXPECT_EQ(tried(settings).trouble.headline, u"The server's certificate names another host."_s);
}

TEST(AConnectionThatFails, AsksForThePasswordOrSaysThatItIsWrong)
{
    ThrowAwayServer::Options options;
    options.tcp = true;
    options.hba = {u"host all locked all scram-sha-256"_s};
    const auto server = TestServer::own(options);
    TestConnection(server->connection()).exec("CREATE ROLE locked LOGIN PASSWORD 'right'");
    auto settings = with(server->tcpConnection(), u"user"_s, u"locked"_s);

    const Trouble none = tried(settings).trouble;
    EXPECT_EQ(none.headline, u"The server asks for a password."_s);
    EXPECT_TRUE(none.wantsPassword);
    const Trouble wrong = tried(with(settings, u"password"_s, u"left"_s)).trouble;
    EXPECT_EQ(wrong.headline, u"The server refused the password."_s);
    EXPECT_TRUE(wrong.wantsPassword);
    EXPECT_FALSE(wrong.detail.contains(u"left"_s)) << "it is not repeated";
}

TEST(AConnectionThatFails, SaysThatTheDatabaseIsMissing)
{
    EXPECT_EQ(tried(with(TestServer::shared(), u"dbname"_s, u"no_such_database"_s)).trouble.headline,
              u"The server has no database of that name."_s);
}

TEST(AConnectionThatFails, SaysThatTheSchemaIsMissingOlderOrNewer)
{
    const TestDatabase empty(TestDatabase::Schema::none);
    const Trouble missing = tried(empty.settings()).trouble;
    EXPECT_TRUE(missing.detail.contains(u"does not hold Oncedesk's schema yet"_s))
        << qPrintable(missing.detail);
    EXPECT_TRUE(missing.detail.contains(u"oncectl migrate"_s));

    const TestDatabase newer;
    ASSERT_TRUE(newer.connect()
                    .exec("INSERT INTO oncedesk.schema_migrations (version, name, sha256)"
                          " VALUES (9999, 'later', repeat('0', 64))")
                    .ok());
    const Trouble ahead = tried(newer.settings()).trouble;
    EXPECT_TRUE(ahead.detail.contains(u"Use a newer Oncedesk"_s)) << qPrintable(ahead.detail);

    const TestDatabase older;
    ASSERT_TRUE(older.connect().exec("UPDATE oncedesk.schema_migrations SET version = version - 1").ok());
    const Trouble behind = tried(older.settings()).trouble;
    EXPECT_TRUE(behind.detail.contains(u"oncectl migrate"_s)) << qPrintable(behind.detail);
}

TEST(AConnectionThatFails, SaysThatTheLoginHasNoRole)
{
    TestDatabase database;
    const Trouble trouble = tried(database.settingsAs(QStringList())).trouble;
    EXPECT_EQ(trouble.headline, u"This login has no role here."_s);
    EXPECT_TRUE(trouble.detail.contains(u"GRANT oncedesk_operator TO"_s)) << qPrintable(trouble.detail);
}

TEST(AConnectionThatWorks, SaysWhatTheLoginMayDo)
{
    TestDatabase database;
    const auto desk = tried(database.settingsAs(u"oncedesk_viewer"_s)).desk;
    ASSERT_TRUE(desk.has_value());
    EXPECT_TRUE(desk->access.mayLook);
    EXPECT_FALSE(desk->access.mayOperate);
}

} // namespace
} // namespace oncedesk
