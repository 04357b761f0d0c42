#include "tests/support/testdatabase.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/job/story.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

board::JobDetail detailOf(ConsoleDesk &desk, qint64 job)
{
    std::optional<board::JobDetail> found;
    bool answered = false;
    QObject context;
    desk.live().read(
        &context,
        [job](Session &session) -> Result<std::optional<board::JobDetail>> {
            if (Result<Done> begun = board::readOneSnapshot(session); !begun)
                return begun.error();
            return board::jobDetail(session, JobId(job));
        },
        [&](const Result<std::optional<board::JobDetail>> &answer) {
            answered = true;
            if (answer)
                found = *answer;
        });
    EXPECT_TRUE(waitUntil([&] { return answered; }));
    return found.value();
}

QStringList labelsOf(const Story::Lane &lane)
{
    QStringList labels;
    for (const Story::Event &event : lane.events)
        labels += event.label;
    return labels;
}

bool has(const Story::Lane &lane, Story::Stretch::Kind kind)
{
    return std::any_of(lane.stretches.cbegin(), lane.stretches.cend(),
                       [kind](const Story::Stretch &stretch) { return stretch.kind == kind; });
}

// Unknown, cancelled, a second attempt wins, the first one's answer comes late.
qint64 poster(ConsoleDesk &desk)
{
    const qint64 job = desk.unknownJob("poster");
    const qint64 first = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'printer confirmed jammed', "
                   "'provider_confirmed_stopped')",
                   {first});
    desk.elsewhere("SELECT * FROM oncedesk.open_attempt($1, 'laser', 'the poster is wanted today')", {job});
    desk.elsewhere("SELECT * FROM oncedesk.claim_attempts('printer-2', '{laser}', 10)");
    const qint64 second = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{\"sheets\": 1}')",
                   {second, desk.tokenOf(second)});
    desk.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{\"sheets\": 1}')",
                   {first, desk.tokenOf(first)});
    return job;
}

TEST(Story, TellsACancelASecondAttemptAndTheLateAnswer)
{
    ConsoleDesk desk;
    const board::JobDetail job = detailOf(desk, poster(desk));
    const Story story = storyOf(job);
    ASSERT_EQ(story.lanes.size(), 2);
    const Story::Lane &first = story.lanes[0];
    EXPECT_EQ(labelsOf(first).join(u'|').toStdString(),
              "opened: submitted|started|unknown|cancelled: printer confirmed jammed|late answer: lost");
    EXPECT_TRUE(has(first, Story::Stretch::Kind::unknown));
    EXPECT_TRUE(has(first, Story::Stretch::Kind::ghost));
    const Story::Lane &second = story.lanes[1];
    EXPECT_EQ(labelsOf(second).join(u'|').toStdString(), "opened: by a person|started|won: v1 → v2");
    EXPECT_FALSE(has(second, Story::Stretch::Kind::unknown));
    ASSERT_TRUE(story.slot);
    EXPECT_EQ(story.slot->ordinal, 2);
    for (const Story::Lane &lane : story.lanes) {
        EXPECT_TRUE(std::is_sorted(lane.events.cbegin(), lane.events.cend(),
                                   [](const auto &a, const auto &b) { return a.at < b.at; }));
        for (const Story::Event &event : lane.events)
            EXPECT_LE(event.at, story.end);
    }
    EXPECT_TRUE(first.spoken().startsWith(u"Attempt 1 at inkjet: cancelled."_s))
        << first.spoken().toStdString();
}

TEST(Story, LeavesALiveAttemptOpenAndShowsItsDeadline)
{
    ConsoleDesk desk;
    const Story story = storyOf(detailOf(desk, desk.runningJob("running")));
    ASSERT_EQ(story.lanes.size(), 1);
    ASSERT_EQ(story.lanes[0].stretches.size(), 2);
    EXPECT_TRUE(story.lanes[0].stretches[1].isOpen);
    EXPECT_EQ(labelsOf(story.lanes[0]).last(), u"deadline"_s);
    EXPECT_GT(story.end, 25'000); // 30 s from its start
}

TEST(Story, TellsWhatWasAskedAndThatACancelIsOnlyAskedFor)
{
    ConsoleDesk desk;
    const qint64 job = desk.runningJob("asked");
    const qint64 attempt = desk.latestAttempt(job);
    desk.elsewhere("SELECT oncedesk.ask_provider($1)", {attempt});
    const Rows request = desk.elsewhere("SELECT request_id, token::text FROM "
                                        "oncedesk.claim_requests('printer-1', '{inkjet}', 10)");
    desk.elsewhere("SELECT * FROM oncedesk.answer_request($1, $2::uuid, 'running', NULL)",
                   {request.integer(0, 0), request.utf8(0, 1)});
    desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'wrong size', 'accepted_risk')", {attempt});
    const QStringList labels = labelsOf(storyOf(detailOf(desk, job)).lanes[0]);
    for (const QString &label :
         {u"provider asked"_s, u"answer: still running"_s, u"cancel asked"_s, u"stop asked"_s})
        EXPECT_TRUE(labels.contains(label)) << label.toStdString();
    for (const QString &label : labels)
        EXPECT_FALSE(label.startsWith(u"cancelled"_s));
}

} // namespace
} // namespace oncedesk
