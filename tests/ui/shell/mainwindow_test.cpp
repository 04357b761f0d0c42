#include "ui/shell/mainwindow.h"

#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"
#include "tests/ui/connect/fakekeychain.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/connect/connectpage.h"
#include "ui/connect/deskengine.h"
#include "ui/connect/profiles.h"
#include "ui/shell/deskview.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QEvent>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTcpServer>
#include <QTest>
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

Target given(const ConnectionSettings &settings)
{
    return {Target::Kind::given, {{}, settings}};
}

class TheWindow : public ::testing::Test
{
protected:
    TheWindow() : window(std::make_unique<FakeKeychain>(keychain)) { window.show(); }
    ~TheWindow() override { QSettings().clear(); }
    QString title() { return window.findChild<QLabel *>(u"start-title"_s)->text(); }
    QPushButton &button(const char *name)
    {
        return *window.findChild<QPushButton *>(QString::fromLatin1(name));
    }

    std::shared_ptr<FakeKeychain::Content> keychain = std::make_shared<FakeKeychain::Content>();
    MainWindow window;
};

TEST_F(TheWindow, SaysWhatItOpensAndThenShowsIt)
{
    TestDatabase database;
    window.open(given(database.settings()));
    EXPECT_EQ(title(), u"Opening %1…"_s.arg(database.settings().describe()));
    ASSERT_TRUE(waitUntil([this] { return window.deskView() != nullptr; })) << qPrintable(title());
    EXPECT_TRUE(window.deskView()->isVisible());
}

TEST_F(TheWindow, ShowsAFailureAndTriesAgain)
{
    auto server = TestServer::own();
    const auto settings = server->connection();
    server->stop();
    window.open(given(settings));
    ASSERT_TRUE(waitUntil([this] { return button("try-again").isVisible(); }));
    EXPECT_EQ(title(), u"No PostgreSQL runs on this computer at that socket."_s);
    EXPECT_TRUE(button("try-again").hasFocus() || !window.isActiveWindow());

    server->start();
    QTest::mouseClick(&button("try-again"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([this] { return title() == u"This database cannot be used as it is."_s; }))
        << qPrintable(title());
    QTest::mouseClick(&button("choose-another"), Qt::LeftButton);
    auto *page = window.findChild<ConnectPage *>();
    ASSERT_TRUE(page);
    EXPECT_TRUE(page->isVisible());
    EXPECT_FALSE(page->findChild<QPushButton *>(u"back"_s)) << "there is nothing to go back to";
}

TEST_F(TheWindow, ClosesAtOnceWhileItConnects)
{
    QTcpServer silent;
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    window.open(given(
        *ConnectionSettings::parse(u"host=127.0.0.1 user=u dbname=d port=%1"_s.arg(silent.serverPort()))));
    ASSERT_TRUE(waitUntil([&] { return silent.hasPendingConnections(); }));
    QElapsedTimer elapsed;
    elapsed.start();
    EXPECT_TRUE(window.close());
    EXPECT_LT(elapsed.elapsed(), 500);
}

TEST_F(TheWindow, TakesThePasswordFromTheKeychainElseAsksForIt)
{
    ThrowAwayServer::Options options;
    options.tcp = true;
    options.hba = {u"host all locked all scram-sha-256"_s};
    const auto server = TestServer::own(options);
    TestConnection(server->connection()).exec("CREATE ROLE locked LOGIN PASSWORD 'right'");
    Profile profile{u"shop"_s, server->tcpConnection()};
    profile.settings.set(u"user"_s, u"locked"_s);
    Profiles::save(profile);

    keychain->isThere = false;
    window.open({Target::Kind::profile, profile});
    ASSERT_TRUE(waitUntil([this] { return title() == u"The server asks for a password."_s; }))
        << qPrintable(title());
    auto *password = window.findChild<QLineEdit *>(u"start-password"_s);
    EXPECT_TRUE(password->isVisible());
    QTest::keyClicks(password, u"right"_s);
    QTest::keyClick(password, Qt::Key_Return);
    // Let in: what is missing now is the schema.
    ASSERT_TRUE(waitUntil([this] { return title() == u"This database cannot be used as it is."_s; }))
        << qPrintable(title());
    EXPECT_TRUE(keychain->passwords.isEmpty());

    keychain->isThere = true;
    keychain->passwords.insert(profile.passwordKey(), u"wrong"_s);
    window.open({Target::Kind::profile, profile});
    ASSERT_TRUE(waitUntil([this] { return title() == u"The server refused the password."_s; }))
        << qPrintable(title());
}

TEST_F(TheWindow, GoesToAnotherDeskAndBack)
{
    ConsoleDesk console;
    window.show(console.takeLive());
    const DeskView *view = window.deskView();
    window.showConnections();
    auto *page = window.findChild<ConnectPage *>();
    EXPECT_FALSE(view->isVisible());
    QTest::keyClick(page, Qt::Key_Escape);
    EXPECT_EQ(window.deskView(), view);
    EXPECT_TRUE(view->isVisible());
}

TEST_F(TheWindow, TogglesItsColoursByKeyAndRemembersThem)
{
    const auto before = look::scheme();
    window.activateWindow();
    ASSERT_TRUE(waitUntil([this] { return window.isActiveWindow(); }));
    QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_NE(look::scheme(), before);
    const auto chosen = look::scheme();
    look::apply(*qApp, before);
    const MainWindow next(std::make_unique<FakeKeychain>(keychain));
    EXPECT_EQ(look::scheme(), chosen);
    look::apply(*qApp, look::Scheme::light);
}

// How often widgets are told of a new style.
class StyleChanges : public QObject
{
public:
    StyleChanges() { qApp->installEventFilter(this); }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::StyleChange)
            ++m_times[watched];
        return false;
    }
    [[nodiscard]] double perWidget() const
    {
        const auto times = m_times.values();
        return std::accumulate(times.cbegin(), times.cend(), 0.0) /
               double(std::max<qsizetype>(1, times.size()));
    }

