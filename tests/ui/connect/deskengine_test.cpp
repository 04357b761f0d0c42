#include "ui/connect/deskengine.h"

#include "tests/ui/support/consoledesk.h"
#include "ui/connect/enginebutton.h"

#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class TheEngine : public ::testing::Test
{
protected:
    ~TheEngine() override
    {
        QSettings().clear();
        EngineRun::waitForAll();
    }
    static bool isKnown(ConsoleDesk &console)
    {
        return waitUntil([&] { return console.live().isAccessKnown(); });
    }
};

TEST_F(TheEngine, IsOffOnASharedServerUntilItIsAskedFor)
{
    ConsoleDesk console;
    DeskEngine engine(console.live());
    EngineButton button(engine);
    ASSERT_TRUE(isKnown(console));
    EXPECT_EQ(engine.state(), DeskEngine::State::off);
    EXPECT_EQ(button.text(), u"engine: off"_s);

    const qint64 job = console.waitingJob("a");
    QTest::mouseClick(&button, Qt::LeftButton);
    EXPECT_EQ(engine.state(), DeskEngine::State::off) << "it is asked first";
    QTest::mouseClick(button.findChild<QPushButton *>(u"question-yes"_s), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return button.text() == u"engine: on, 0 in flight"_s; }))
        << qPrintable(button.text());
    EXPECT_TRUE(waitUntil([&] {
        return console.elsewhere("SELECT status FROM oncedesk.job_status_view WHERE id = $1", {job})
                   .text(0, 0) == u"succeeded"_s;
    }));
}

TEST_F(TheEngine, RemembersForEachDeskWhetherItIsOn)
{
    ConsoleDesk console;
    ConsoleDesk other;
    {
        DeskEngine engine(console.live());
        ASSERT_TRUE(isKnown(console));
        engine.setOn(true);
        ASSERT_TRUE(waitUntil([&] { return engine.state() == DeskEngine::State::on; }));
    }
    ASSERT_TRUE(isKnown(other));
    EXPECT_EQ(DeskEngine(other.live()).state(), DeskEngine::State::off);
    DeskEngine again(console.live());
    EXPECT_NE(again.state(), DeskEngine::State::off);
    again.setOn(false);
    EXPECT_TRUE(waitUntil([&] { return again.state() == DeskEngine::State::off; }));
}

TEST_F(TheEngine, IsNotOfferedToThoseWhoMayNotWork)
{
    ConsoleDesk console({u"oncedesk_operator"_s});
    DeskEngine engine(console.live());
    EngineButton button(engine);
    ASSERT_TRUE(isKnown(console));
    EXPECT_TRUE(button.isHidden());
    engine.setOn(true);
    EXPECT_EQ(engine.state(), DeskEngine::State::off);
}

TEST_F(TheEngine, FinishesWhatItHasInHandWhenTheConsoleGoes)
{
    ConsoleDesk console;
    console.elsewhere("SELECT oncedesk.set_provider('inkjet', '{\"steps\": [{\"delay_s\": 1, \"result\": "
                      "{\"by\": \"inkjet\"}}]}')");
    qint64 job = 0;
    {
        DeskEngine engine(console.live());
        ASSERT_TRUE(isKnown(console));
        engine.setOn(true);
        job = console.waitingJob("a");
        ASSERT_TRUE(waitUntil([&] { return engine.counters().inFlight == 1; }));
    }
    EngineRun::waitForAll();
    EXPECT_EQ(
        console.elsewhere("SELECT status FROM oncedesk.job_status_view WHERE id = $1", {job}).text(0, 0),
        u"succeeded"_s);
}

} // namespace
} // namespace oncedesk
