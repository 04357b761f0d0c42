#include "ui/providers/providerspage.h"

#include "tests/ui/support/consoledesk.h"
#include "ui/providers/daychart.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// The page, shown, on a desk that somebody of these roles looks at.
struct Shown
{
    explicit Shown(const QStringList &roles = {}) : console(roles), page(console.live())
    {
        page.resize(1104, 720);
        page.show();
    }
    QTableView &table() { return *page.findChild<QTableView *>(u"providers"_s); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    QString words(const char *name) { return page.findChild<QLabel *>(QString::fromLatin1(name))->text(); }
    QPushButton &switcher() { return *page.findChild<QPushButton *>(u"provider-switch"_s); }
    bool waitForRows(int count)
    {
        return waitUntil([&] { return table().model()->rowCount() == count; });
    }
    void answer(const QString &button)
    {
        QTest::mouseClick(&switcher(), Qt::LeftButton);
        QTest::mouseClick(page.findChild<QPushButton *>(button), Qt::LeftButton);
    }

    ConsoleDesk console;
    ProvidersPage page;
};

TEST(TheProvidersPage, ShowsWhoServesThemAndWhatTheyHaveInHand)
{
    Shown shown;
    ASSERT_TRUE(shown.waitForRows(2));
    EXPECT_EQ(shown.cell(0, ProvidersModel::Name), u"inkjet"_s);
    EXPECT_EQ(shown.cell(0, ProvidersModel::Workers), u"none alive"_s);

    shown.console.unknownJob("a");
    shown.console.runningJob("b");
    shown.console.runningJob("c");
    shown.console.elsewhere("SELECT * FROM oncedesk.heartbeat('printer-1', '{inkjet}', 2, '0.1')");
    ASSERT_TRUE(waitUntil([&] { return shown.cell(0, ProvidersModel::InFlight) == u"2"_s; }));
    EXPECT_EQ(shown.cell(0, ProvidersModel::Unknown), u"1"_s);
    EXPECT_EQ(shown.cell(0, ProvidersModel::Workers), u"1 alive"_s);
    EXPECT_TRUE(shown.words("provider-workers").startsWith(u"printer-1"_s));
}

TEST(TheProvidersPage, KeepsTheChosenRowWhileOthersComeAndChange)
{
    Shown shown;
    ASSERT_TRUE(shown.waitForRows(2));
    shown.table().selectRow(1);
    for (int i = 0; i < 20; ++i)
        shown.console.elsewhere("SELECT oncedesk.add_provider($1, 'simulated', '{}')",
                                {QByteArray("a" + QByteArray::number(i))});
    ASSERT_TRUE(shown.waitForRows(22));
    EXPECT_EQ(shown.cell(shown.table().currentIndex().row(), ProvidersModel::Name), u"laser"_s);
    EXPECT_EQ(shown.words("provider-name"), u"laser"_s);
}

TEST(TheProvidersPage, ShowsSecretsOnlyAsTheReferencesTheyAre)
{
    const QString text = settingsText(
        R"({"headers": {"Authorization": "env:PRINT_TOKEN", "X-Api-Key": "hunter2", "X-Shop": "north"}})");
    EXPECT_TRUE(text.contains(u"env:PRINT_TOKEN"_s));
    EXPECT_TRUE(text.contains(u"north"_s));
    EXPECT_FALSE(text.contains(u"hunter2"_s));
}

TEST(TheProvidersPage, ShowsSettingsAsTheyAre)
{
    Shown shown;
    shown.console.elsewhere("SELECT oncedesk.add_provider('a', 'simulated', '{\"note\": \"<i>%1\"}')");
    ASSERT_TRUE(shown.waitForRows(3));
    shown.table().selectRow(0);
    EXPECT_EQ(shown.words("provider-name"), u"a"_s);
    EXPECT_EQ(shown.page.findChild<QLabel *>(u"provider-name"_s)->textFormat(), Qt::PlainText);
    EXPECT_TRUE(
        shown.page.findChild<QPlainTextEdit *>(u"provider-settings"_s)->toPlainText().contains(u"<i>%1"_s));
}

TEST(TheProvidersPage, SwitchesOnlyAfterSayingWhatItMeans)
{
    Shown shown;
    ASSERT_TRUE(shown.waitForRows(2));
    ASSERT_TRUE(waitUntil([&] { return shown.switcher().isVisible(); }));
    const auto isEnabled = [&] {
        return shown.console.elsewhere("SELECT enabled FROM oncedesk.provider_view WHERE name = 'inkjet'")
            .boolean(0, 0);
    };
    QTest::mouseClick(&shown.switcher(), Qt::LeftButton);
    EXPECT_TRUE(shown.words("question-sentence").contains(u"not stopped"_s));
    QTest::mouseClick(shown.page.findChild<QPushButton *>(u"question-no"_s), Qt::LeftButton);
    EXPECT_TRUE(isEnabled());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);

