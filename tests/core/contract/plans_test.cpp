// What the hot functions cost must not depend on when a session planned them.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

TEST(SetsOfASessionThatPlannedThemOnAnEmptyDesk, TouchAFewRowsForEachAttempt)
{
    constexpr int attempts = 2000; // quadratic work would touch millions of rows
    TestDatabase database;
    Desk desk(database);
    for (const char *table : {"jobs", "attempts"})
        desk.must("ALTER TABLE oncedesk." + QByteArray(table) + " SET (autovacuum_enabled = off)");
    desk.must("VACUUM ANALYZE oncedesk.jobs, oncedesk.attempts"); // the statistics say: nothing there
    const auto allOfThem = [&](int count) {
        const QByteArray take = "SELECT count(*), coalesce(array_agg(attempt_id), '{}')::text, "
                                "coalesce(array_agg(claim_token), '{}')::text FROM "
                                "oncedesk.claim_attempts('one', ARRAY[$1], $2::int)";
        const auto taken = desk.exec(take, {desk.names().inkjet, count});
        ASSERT_TRUE(taken.ok()) << taken.message.toStdString();
        ASSERT_EQ(taken.integer(), count);
        const auto finished =
            desk.exec("SELECT count(*) FROM oncedesk.finish_attempts($1::bigint[], $2::uuid[], "
                      "array_fill('{}'::jsonb, ARRAY[$3::int]))",
                      {taken.rows.text(0, 1), taken.rows.text(0, 2), count});
        ASSERT_TRUE(finished.ok()) << finished.message.toStdString();
        ASSERT_EQ(finished.integer(), count);
        desk.must("SELECT oncedesk.sweep_overdue(), oncedesk.open_due_hedges()");
    };
    allOfThem(0); // plans them
    const auto touched = [&] {
        return desk
            .exec("SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables WHERE "
                  "schemaname = 'oncedesk'")
            .integer();
    };
    desk.must("SELECT oncedesk.submit_job($1, 'job ' || n, 'print.poster', $2, '{}') FROM generate_series(1, "
              "$3::int) AS n",
              {desk.names().owner, desk.names().inkjet, attempts});
    desk.begin();
    const qint64 before = touched();
    allOfThem(attempts);
    EXPECT_LT(touched() - before, 20 * attempts);
    desk.commit();
}

} // namespace
} // namespace oncedesk