private:
    QHash<QObject *, int> m_times;
};

TEST_F(TheWindow, ChangesItsColoursWithoutGoingThroughEveryWidgetAgainAndAgain)
{
    ConsoleDesk console;
    window.show(console.takeLive());
    auto *newJob = window.findChild<QPushButton *>(u"new-job"_s);
    auto *search = window.findChild<QLineEdit *>(u"search"_s);
    const QColor background = search->palette().color(QPalette::Base);
    double perWidget = 0;
    {
        const StyleChanges changes;
        window.toggleScheme();
        perWidget = changes.perWidget();
    }
    EXPECT_GE(perWidget, 1);
    // more.
    EXPECT_LE(perWidget, 3) << "one style sheet goes, the next one comes";
    EXPECT_NE(search->palette().color(QPalette::Base), background);
    EXPECT_EQ(newJob->palette().color(QPalette::ButtonText), look::colors().text);
    window.toggleScheme();
    EXPECT_EQ(search->palette().color(QPalette::Base), background);
    look::apply(*qApp, look::Scheme::light);
}

TEST_F(TheWindow, AsksBeforeItDropsALateAnswerThatItsEngineListensFor)
{
    ConsoleDesk console;
    console.elsewhere("SELECT oncedesk.set_provider('inkjet', '{\"steps\": [{\"delay_s\": 60, \"result\": "
                      "{\"by\": \"inkjet\"}}]}')");
    window.open(given(console.database().settings()));
    ASSERT_TRUE(waitUntil([this] { return window.deskView() != nullptr; }));
    DeskEngine &engine = window.deskView()->engine();
    ASSERT_TRUE(waitUntil([&] { return engine.isAllowed(); }));
    engine.setOn(true);
    console.waitingJob("a", R"({"timeout_s": 0.2})");
    ASSERT_TRUE(waitUntil([&] { return engine.counters().lingering == 1; }));
    window.close();
    EXPECT_TRUE(window.isVisible());
    const auto *question = window.findChild<QDialog *>();
    ASSERT_NE(question, nullptr);
    QStringList words;
    for (const auto *label : question->findChildren<QLabel *>())
        words += label->text();
    EXPECT_TRUE(words.join(u' ').contains(u"late answer of 1 unknown attempt"))
        << words.join(u'|').toStdString();
    // Another one, while the question is being read.
    console.waitingJob("b", R"({"timeout_s": 0.2})");
    const auto *sentence = question->findChild<QLabel *>(u"question-sentence"_s);
    EXPECT_TRUE(waitUntil([&] { return sentence->text().contains(u"late answers of 2 unknown attempts"_s); }))
        << qPrintable(sentence->text());
    QTest::mouseClick(question->findChild<QPushButton *>(u"question-yes"_s), Qt::LeftButton);
    EXPECT_TRUE(waitUntil([this] { return !window.isVisible(); }));
}

