#include "core/db/doorbell.h"

#include "tests/support/printing.h"
#include "tests/support/spin.h"
#include "tests/support/testdatabase.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

class TheDoorbell : public ::testing::Test
{
protected:
    void watch(DoorbellListener &listener)
    {
        QObject::connect(&listener, &DoorbellListener::rang, &m_context, [this] { ++m_rings; });
        QObject::connect(&listener, &DoorbellListener::connectionChanged, &m_context,
                         [this](bool connected) { m_connected.append(connected); });
    }

    TestDatabase m_own{TestDatabase::Schema::none};
    QObject m_context;
    int m_rings = 0;
    QList<bool> m_connected;
};

TEST_F(TheDoorbell, IsHeardByAListener)
{
    DoorbellListener listener(m_own.settings());
    watch(listener);
    ASSERT_TRUE(spinUntil([&] { return m_rings == 1; })); // connected: read everything
    EXPECT_EQ(m_connected, QList<bool>{true});

    Database database(m_own.settings());
    DoorbellRinger ringer(database);
    ringer.ring();
    EXPECT_TRUE(spinUntil([&] { return m_rings == 2; }));
}

TEST_F(TheDoorbell, RingsOnceMoreForAllThatCameInAPause)
{
    TestConnection plain(m_own.connect());
    plain.exec("LISTEN oncedesk_doorbell");
    Database database(m_own.settings());
    DoorbellRinger ringer(database);
    int heard = 0;
    QElapsedTimer elapsed;
    elapsed.start();
    for (int i = 0; i < 50; ++i)
        ringer.ring();
    ASSERT_TRUE(spinUntil([&] { return (heard += plain.notifications()) >= 2; }));
    EXPECT_GE(elapsed.elapsed(), 100);
    EXPECT_EQ(heard, 2);
}

TEST_F(TheDoorbell, RingsAtMostOnceInAHundredMilliseconds)
{
    TestConnection plain(m_own.connect());
    plain.exec("LISTEN oncedesk_doorbell");
    Database database(m_own.settings());
    DoorbellRinger ringer(database);
    int heard = 0;
    QElapsedTimer elapsed;
    elapsed.start();
    ASSERT_TRUE(spinUntil([&] {
        ringer.ring();
        return (heard += plain.notifications()) >= 5;
    }));
    EXPECT_GE(elapsed.elapsed(), 400);
}

TEST_F(TheDoorbell, IsHeardAgainAfterTheLinkWasCut)
{
    DoorbellListener listener(m_own.settings());
    watch(listener);
    ASSERT_TRUE(spinUntil([&] { return m_rings == 1; }));
    TestConnection plain(m_own.connect());
    plain.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
               " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    ASSERT_TRUE(spinUntil([&] { return m_connected == QList<bool>{true, false, true}; }));
    ASSERT_TRUE(spinUntil([&] { return m_rings == 2; })); // what came meanwhile must be read
    plain.exec("NOTIFY oncedesk_doorbell");
    EXPECT_TRUE(spinUntil([&] { return m_rings == 3; }));
}

TEST_F(TheDoorbell, LetsGoOfAServerThatDoesNotAnswer)
{
    QTcpServer silent; // the connect succeeds, the answer never comes
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    ConnectionSettings settings;
    settings.set(QStringLiteral("host"), QStringLiteral("127.0.0.1"));
    settings.set(QStringLiteral("port"), QString::number(silent.serverPort()));

    QElapsedTimer elapsed;
    elapsed.start();
    {
        DoorbellListener listener(settings);
        ASSERT_TRUE(spinUntil([&] { return elapsed.elapsed() > 100; })); // it is connecting by now
    }
    EXPECT_LT(elapsed.elapsed(), 5000);
}

} // namespace
} // namespace oncedesk
