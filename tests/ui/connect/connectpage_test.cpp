#include "ui/connect/connectpage.h"

#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"
#include "tests/ui/connect/fakekeychain.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/connect/profiles.h"

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTcpServer>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class TheConnectPage : public ::testing::Test
{
protected:
    TheConnectPage() : m_keychain(m_content), m_page(m_keychain, false)
    {
        m_page.resize(1280, 800);
        m_page.show();
        list().setCurrentRow(list().count() - 1);
        QObject::connect(&m_page, &ConnectPage::opened, &m_page,
                         [this](const Target &target, const OpenedDesk &desk) {
                             m_target = target;
                             m_desk = desk;
                         });
    }
    ~TheConnectPage() override { QSettings().clear(); }

    QListWidget &list() { return *m_page.findChild<QListWidget *>(u"connections"_s); }
    QLineEdit &field(const char *name)
    {
        return *m_page.findChild<QLineEdit *>(u"profile-"_s + QString::fromLatin1(name));
    }
    QPushButton &button(const char *name)
    {
        return *m_page.findChild<QPushButton *>(QString::fromLatin1(name));
    }
    QString answer() { return m_page.findChild<QLabel *>(u"answer"_s)->text(); }
    void fillIn(const ConnectionSettings &settings)
    {
        field("name").setText(u"shop"_s);
        field("address").setText(settings.toKeywords());
    }

    std::shared_ptr<FakeKeychain::Content> m_content = std::make_shared<FakeKeychain::Content>();
    FakeKeychain m_keychain;
    ConnectPage m_page;
    Target m_target;
    std::optional<OpenedDesk> m_desk;
};

TEST_F(TheConnectPage, FillsItsFieldsFromAnAddressPastedWhole)
{
    field("address").setText(
        u"postgresql://desk:hunter2@db-1,db-2:5433/shop?sslmode=verify-full&sslrootcert=/r.crt&target_session_attrs=read-write"_s);
    EXPECT_EQ(field("host").text(), u"db-1,db-2"_s);
    EXPECT_EQ(field("database").text(), u"shop"_s);
    EXPECT_EQ(field("user").text(), u"desk"_s);
    EXPECT_EQ(field("password").text(), u"hunter2"_s);
    EXPECT_EQ(field("root").text(), u"/r.crt"_s);
    EXPECT_EQ(m_page.findChild<QComboBox *>(u"profile-tls"_s)->currentData().toString(), u"verify-full"_s);
    EXPECT_TRUE(field("others").text().contains(u"target_session_attrs"_s));
    EXPECT_FALSE(field("address").text().contains(u"hunter2"_s));
}

TEST_F(TheConnectPage, ForgetsThePasswordOfAnotherHostWhenAnAddressIsPasted)
{
    field("address").setText(u"postgresql://desk:hunter2@db-1/shop"_s);
    ASSERT_EQ(field("password").text(), u"hunter2"_s);
    field("address").setText(u"postgresql://desk@elsewhere/shop"_s);
    EXPECT_EQ(field("host").text(), u"elsewhere"_s);
    EXPECT_EQ(field("password").text(), QString());
}

TEST_F(TheConnectPage, TakesAnAddressWithAPasswordTypedByHand)
{
    m_page.activateWindow();
    field("address").setFocus();
    ASSERT_TRUE(waitUntil([this] { return field("address").hasFocus(); }));
    QTest::keyClicks(&field("address"), u"postgresql://bob:pw@db.example:5433/prod"_s);
    EXPECT_EQ(field("host").text(), u"db.example"_s);
    EXPECT_EQ(field("database").text(), u"prod"_s);
    EXPECT_EQ(field("password").text(), u"pw"_s);
    QTest::keyClick(&field("address"), Qt::Key_Tab);
    EXPECT_FALSE(field("address").text().contains(u"pw"_s)) << qPrintable(field("address").text());
    EXPECT_EQ(field("host").text(), u"db.example"_s);
}

TEST_F(TheConnectPage, ConnectsNowhereWhileTheAddressIsRefused)
{
    field("name").setText(u"shop"_s);
    field("address").setText(u"postgresql://u:pw@other.example/prod?foo=1"_s);
    QTest::mouseClick(&button("connect"), Qt::LeftButton);
    EXPECT_FALSE(button("cancel").isVisible());
    EXPECT_FALSE(answer().isEmpty());
}

TEST_F(TheConnectPage, KeepsWhatWasTypedWhileAnotherConnectionIsLookedAt)
{
    field("host").setText(u"db-7"_s);
    field("port").setText(u"not a port"_s);
    const int here = list().currentRow();
    list().setCurrentRow(0);
    list().setCurrentRow(here);
    EXPECT_EQ(field("host").text(), u"db-7"_s);
    EXPECT_EQ(field("port").text(), u"not a port"_s);
}

TEST_F(TheConnectPage, PointsAtAnAddressThatIsNone)
{
    field("address").setText(u"postgresql://[host/database"_s);
    auto *fault = m_page.findChild<QLabel *>(u"profile-address-fault"_s);
    EXPECT_TRUE(fault->isVisible());
    EXPECT_TRUE(field("address").property("fault").toBool());
    field("address").clear();
    EXPECT_FALSE(fault->isVisible());
}