    shown.answer(u"question-yes"_s);
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-said") == u"inkjet is disabled."_s; }));
    EXPECT_FALSE(isEnabled());
    ASSERT_TRUE(waitUntil([&] { return shown.cell(0, ProvidersModel::State) == u"disabled"_s; }));
    EXPECT_EQ(shown.switcher().text(), u"Enable…"_s);
}

TEST(TheProvidersPage, SaysWhatTheDatabaseAnswered)
{
    Shown shown({u"oncedesk_viewer"_s, u"oncedesk_admin"_s});
    ASSERT_TRUE(shown.waitForRows(2));
    ASSERT_TRUE(waitUntil([&] { return shown.switcher().isVisible(); }));
    QTest::mouseClick(&shown.switcher(), Qt::LeftButton);
    shown.console.elsewhere("REVOKE EXECUTE ON FUNCTION oncedesk.enable_provider(text, boolean) FROM "
                            "oncedesk_admin");
    QTest::mouseClick(shown.page.findChild<QPushButton *>(u"question-yes"_s), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-said").contains(u"may not do this"_s); }))
        << qPrintable(shown.words("provider-said"));
    EXPECT_EQ(shown.cell(0, ProvidersModel::State), u"enabled"_s);
}

TEST(TheProvidersPage, OffersTheSwitchToAdministratorsOnly)
{
    Shown shown({u"oncedesk_operator"_s});
    ASSERT_TRUE(shown.waitForRows(2));
    ASSERT_TRUE(waitUntil([&] { return shown.console.live().isAccessKnown(); }));
    shown.page.refresh();
    shown.console.elsewhere("SELECT oncedesk.enable_provider('laser', false)");
    ASSERT_TRUE(waitUntil([&] { return shown.cell(1, ProvidersModel::State) == u"disabled"_s; }));
    EXPECT_FALSE(shown.switcher().isVisible());
    EXPECT_FALSE(shown.page.findChild<QPushButton *>(u"provider-edit"_s)->isVisible());
}

TEST(TheProvidersPage, ShowsHowAProviderDidOfLate)
{
    Shown shown;
    ASSERT_TRUE(shown.waitForRows(2));
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-figures").contains(u"nothing started"_s); }));
    shown.console.succeededJob("a");
    shown.console.unknownJob("b");
    ASSERT_TRUE(waitUntil([&] {
        return shown.words("provider-figures").contains(u"unknown 50.0 % (1 of 2 in 24 h)"_s);
    })) << qPrintable(shown.words("provider-figures"));
    EXPECT_TRUE(shown.words("provider-figures").contains(u"p50 "_s));
    shown.table().selectRow(1);
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-figures").contains(u"nothing started"_s); }));
}

TEST(TheProvidersPage, DrawsTheDayOfTheChosenProviderAsItGoesOn)
{
    Shown shown({u"oncedesk_viewer"_s});
    auto &chart = *shown.page.findChild<DayChart *>(u"provider-chart"_s);
    ASSERT_TRUE(shown.waitForRows(2));
    ASSERT_TRUE(waitUntil([&] { return chart.words().startsWith(u"Nothing started"_s); }));
    shown.console.succeededJob("a");
    shown.console.unknownJob("b");
    ASSERT_TRUE(waitUntil([&] { return chart.accessibleDescription().contains(u"unknown 50.0 % of 2 "_s); }))
        << qPrintable(chart.accessibleDescription());
    EXPECT_TRUE(chart.words().isEmpty());
    EXPECT_FALSE(chart.layOut().unknownBars.last().isNull());
    shown.table().selectRow(1);
    EXPECT_EQ(chart.words(), u"reading…"_s) << "never another's day under its name";
    ASSERT_TRUE(waitUntil([&] { return chart.words().startsWith(u"Nothing started"_s); }));
    shown.table().selectRow(0);
    ASSERT_TRUE(waitUntil([&] { return chart.words().isEmpty(); }));
}

TEST(TheProvidersPage, CoversNothingWhereRoomIsShort)
{
    Shown shown;
    shown.page.resize(1104, 692); // of a window of 1280x800
    ASSERT_TRUE(shown.waitForRows(2));
    for (int i = 0; i < 2; ++i)
        shown.console.elsewhere("SELECT * FROM oncedesk.heartbeat($1, '{inkjet}', 0, '0.1')",
                                {QByteArray("a-printer-of-a-long-name-" + QByteArray::number(i))});
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-workers").count(u'\n') == 1; }));
    shown.console.elsewhere("SELECT oncedesk.enable_provider('inkjet', false)"); // which takes more words
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-about").startsWith(u"Disabled"_s); }));
    QCoreApplication::processEvents();
    const char *const names[] = {"provider-about",   "provider-figures",  "provider-chart",
                                 "provider-workers", "provider-settings", "provider-switch"};
    const QWidget *above = nullptr;
    for (const char *name : names) {
        const auto *widget = shown.page.findChild<QWidget *>(QString::fromLatin1(name));
        if (above != nullptr) {
            EXPECT_GT(widget->geometry().top(), above->geometry().bottom()) << name;
        }
        above = widget;
    }
}

TEST(TheProvidersPage, NamesOneOfManyWorkersAndCountsTheRest)
{
    Shown shown;
    ASSERT_TRUE(shown.waitForRows(2));
    for (int i = 0; i < 5; ++i)
        shown.console.elsewhere("SELECT * FROM oncedesk.heartbeat($1, '{inkjet}', 0, '0.1')",
                                {QByteArray("printer-" + QByteArray::number(i))});
    ASSERT_TRUE(waitUntil([&] { return shown.words("provider-workers").endsWith(u"and 4 more"_s); }))
        << qPrintable(shown.words("provider-workers"));
    EXPECT_TRUE(shown.page.findChild<QLabel *>(u"provider-workers"_s)->toolTip().contains(u"printer-4"_s));
}

TEST(TheProvidersPage, SavesSettingsThatTheirKindTakesAndNoOthers)
{
    Shown shown;
    ASSERT_TRUE(shown.waitForRows(2));
    auto &edit = *shown.page.findChild<QPushButton *>(u"provider-edit"_s);
    ASSERT_TRUE(waitUntil([&] { return edit.isVisible(); }));
    QTest::mouseClick(&edit, Qt::LeftButton);
    EXPECT_TRUE(shown.words("settings-meaning").contains(u"Every certificate of inkjet becomes stale"_s));
    auto &text = *shown.page.findChild<QPlainTextEdit *>(u"settings-text"_s);
    auto &save = *shown.page.findChild<QPushButton *>(u"settings-save"_s);
    ASSERT_TRUE(waitUntil([&] { return text.toPlainText().startsWith(u'{'); }));
    text.setPlainText(u"{\"delai_s\": 1}"_s);
    ASSERT_TRUE(waitUntil([&] { return shown.words("settings-said").contains(u"delai_s"_s); }));
    EXPECT_FALSE(save.isEnabled());
    text.setPlainText(u"{\"ask\": \"running\"}"_s);
    ASSERT_TRUE(waitUntil([&] { return save.isEnabled(); })) << qPrintable(shown.words("settings-said"));
    QTest::mouseClick(&save, Qt::LeftButton);
    ASSERT_TRUE(
        waitUntil([&] { return shown.words("provider-said").contains(u"certificates are stale now"_s); }));
    EXPECT_EQ(
        shown.console.elsewhere("SELECT settings::text FROM oncedesk.provider_view WHERE name = 'inkjet'")
            .text(0, 0),
        u"{\"ask\": \"running\"}"_s);
}

TEST(TheProvidersPage, SaysInWordsThatThereAreNone)
{
    const TestDatabase database;
    LiveDesk live(database.settings(), nullptr);
    ProvidersPage page(live);
    page.show();
    auto *words = page.findChild<QLabel *>(u"providers-words"_s);
    EXPECT_EQ(words->text(), u"Reading the providers…"_s);
    ASSERT_TRUE(waitUntil([&] { return words->text().startsWith(u"There are no providers yet."_s); }));
    EXPECT_TRUE(words->isVisible());
}

TEST(TheProvidersPage, SaysInWordsThatTheDatabaseIsAway)
{
    LiveDesk nowhere(*ConnectionSettings::parse(u"host=/nonexistent dbname=d user=u"_s), nullptr);
    ProvidersPage page(nowhere);
    page.show();
    auto *words = page.findChild<QLabel *>(u"providers-words"_s);
    ASSERT_TRUE(waitUntil([&] { return words->text().startsWith(u"The database is away: "_s); }))
        << qPrintable(words->text());
}

ProviderEntry named(const QString &name)
{
    ProviderEntry entry;
    entry.row.name = name;
    return entry;
}

TEST(TheProvidersModel, KeepsTheRulesWhateverComesAndGoes)
{
    ProvidersModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (const QStringList &names :
         {QStringList{u"b"_s, u"d"_s}, QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s},
          QStringList{u"c"_s}, QStringList{}, QStringList{u"x"_s, u"y"_s}, QStringList{u"a"_s, u"y"_s}}) {
        QList<ProviderEntry> entries;
        for (const QString &name : names)
            entries += named(name);
        model.merge(entries);
        ASSERT_EQ(model.rowCount(), names.size());
        for (int row = 0; row < int(names.size()); ++row)
            EXPECT_EQ(model.index(row, 0).data().toString(), names[row]);
    }
}

} // namespace
} // namespace oncedesk
