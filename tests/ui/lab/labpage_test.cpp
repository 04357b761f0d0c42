#include "ui/lab/labpage.h"

#include "tests/ui/support/consoledesk.h"
#include "ui/lab/sequenceview.h"

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

struct Lab
{
    explicit Lab(const QStringList &roles = {}) : console(roles), page(console.live())
    {
        page.resize(1104, 720);
        page.show();
    }
    template<class T>
    T &child(const char *name)
    {
        return *page.findChild<T *>(QString::fromLatin1(name));
    }
    SequenceView &view() { return child<SequenceView>("sequence"); }
    QPushButton &button(const char *name) { return child<QPushButton>(name); }
    bool says(const char *name, const QString &part)
    {
        const bool came = waitUntil([&] { return child<QLabel>(name).text().contains(part); });
        EXPECT_TRUE(came) << qPrintable(child<QLabel>(name).text()) << " without " << qPrintable(part);
        return came;
    }
    bool play(int row)
    {
        child<QListWidget>("stories").setCurrentRow(row);
        if (!waitUntil([&] { return button("story-play").isEnabled(); }))
            return false;
        QTest::mouseClick(&button("story-play"), Qt::LeftButton);
        return true;
    }

    ConsoleDesk console;
    LabPage page;
};

TEST(TheLabPage, PlaysADoubleClickOnThisDatabaseAndDrawsWhatDecided)
{
    Lab lab;
    ASSERT_TRUE(lab.says("lab-said", u"Not played yet."_s));
    ASSERT_TRUE(lab.play(0));
    ASSERT_TRUE(lab.says("lab-said", u"4 of 4 hold"_s));
    EXPECT_EQ(lab.child<QLabel>("result-slot").text(), u"Result slot: attempt 1, by inkjet"_s);
    EXPECT_GE(lab.view().beats().size(), 12);
    EXPECT_EQ(lab.view().shown(), lab.view().beats().size());
    EXPECT_EQ(
        lab.console.elsewhere("SELECT count(*) FROM oncedesk.job_view WHERE owner_id = 'lab'").integer(0, 0),
        1);
    EXPECT_EQ(lab.console
                  .elsewhere("SELECT count(*) FROM oncedesk.submission_view WHERE owner_id = 'lab' AND "
                             "outcome = 'replayed'")
                  .integer(0, 0),
              2);
    EXPECT_EQ(lab.child<QListWidget>("stories").item(0)->data(Qt::AccessibleTextRole).toString(),
              u"Double click: 4 of 4 hold"_s);
}

TEST(TheLabPage, IsWalkedThroughStepByStep)
{
    Lab lab;
    ASSERT_TRUE(lab.play(0));
    ASSERT_TRUE(lab.says("lab-said", u"hold"_s));
    QTest::mouseClick(&lab.button("story-step"), Qt::LeftButton); // from the beginning
    EXPECT_EQ(lab.view().shown(), 1);
    EXPECT_EQ(lab.child<QLabel>("result-slot").text(), u"Result slot: empty"_s);
    QTest::mouseClick(&lab.button("story-step"), Qt::LeftButton);
    EXPECT_EQ(lab.view().shown(), 2);
    EXPECT_TRUE(lab.view().accessibleDescription().startsWith(u"2 of "_s));
    QTest::keyClick(&lab.view(), Qt::Key_End);
    EXPECT_EQ(lab.view().shown(), lab.view().beats().size());
    EXPECT_TRUE(lab.view().accessibleDescription().startsWith(u"Holds: "_s));
    QTest::keyClick(&lab.view(), Qt::Key_Up);
    EXPECT_EQ(lab.view().shown(), lab.view().beats().size() - 1);
    QTest::mouseClick(&lab.button("story-replay"), Qt::LeftButton);
    EXPECT_EQ(lab.button("story-replay").text(), u"Pause"_s);
    ASSERT_TRUE(waitUntil([&] { return lab.view().shown() == lab.view().beats().size(); }));
    ASSERT_TRUE(waitUntil([&] { return lab.button("story-replay").text() == u"Replay slowly"_s; }));
}

TEST(TheLabPage, ExportsARunAsDrawingPictureAndRecord)
{
    Lab lab;
    const QTemporaryDir folder;
    ASSERT_TRUE(lab.play(10)); // two workers
    ASSERT_TRUE(lab.says("lab-said", u" hold"_s));
    for (const QString &ending : {u"svg"_s, u"png"_s, u"json"_s}) {
        const QString path = folder.filePath(u"run."_s + ending);
        lab.page.exportTo(path);
        EXPECT_TRUE(lab.says("lab-said", u"Written to"_s));
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        if (ending == u"svg")
            EXPECT_TRUE(content.contains("SKIP") && content.contains("</svg>"));
        else if (ending == u"png")
            EXPECT_GT(QImage::fromData(content).height(), 400);
        else
            EXPECT_GE(QJsonDocument::fromJson(content).object()[u"beats"].toArray().size(), 8);
    }
    lab.page.exportTo(folder.filePath(u"none/run.svg"_s));
    EXPECT_TRUE(lab.says("lab-said", u"cannot be written"_s));
}

TEST(TheLabPage, IsOnlyForThoseWhoMayPlayEveryPart)
{
    Lab lab({u"oncedesk_viewer"_s, u"oncedesk_operator"_s});
    ASSERT_TRUE(waitUntil([&] { return lab.console.live().isAccessKnown(); }));
    EXPECT_FALSE(lab.button("story-play").isEnabled());
    EXPECT_TRUE(lab.says("lab-said", u"all five roles"_s));
}

TEST(TheLabPage, SaysThatSomebodyElsePlays)
{
    Lab lab;
    TestConnection other = lab.console.database().connect();
    ASSERT_EQ(other.exec("SELECT pg_try_advisory_lock(hashtext('oncedesk.lab'))").text(), u"t"_s);
    ASSERT_TRUE(lab.play(0));
    EXPECT_TRUE(lab.says("lab-said", u"Somebody else plays a story in this database"_s));
    EXPECT_EQ(lab.button("story-play").text(), u"Play"_s);
}

TEST(TheLabPage, BreaksAStoryOffAndLeavesNothingOpen)
{
    Lab lab;
    ASSERT_TRUE(lab.play(7)); // dead worker
    ASSERT_TRUE(waitUntil([&] { return lab.view().beats().size() > 3; }));
    EXPECT_EQ(lab.button("story-play").text(), u"Break off"_s);
    QTest::mouseClick(&lab.button("story-play"), Qt::LeftButton);
    ASSERT_TRUE(lab.says("lab-said", u"It was broken off."_s));
    EXPECT_EQ(
        lab.console
            .elsewhere(
                "SELECT count(*) FROM oncedesk.job_view WHERE completed_by IS NULL AND closed_at IS NULL")
            .integer(0, 0),
        0);
}

} // namespace
} // namespace oncedesk