TEST_F(TheConnectPage, TestsWithoutConnectingOrKeepingAnything)
{
    TestDatabase database;
    fillIn(database.settingsAs(u"oncedesk_operator"_s));
    QTest::mouseClick(&button("test"), Qt::LeftButton);
    EXPECT_TRUE(button("cancel").isVisible());
    ASSERT_TRUE(waitUntil([this] { return answer() == u"It works."_s; })) << qPrintable(answer());
    EXPECT_FALSE(m_desk.has_value());
    EXPECT_TRUE(Profiles::names().isEmpty());
}

TEST_F(TheConnectPage, GivesUpAtOnceOnAServerThatNeverAnswers)
{
    QTcpServer silent;
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    fillIn(*ConnectionSettings::parse(u"host=127.0.0.1 user=u dbname=d port=%1"_s.arg(silent.serverPort())));
    QTest::mouseClick(&button("test"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return silent.hasPendingConnections(); }));
    QElapsedTimer elapsed;
    elapsed.start();
    QTest::mouseClick(&button("cancel"), Qt::LeftButton);
    EXPECT_LT(elapsed.elapsed(), 500);
    EXPECT_FALSE(button("cancel").isVisible());
    EXPECT_TRUE(button("test").isEnabled());
}

TEST_F(TheConnectPage, ConnectsAndKeepsTheProfileAndThePasswordApart)
{
    ThrowAwayServer::Options options;
    options.tcp = true;
    options.hba = {u"host all locked all scram-sha-256"_s};
    const auto server = TestServer::own(options);
    TestConnection admin(server->connection());
    ASSERT_TRUE(admin.exec("CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'right'").ok());
    fillIn(server->tcpConnection());
    field("user").setText(u"locked"_s);
    field("password").setText(u"left"_s);
    QTest::mouseClick(&button("connect"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([this] { return answer() == u"The server refused the password."_s; }))
        << qPrintable(answer());
    EXPECT_EQ(field("password").selectedText(), u"left"_s) << "one types the next one at once";
    EXPECT_TRUE(m_content->passwords.isEmpty());

    field("password").setText(u"right"_s);
    QTest::mouseClick(&button("connect"), Qt::LeftButton); // the schema is missing, the password is right
    ASSERT_TRUE(waitUntil([this] { return answer() == u"This database cannot be used as it is."_s; }))
        << qPrintable(answer());
}

TEST_F(TheConnectPage, KeepsThePasswordInTheKeychainOnly)
{
    TestDatabase database;
    const auto settings = database.settingsAs(u"oncedesk_viewer"_s);
    fillIn(settings);
    field("password").setText(u"hunter2"_s); // not asked for by this server, and kept all the same
    QTest::mouseClick(&button("connect"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([this] { return m_desk.has_value(); })) << qPrintable(answer());
    EXPECT_EQ(m_target.profile.name, u"shop"_s);
    EXPECT_EQ(Profiles::lastUsed().profile.name, u"shop"_s);
    EXPECT_EQ(m_content->passwords.value(m_target.profile.passwordKey()), u"hunter2"_s);
    EXPECT_TRUE(Profiles::find(u"shop"_s)->settings.value(u"password"_s).isEmpty());
}

TEST_F(TheConnectPage, KeepsNoPasswordThatIsToBeAskedEachTime)
{
    TestDatabase database;
    fillIn(database.settingsAs(u"oncedesk_viewer"_s));
    field("password").setText(u"hunter2"_s);
    m_page.findChild<QCheckBox *>(u"profile-keep"_s)->setChecked(false);
    QTest::mouseClick(&button("connect"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([this] { return m_desk.has_value(); })) << qPrintable(answer());
    EXPECT_TRUE(m_content->passwords.isEmpty());
    EXPECT_FALSE(Profiles::keepsPassword(u"shop"_s));
}

TEST_F(TheConnectPage, RemovesAConnectionOnlyWhenThatIsConfirmed)
{
    Profiles::save({u"shop"_s, *ConnectionSettings::parse(u"host=h"_s)});
    m_page.setTarget({Target::Kind::profile, *Profiles::find(u"shop"_s)});
    const auto press = [this](const QString &name) {
        QTest::mouseClick(&button("remove"), Qt::LeftButton);
        auto *choice = m_page.findChild<QPushButton *>(name);
        QTest::mouseClick(choice, Qt::LeftButton);
    };
    press(u"question-no"_s);
    EXPECT_EQ(Profiles::names(), QStringList(u"shop"_s));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    press(u"question-yes"_s);
    EXPECT_TRUE(Profiles::names().isEmpty());
}

TEST_F(TheConnectPage, WantsAName)
{
    field("host").setText(u"h"_s);
    QTest::keyClick(&field("host"), Qt::Key_Return);
    EXPECT_EQ(answer(), u"Give the connection a name."_s);
    EXPECT_TRUE(field("name").property("fault").toBool());
}

} // namespace
} // namespace oncedesk
