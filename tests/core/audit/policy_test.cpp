// What went to another provider by itself, past the policy or on a certificate that was worth nothing then,
// is named.
#include "tests/core/audit/theaudit.h"

namespace oncedesk {

namespace {

// Each of these certificates was good for what there was before that time.
QList<QByteArray> changesBehindACertificate(const QByteArray &ago)
{
    const QByteArray earned = "UPDATE oncedesk.certificates SET issued_at = issued_at - interval '3 hours'";
    const QByteArray told = " INSERT INTO oncedesk.operator_actions (action, outcome, at, detail)"
                            " SELECT what, 'done', clock_timestamp() - interval '" +
                            ago + "', detail FROM (VALUES ";
    return {"WITH c AS (" + earned + ")" + told +
                R"(('set_provider', '{"provider": "laser", "from": {}, "to": {"ask": "running"}}'::jsonb)))"
                " AS v (what, detail)",
            "WITH c AS (" + earned + ", model = 'm-1')" + told +
                R"(('note_model', '{"provider": "laser", "model": "m-2", "was": "m-1"}'::jsonb)))"
                " AS v (what, detail)",
            "WITH s AS (INSERT INTO oncedesk.suites (intent, version, body, calls, saved_at)"
            "   SELECT 'print.poster', v, '{}', 1, clock_timestamp() - interval '" +
                ago +
                "' FROM generate_series(1, 2) v),"
                " r AS (INSERT INTO oncedesk.certification_runs (provider, intent, suite_version, calls)"
                "   VALUES ('laser', 'print.poster', 1, 1) RETURNING id) " +
                earned + ", run_id = (SELECT id FROM r)"};
}

} // namespace

TEST_F(TheAudit, FindsWhatWasOpenedByItselfAgainstThePolicy)
{
    const auto kept = u"next_attempts_kept_to_the_policy"_s;
    expectFound({
        {kept, "DELETE FROM oncedesk.attempt_events WHERE event = 'fallback_passed_over'",
         u"(failover) went to laser, and nothing tells why not to its fallback plotter."_s},
        {kept, "UPDATE oncedesk.jobs SET policy = '{\"fallbacks\": [\"laser\"]}' WHERE id = 12",
         u"(retry) went to inkjet, and nothing tells why not to its fallback laser."_s},
        {kept,
         "UPDATE oncedesk.jobs SET policy = policy || '{\"fallbacks\": [\"plotter\", \"laser\"]}' WHERE id = "
         "4",
         u"(hedge) went to laser, and nothing tells why not to its fallback plotter."_s},
        {kept, "UPDATE oncedesk.attempts SET provider = 'laser' WHERE job_id = 12 AND ordinal = 2",
         u"(retry) went to laser, and attempt 15 had failed at inkjet."_s},
        {kept, "UPDATE oncedesk.attempts SET retryable = false WHERE job_id = 12 AND ordinal = 1",
         u"(retry) followed attempt 15, whose failure was not to be tried again."_s},
        {kept,
         "UPDATE oncedesk.attempts SET ended_at = ended_at + interval '1 s' WHERE job_id = 3 AND ordinal = 1",
         u"attempt 5 (failover) was opened before attempt 4 had failed."_s},
        {kept, "UPDATE oncedesk.attempts SET provider = 'laser' WHERE job_id = 3 AND ordinal = 1",
         u"(failover) went to laser, which the ticket had used already."_s},
        {kept, "UPDATE oncedesk.attempts SET provider = 'laser' WHERE id = 1",
         u"Ticket #1: attempt 1 is number 1, at laser, and says that the submission for inkjet opened it."_s},
        {kept, "UPDATE oncedesk.attempts SET opened_because = 'submit', follows = NULL WHERE id = 5",
         u"Ticket #3: attempt 5 is number 2"_s},
        {u"failovers_were_certified"_s,
         "UPDATE oncedesk.attempts SET provider = 'plotter' WHERE job_id = 12 AND ordinal = 2",
         u"(retry) was opened at plotter, which is no fallback of the ticket, and was not certified"_s},
    });
}

TEST_F(TheAudit, FindsFailoversOnACertificateThatWasStale)
{
    QList<Damage> damages;
    const auto changes = changesBehindACertificate("2 hours");
    for (const QByteArray &sql : changes)
        damages.append(
            {u"failovers_were_certified"_s, sql, u"laser, which was not certified for print.poster then."_s});
    expectFound(damages);
}

TEST_F(TheAudit, FindsNothingInFailoversOnACertificateThatHadBecomeStaleJustBefore)
{
    run(honestHistory);
    const auto changes = changesBehindACertificate("10 minutes");
    for (const QByteArray &sql : changes) {
        run("BEGIN");
        damage(sql);
        EXPECT_EQ(findingsHere(), QStringList()) << sql.toStdString();
        run("ROLLBACK");
    }
}

TEST_F(TheAudit, FindsNothingInFailoversAtSettingsThatHadBeenRestored)
{
    run(honestHistory);
    damage(
        "WITH c AS (UPDATE oncedesk.certificates SET issued_at = issued_at - interval '5 hours')"
        " INSERT INTO oncedesk.operator_actions (action, outcome, at, detail)"
        " SELECT 'set_provider', 'done', clock_timestamp() - hours * interval '1 hour', jsonb_build_object("
        "   'provider', 'laser', 'to', CASE hours WHEN 2 THEN p.settings ELSE '{\"ask\": \"running\"}' END)"
        "   FROM oncedesk.providers p CROSS JOIN unnest(ARRAY[3, 2]) AS hours WHERE p.name = 'laser'");
    EXPECT_EQ(findings(), QStringList());
}

} // namespace oncedesk
