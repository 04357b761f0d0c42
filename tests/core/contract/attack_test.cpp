// The promises attacked by plain SQL, by the one whom no privilege stops: the owner of the tables, a
// superuser.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// With triggers as always, and with session_replication_role = replica, which puts ordinary triggers to rest.
class TheOwner : public ::testing::TestWithParam<const char *>
{
protected:
    void SetUp() override { desk.must(QByteArray("SET session_replication_role = ") + GetParam()); }

    // The statement is refused by the guard or constraint of that name.
    void refused(const char *guard, const QByteArray &sql, const QList<Param> &params = {})
    {
        const auto answer = desk.exec(sql, params);
        EXPECT_FALSE(answer.ok()) << sql.toStdString();
        EXPECT_EQ(answer.constraint, QLatin1String(guard)) << sql.toStdString() << '\n'
                                                           << answer.message.toStdString();
    }

    Claimed hedgedStart(const QByteArray &key)
    {
        desk.certify(desk.names().laser);
        return desk.start(
            key, {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
    }

    Desk desk;
};

INSTANTIATE_TEST_SUITE_P(WithTriggers, TheOwner, ::testing::Values("origin", "replica"),
                         [](const auto &param) { return std::string(param.param); });

TEST_P(TheOwner, CannotChangeHistory)
{
    const Claimed attempt = desk.start("poster");
    desk.markUnknown(attempt);
    desk.ask(attempt.attempt);
    desk.answer(desk.claimRequest(), u"running"_s);
    desk.cancel(attempt.attempt);
    desk.finish(attempt);
    for (const QByteArray table :
         {"attempt_events", "submissions", "races", "operator_actions", "provider_answers"}) {
        ASSERT_GT(desk.count("oncedesk." + table), 0);
        refused("guard_append_only", "UPDATE oncedesk." + table + " SET actor = 'nobody'");
        refused("guard_append_only", "UPDATE oncedesk." + table + " SET at = at");
        refused("guard_append_only", "DELETE FROM oncedesk." + table);
        refused("guard_append_only", "MERGE INTO oncedesk." + table +
                                         " AS t USING (VALUES (1)) AS v(n) ON true WHEN MATCHED THEN DELETE");
        refused("guard_no_truncate", "TRUNCATE oncedesk." + table);
        refused("guard_no_truncate", "TRUNCATE oncedesk." + table + " CASCADE");
    }
    refused("guard_append_only",
            "INSERT INTO oncedesk.races (attempt_id, job_id, outcome, version_read, version_found)"
            " VALUES ($1, 1, 'won', 1, 1) ON CONFLICT (attempt_id) DO UPDATE SET outcome = 'won'",
            {attempt.attempt});
}

TEST_P(TheOwner, CannotDeleteWhatIsKeptForEver)
{
    const Claimed attempt = desk.start("poster");
    desk.ask(attempt.attempt);
    desk.certify(desk.names().laser);
    for (const QByteArray table : {"jobs", "attempts", "providers", "certificates", "requests"}) {
        refused("guard_no_delete", "DELETE FROM oncedesk." + table);
        refused("guard_no_truncate", "TRUNCATE oncedesk." + table + " CASCADE");
    }
}

TEST_P(TheOwner, CannotStoreASecondJobForAnOwnerAndKey)
{
    desk.submit("poster");
    refused("jobs_one_per_owner_and_key",
            "INSERT INTO oncedesk.jobs (owner_id, idempotency_key, intent, provider, params, policy)"
            " VALUES ($1, 'poster', 'x', 'x', '{}', '{}')",
            {desk.names().owner});
    refused("guard_identity",
            "INSERT INTO oncedesk.jobs (owner_id, idempotency_key, intent, provider, params, policy)"
            " VALUES ($1, 'poster', 'x', 'x', '{}', '{}')"
            " ON CONFLICT (owner_id, idempotency_key) DO UPDATE SET params = EXCLUDED.params",
            {desk.names().owner});
}

TEST_P(TheOwner, CannotStoreAJobThatStartsOutDecidedOrMalformed)
{
    const auto insert = [&](const char *guard, const QByteArray &columns, const QByteArray &values) {
        refused(guard, "INSERT INTO oncedesk.jobs (" + columns + ") VALUES (" + values + ')');
    };
    const QByteArray columns = "owner_id, idempotency_key, intent, provider, params, policy";
    const QByteArray good = "'o', 'k', 'i', 'p', '{}', '{}'";
    insert("guard_new_job", columns + ", version", good + ", 2");
    insert("guard_new_job", columns + ", completed_by, completed_at, result", good + ", 1, now(), '1'");
    insert("guard_new_job", columns + ", result", good + ", '1'");
    insert("guard_new_job", columns + ", closed_at, closed_by, close_reason", good + ", now(), 'x', 'x'");
    insert("jobs_key_is_printable_ascii", columns, "'o', '', 'i', 'p', '{}', '{}'");
    insert("jobs_key_is_printable_ascii", columns, "'o', '  ', 'i', 'p', '{}', '{}'");
    insert("jobs_key_is_printable_ascii", columns, "'o', 'schlüssel', 'i', 'p', '{}', '{}'");
    insert("jobs_key_is_printable_ascii", columns, "'o', repeat('k', 256), 'i', 'p', '{}', '{}'");
    insert("jobs_identity_is_bounded", columns, "'', 'k', 'i', 'p', '{}', '{}'");
    insert("jobs_identity_is_bounded", columns, "'o', 'k', 'i', 'p', '[]', '{}'");
    insert("jobs_identity_is_bounded", columns, "'o', 'k', 'i', 'p', '{}', '1'");
}

TEST_P(TheOwner, CannotChangeAJobsIdentity)
{
    const qint64 job = desk.submit("poster").job;
    for (const QByteArray change :
         {"owner_id = 'mallory'", "idempotency_key = 'other'", "intent = 'other'", "provider = 'other'",
          "params = '{\"amount\": 451}'", "policy = '{\"timeout_s\": 1}'", "created_at = now()",
          "created_by = 'mallory'"})
        refused("guard_identity", "UPDATE oncedesk.jobs SET " + change + " WHERE id = $1", {job});
    EXPECT_FALSE(desk.exec("UPDATE oncedesk.jobs SET id = DEFAULT WHERE id = $1", {job}).ok());
}

TEST_P(TheOwner, CannotChangeAnAttemptsIdentityOrClaim)
{
    const Claimed attempt = desk.start("poster");
    const qint64 other = desk.submit("other").job;
    for (const QByteArray &change :
         {QByteArray("job_id = " + QByteArray::number(other)), QByteArray("ordinal = 2"),
          QByteArray("lane = 1"), QByteArray("provider = 'other'"), QByteArray("opened_at = now()"),
          QByteArray("opened_by = 'mallory'"), QByteArray("opened_because = 'person'"),
          QByteArray("open_reason = 'x'"), QByteArray("follows = 1")})
        refused("guard_identity", "UPDATE oncedesk.attempts SET " + change + " WHERE id = $1",
                {attempt.attempt});
    for (const QByteArray change : {"job_version = 2", "claim_token = gen_random_uuid()",
                                    "worker = 'mallory'", "started_at = now()", "claim_token = NULL"})
        refused("guard_claim_once", "UPDATE oncedesk.attempts SET " + change + " WHERE id = $1",
                {attempt.attempt});
    desk.markUnknown(attempt);
    refused("guard_unknown_once", "UPDATE oncedesk.attempts SET unknown_why = 'nothing' WHERE id = $1",
            {attempt.attempt});
    refused("guard_whole", "UPDATE oncedesk.attempts SET state = 'cancelled' WHERE id = $1",
            {attempt.attempt});
}

TEST_P(TheOwner, CannotStartAnAttemptHalfway)
{
    const qint64 job = desk.submit("poster", {.policy = R"({"start": "manual"})"}).job;
    const auto insert = [&](const QByteArray &columns, const QByteArray &values) {
        refused("guard_starts_pending",
                "INSERT INTO oncedesk.attempts (job_id, ordinal, provider, " + columns +
                    ") VALUES ($1, 1, 'p', " + values + ')',
                {job});
    };
    insert("state", "'started'");
    insert("state", "'unknown'");
    insert("state, ended_at", "'cancelled', now()");
    insert("state", "'nonsense'");
    insert("claim_token", "gen_random_uuid()");
    insert("started_at", "now()");
    insert("cancel_requested_at", "now()");
    insert("lane", "2");
    insert("lane", "-1");
    insert("opened_because", "'whim'");
}

TEST_P(TheOwner, CannotOpenASecondLiveAttempt)
{
    const QByteArray insert =
        "INSERT INTO oncedesk.attempts (job_id, ordinal, lane, provider, opened_because)"
        " VALUES ($1, $2, $3, 'p', 'person')";
    const Claimed attempt = desk.start("poster");
    refused("attempts_one_live_per_lane", insert, {attempt.job, 2, 0});
    desk.markUnknown(attempt);
    refused("attempts_one_live_per_lane", insert, {attempt.job, 2, 0});
    refused("guard_new_attempt", insert, {attempt.job, 2, 1}); // the job is not hedged
    const qint64 waiting = desk.submit("waiting").job;
    refused("attempts_one_live_per_lane", insert, {waiting, 2, 0});
    // What would stand in the way is moved out of it neither by its number nor by its lane.
    refused("guard_new_attempt", insert, {attempt.job, 7, 0});
    refused("guard_new_attempt", insert, {attempt.job, 1, 0});
    refused("guard_identity", "UPDATE oncedesk.attempts SET lane = 1 WHERE id = $1", {attempt.attempt});
    refused("guard_new_attempt", insert, {qint64(9'000'000'000), 1, 0}); // no such job
}

TEST_P(TheOwner, CannotOpenALaneThatPromiseFourForbids)
{
    const QByteArray insert =
        "INSERT INTO oncedesk.attempts (job_id, ordinal, lane, provider, opened_because)"
        " VALUES ($1, $2, $3, 'p', 'hedge')";
    const Claimed unknown = hedgedStart("unknown");
    desk.markUnknown(unknown);
    refused("guard_new_attempt", insert, {unknown.job, 2, 1}); // an unknown lane blocks

    const Claimed first = hedgedStart("poster");
    desk.open(first.job, desk.names().laser);
    refused("attempts_one_live_per_lane", insert, {first.job, 3, 1});
    desk.fail(first);
    refused("guard_new_attempt", insert, {first.job, 3, 0}); // the second lane is live
    desk.finish(desk.claim(desk.names().laser));
    refused("guard_new_attempt", insert, {first.job, 3, 0}); // the job has ended
    refused("guard_new_attempt", insert, {first.job, 3, 1});
}

TEST_P(TheOwner, CannotOpenAnAttemptOfAJobThatHasEnded)
{
    const qint64 closed = desk.submit("closed", {.policy = R"({"start": "manual"})"}).job;
    desk.close(closed, 1);
    for (const char *because : {"submit", "person", "retry"}) {
        refused("guard_new_attempt",
                "INSERT INTO oncedesk.attempts (job_id, ordinal, provider, opened_because) VALUES ($1, 1, "
                "'p', $2)",
                {closed, QByteArray(because)});
    }
}

TEST_P(TheOwner, CannotOpenAnAttemptBesideTheClosingOfItsJob)
{
    const qint64 job = desk.submit("manual", {.policy = R"({"start": "manual"})"}).job;
    Caller other = desk.another();
    other.begin();
    other.must("INSERT INTO oncedesk.attempts (job_id, ordinal, provider) VALUES ($1, 1, 'p')", {job});
    desk.must("SET lock_timeout = '50ms'");
    EXPECT_EQ(desk.exec("SELECT oncedesk.close_job($1, 1, 'x')", {job}).sqlState, u"55P03"_s);
    other.commit();
    desk.must("RESET lock_timeout");
    EXPECT_EQ(desk.close(job, 1).refusal, u"attempt_open"_s);
}

TEST_P(TheOwner, CannotWriteTheResultSlotTwice)
{
    const Claimed attempt = desk.start("poster");
    desk.finish(attempt, R"("first")");
    const Claimed other = desk.start("other");
    for (const QByteArray change : {"result = '\"second\"'", "result = NULL, result_bytes = 'x'",
                                    "completed_at = now()", "result_bytes = 'x'"})
        refused("guard_result_slot", "UPDATE oncedesk.jobs SET " + change + " WHERE id = $1", {attempt.job});
    refused("guard_result_slot",
            "UPDATE oncedesk.jobs SET completed_by = $2, version = version + 1 WHERE id = $1",
            {attempt.job, other.attempt});
    refused("guard_result_slot",
            "UPDATE oncedesk.jobs SET completed_by = NULL, completed_at = NULL, result = NULL, version = "
            "version + 1 WHERE id = $1",
            {attempt.job});
    refused("guard_version",
            "UPDATE oncedesk.jobs SET completed_by = NULL, completed_at = NULL, result = NULL WHERE id = $1",
            {attempt.job});
    refused("guard_result_slot",
            "UPDATE oncedesk.jobs SET closed_at = now(), closed_by = 'x', close_reason = 'x', version = "
            "version + 1 WHERE id = $1",
            {attempt.job});
}

TEST_P(TheOwner, CannotGiveTheSlotToAnAttemptThatMayNotHaveIt)
{
    const QByteArray take =
        "UPDATE oncedesk.jobs SET completed_by = $2, completed_at = clock_timestamp(), result = '1',"
        " version = version + 1 WHERE id = $1";
    const Claimed attempt = desk.start("poster");
    const Claimed foreign = desk.start("foreign", {.provider = desk.names().laser});
    refused("guard_winner", take, {attempt.job, foreign.attempt});
    refused("guard_winner", take, {attempt.job, qint64(9'000'000'000)});

    const qint64 waiting = desk.submit("waiting", {.provider = desk.names().plotter}).job;
    refused(
        "guard_winner", take,
        {waiting, desk.must("SELECT id FROM oncedesk.attempts WHERE job_id = $1", {waiting}).integer(0, 0)});

    const Claimed cancelled = desk.start("cancelled");
    desk.markUnknown(cancelled);
    desk.cancel(cancelled.attempt);
    refused("guard_winner", take, {cancelled.job, cancelled.attempt});
    const Claimed failed = desk.start("failed");
    desk.fail(failed);
    refused("guard_winner", take, {failed.job, failed.attempt});

    desk.must("UPDATE oncedesk.jobs SET version = version + 1 WHERE id = $1", {attempt.job});
    refused("guard_winner", take, {attempt.job, attempt.attempt}); // it read an older version
    EXPECT_EQ(desk.status(attempt.job), u"running"_s);
}

TEST_P(TheOwner, CannotLetAnAttemptSucceedWithoutTheSlot)
{
    const Claimed started = desk.start("started");
    refused("guard_success",
            "UPDATE oncedesk.attempts SET state = 'succeeded', ended_at = now() WHERE id = $1",
            {started.attempt});
    const Claimed unknown = desk.start("unknown");
    desk.markUnknown(unknown);
    refused("guard_success",
            "UPDATE oncedesk.attempts SET state = 'succeeded', ended_at = now() WHERE id = $1",
            {unknown.attempt});

    // Nor out of a trigger.
    desk.must("CREATE TEMP TABLE lever (id bigint)");
    desk.must("CREATE FUNCTION pg_temp.pull() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE "
              "oncedesk.attempts "
              "SET state = 'succeeded', ended_at = now() WHERE id = NEW.id; RETURN NEW; END $$");
    desk.must("CREATE TRIGGER pull AFTER INSERT ON lever FOR EACH ROW EXECUTE FUNCTION pg_temp.pull()");
    desk.must("ALTER TABLE lever ENABLE ALWAYS TRIGGER pull");
    refused("guard_success", "INSERT INTO lever VALUES ($1)", {started.attempt});

    // With the slot, slot, attempt and race log move together.
    desk.must("UPDATE oncedesk.jobs SET completed_by = $2, completed_at = clock_timestamp(), result = '1', "
              "version = version + 1"
              " WHERE id = $1",
              {started.job, started.attempt});
    EXPECT_EQ(desk.state(started.attempt), u"succeeded"_s);
    EXPECT_EQ(desk.count("oncedesk.races WHERE attempt_id = $1 AND outcome = 'won' AND version_read = 1",
                         {started.attempt}),
              1);
}

TEST_P(TheOwner, CannotWriteAHalfResult)
{
    const Claimed attempt = desk.start("poster");
    const auto update = [&](const char *guard, const QByteArray &change) {
        refused(guard,
                "UPDATE oncedesk.jobs SET " + change + " WHERE id = " + QByteArray::number(attempt.job));
    };
    const QByteArray by = "completed_by = " + QByteArray::number(attempt.attempt);
    update("guard_result_slot", "result = '1'");
    update("guard_result_slot", "completed_at = now()");
    update("guard_result_slot", by + ", completed_at = now(), version = version + 1");
    update("guard_result_slot", by + ", result = '1', version = version + 1");
    update("guard_result_slot",
           by + ", completed_at = now(), result = '1', result_bytes = 'x', version = version + 1");
    update("guard_version", by + ", completed_at = now(), result = '1'");
}

TEST_P(TheOwner, CannotMoveTheVersionButByOne)
{
    const qint64 job = desk.submit("poster").job;
    for (const QByteArray version : {"version + 2", "version - 1", "0", "1000000"})
        refused("guard_version", "UPDATE oncedesk.jobs SET version = " + version + " WHERE id = $1", {job});
}

TEST_P(TheOwner, CannotCloseAJobBesideALiveAttemptOrReopenIt)
{
    const QByteArray close =
        "UPDATE oncedesk.jobs SET closed_at = now(), closed_by = 'x', close_reason = 'x',"
        " version = version + 1 WHERE id = $1";
    const qint64 waiting = desk.submit("waiting", {.provider = desk.names().plotter}).job;
    refused("guard_closing", close, {waiting});
    const Claimed attempt = desk.start("poster");
    refused("guard_closing", close, {attempt.job});
    desk.markUnknown(attempt);
    refused("guard_closing", close, {attempt.job});
    desk.cancel(attempt.attempt);
    refused("guard_closed", "UPDATE oncedesk.jobs SET closed_at = now(), version = version + 1 WHERE id = $1",
            {attempt.job});
    refused("guard_version",
            "UPDATE oncedesk.jobs SET closed_at = now(), closed_by = 'x', close_reason = 'x' WHERE id = $1",
            {attempt.job});
    desk.must(close, {attempt.job});
    for (const QByteArray change :
         {"closed_at = NULL, closed_by = NULL, close_reason = NULL, version = version + 1",
          "close_reason = 'another'", "closed_by = 'mallory'",
          "closed_at = now() + '1 day', version = version + 1"})
        refused("guard_closed", "UPDATE oncedesk.jobs SET " + change + " WHERE id = $1", {attempt.job});
}

} // namespace
} // namespace oncedesk