TEST_F(TheWindow, RemembersItsPlace)
{
    window.resize(1100, 700);
    window.close();
    const MainWindow next(std::make_unique<FakeKeychain>(keychain));
    EXPECT_EQ(next.size(), QSize(1100, 700));
}

TEST_F(TheWindow, OffersTicketsWhileOneTypesAndOpensTheOneChosen)
{
    ConsoleDesk console;
    const qint64 first = console.waitingJob("order-7-first");
    console.waitingJob("order-7-second");
    console.waitingJob("another");
    window.show(console.takeLive());
    window.activateWindow();
    ASSERT_TRUE(waitUntil([this] { return window.isActiveWindow(); }));
    auto *search = window.findChild<QLineEdit *>(u"search"_s);
    search->setFocus();
    const auto offered = [] { return qobject_cast<QAbstractItemView *>(QApplication::activePopupWidget()); };

    QTest::keyClicks(search, u"order-7"_s);
    ASSERT_TRUE(waitUntil([&] { return offered() && offered()->model()->rowCount() == 2; }));
    QTest::keyClick(offered(), Qt::Key_Down);
    QTest::keyClick(offered(), Qt::Key_Down);
    QTest::keyClick(offered(), Qt::Key_Return);
    ASSERT_TRUE(waitUntil([this] { return window.deskView()->currentPage() == u"job"_s; }));
    EXPECT_EQ(search->text(), u"order-7"_s);
    const auto shown = [this](const QString &ticket) {
        const auto labels = window.deskView()->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->isVisible() && label->text() == ticket;
        });
    };
    EXPECT_TRUE(waitUntil([&] { return shown(u"Ticket #%1"_s.arg(first)); }));
}

TEST_F(TheWindow, ListsAllKeysUnderTheQuestionMarkOutsideOfTextFields)
{
    ConsoleDesk console;
    window.show(console.takeLive());
    window.activateWindow();
    ASSERT_TRUE(waitUntil([this] { return window.isActiveWindow(); }));
    EXPECT_TRUE(window.deskView()->hasFocus()) << "letters are keys from the start";
    auto *search = window.findChild<QLineEdit *>(u"search"_s);
    search->setFocus();
    QTest::keyClicks(search, u"?"_s);
    EXPECT_EQ(search->text(), u"?"_s);
    EXPECT_FALSE(window.findChild<QDialog *>(u"shortcuts-dialog"_s));

    window.deskView()->setFocus();
    QTest::keyClick(window.deskView(), Qt::Key_Question); // Shift is the platform's to take off
    auto *dialog = window.findChild<QDialog *>(u"shortcuts-dialog"_s);
    ASSERT_TRUE(dialog);
    EXPECT_TRUE(dialog->isModal());
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_FALSE(dialog->isVisible());
}

} // namespace
} // namespace oncedesk
