// The stories hold on a sound database, fail on a sabotaged one, and leave nothing open.
#include "core/scenarios/scenario.h"

#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QStringList everyRole{u"oncedesk_viewer"_s, u"oncedesk_operator"_s, u"oncedesk_submitter"_s,
                            u"oncedesk_worker"_s, u"oncedesk_admin"_s};

std::string told(const lab::Played &played)
{
    QStringList lines{played.trouble};
    for (const lab::Beat &beat : played.beats)
        lines +=
            u"%1 %2: %3"_s.arg(beat.at.count()).arg(beat.holds ? beat.from : u"DOES NOT HOLD"_s, beat.text);
    return lines.join(u'\n').toStdString();
}

class EachScenario : public ::testing::TestWithParam<int>
{
};

TEST_P(EachScenario, HoldsForALoginOfAllRolesAndLeavesNothingOpen)
{
    TestDatabase database;
    const lab::Scenario &scenario = lab::scenarios().at(GetParam());
    const auto played = lab::play(scenario, database.settingsAs(everyRole), {});
    ASSERT_TRUE(played.ok()) << played.error().sentence.toStdString();
    EXPECT_TRUE(played->holds()) << told(*played);
    EXPECT_GE(played->checks, 3);
    TestConnection sql = database.connect();
    EXPECT_EQ(
        sql.exec("SELECT count(*) FROM oncedesk.attempts WHERE state IN ('pending', 'started', 'unknown')")
            .integer(),
        0);
    EXPECT_EQ(sql.exec("SELECT count(*) FROM oncedesk.jobs WHERE completed_by IS NULL AND closed_at IS NULL")
                  .integer(),
              0);
    EXPECT_EQ(sql.exec("SELECT count(*) FROM oncedesk.jobs WHERE owner_id NOT IN ('lab', 'lab-neighbour')")
                  .integer(),
              0);
}

std::string nameOf(const ::testing::TestParamInfo<int> &story)
{
    return QString(lab::scenarios().at(story.param).name).replace(u'-', u'_').toStdString();
}

INSTANTIATE_TEST_SUITE_P(Lab, EachScenario, ::testing::Range(0, int(lab::scenarios().size())), nameOf);

TEST(ASabotagedContract, FailsTheAssertionOfTheDoubleClick)
{
    TestDatabase database;
    TestConnection sql = database.connect();
    ASSERT_TRUE(sql.exec("ALTER TABLE oncedesk.jobs DROP CONSTRAINT jobs_one_per_owner_and_key").ok());
    ASSERT_TRUE(sql.exec(R"(
        CREATE OR REPLACE FUNCTION oncedesk.submit_job(
            owner_id text, idempotency_key text, intent text, provider text, params jsonb, policy jsonb DEFAULT '{}',
            client text DEFAULT NULL)
        RETURNS TABLE (outcome text, job_id bigint, conflicts_with bigint, differs text[])
        LANGUAGE sql SECURITY DEFINER AS $$
            WITH job AS (
                INSERT INTO oncedesk.jobs AS j (owner_id, idempotency_key, intent, provider, params, policy)
                VALUES ($1, $2, $3, $4, $5, $6) RETURNING j.id
            ), attempt AS (
                INSERT INTO oncedesk.attempts (job_id, ordinal, provider) SELECT id, 1, $4 FROM job
            )
            SELECT 'created', id, NULL::bigint, NULL::text[] FROM job $$)")
                    .ok());
    const auto played = lab::play(*lab::scenario(u"double-click"_s), database.settings(), {});
    ASSERT_TRUE(played.ok()) << played.error().sentence.toStdString();
    EXPECT_FALSE(played->holds());
    EXPECT_GE(played->failed, 2) << told(*played); // two tickets, both created
}

TEST(TheLab, NamesTheRolesThatALoginLacks)
{
    TestDatabase database;
    const auto played = lab::play(lab::scenarios().first(),
                                  database.settingsAs({u"oncedesk_viewer"_s, u"oncedesk_submitter"_s}), {});
    ASSERT_FALSE(played.ok());
    EXPECT_EQ(played.error().kind, ErrorKind::forbidden);
    EXPECT_TRUE(
        played.error().sentence.endsWith(u"lacks: oncedesk_operator, oncedesk_worker, oncedesk_admin."_s))
        << qPrintable(played.error().sentence);
    EXPECT_EQ(database.connect().exec("SELECT count(*) FROM oncedesk.providers").integer(), 0);
}

TEST(TheLab, PlaysOneStoryAtATimeInADatabase)
{
    TestDatabase database;
    TestConnection other = database.connect();
    ASSERT_EQ(other.exec("SELECT pg_try_advisory_lock(hashtext('oncedesk.lab'))").text(), u"t"_s);
    const auto played = lab::play(lab::scenarios().first(), database.settings(), {});
    ASSERT_FALSE(played.ok());
    EXPECT_EQ(played.error().kind, ErrorKind::refused);
}

TEST(TheLab, ClosesWhatAStoryThatWasBrokenOffLeftOpen)
{
    TestDatabase database;
    int beats = 0;
    const auto played =
        lab::play(*lab::scenario(u"dead-worker"_s), database.settings(),
                  {.see = [&](const lab::Beat &) { ++beats; }, .hasLeft = [&] { return beats > 4; }});
    ASSERT_TRUE(played.ok());
    EXPECT_EQ(played->trouble, u"It was broken off."_s);
    TestConnection sql = database.connect();
    EXPECT_EQ(sql.exec("SELECT count(*) FROM oncedesk.jobs WHERE closed_at IS NULL").integer(), 0);

    ASSERT_TRUE(sql.exec("SELECT oncedesk.submit_job('lab', 'left', 'lab.print', 'lab-inkjet', '{}')").ok());
    const auto closed = lab::cleanUp(database.settings());
    ASSERT_TRUE(closed.ok()) << closed.error().sentence.toStdString();
    EXPECT_EQ(*closed, 1);
    EXPECT_EQ(sql.exec("SELECT count(*) FROM oncedesk.providers WHERE enabled").integer(), 0);
    EXPECT_EQ(*lab::cleanUp(database.settings()), 0);
}

} // namespace
} // namespace oncedesk
