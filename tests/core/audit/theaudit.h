// An honest history of each kind of story, and what the audit says of it once it was damaged.
#pragma once

#include "core/audit/audit.h"

#include "core/db/database.h"
#include "core/db/migrator.h"
#include "core/db/schemasource.h"
#include "core/db/sqltext.h"
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

// A job of each kind of story, by the contract's own functions. Tickets: 1 succeeded; 2 cancelled, came too
// late, started again by a person; 3 failed over; 4 hedged; 5 failed and closed, then it reported a result; 6
// unknown, and asked about; 7 and 8 started, one to be cancelled; 9 waiting; 10 waits for a person; 11 failed
// over past a fallback that is not certified; 12 tried again.
inline constexpr auto honestHistory = R"sql(
SET search_path = oncedesk;
SELECT add_provider('inkjet', 'simulated'), add_provider('laser', 'simulated'), add_provider('plotter', 'simulated'),
       set_provider('laser', '{"steps": [{"outcome": "succeeded", "result": {"reference": "LAS-00000042", "sheets": 7}}]}'),
       record_certificate('laser', 'print.poster', '1');
CREATE FUNCTION pg_temp.made(policy jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT s.job_id FROM oncedesk.submit_job('alice', gen_random_uuid()::text, 'print.poster', 'inkjet', '{"amount": 1}', policy) AS s
$$;
CREATE FUNCTION pg_temp.claimed(provider text DEFAULT 'inkjet') RETURNS TABLE (id bigint, token uuid) LANGUAGE sql AS $$
    SELECT c.attempt_id, c.claim_token FROM oncedesk.claim_attempts('printer-1', ARRAY[provider], 1) AS c
$$;
DO $$
DECLARE
    a record;
    b record;
    q record;
    late constant jsonb := '{"reference": "LAS-00000042", "sheets": 7}';
BEGIN
    PERFORM submit_job('alice', 'order-1', 'print.poster', 'inkjet', '{"amount": 1}') FROM generate_series(1, 2);
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM finish_attempt(a.id, a.token, late);

    PERFORM pg_temp.made();
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM mark_unknown(a.id, a.token, 'link lost'), cancel_attempt(a.id, 'paper jam', 'accepted_risk'),
            open_attempt(2, NULL, 'again'), finish_attempt(a.id, a.token, late);
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM finish_attempt(a.id, a.token, 'true');

    PERFORM pg_temp.made('{"fallbacks": ["laser"]}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM fail_attempt(a.id, a.token, 'http_503', 'Out of ink.', true);
    SELECT * INTO a FROM pg_temp.claimed('laser');
    PERFORM finish_attempt(a.id, a.token, '{}');

    PERFORM pg_temp.made('{"mode": "hedged", "hedge_after_s": 0.001, "timeout_s": 600, "fallbacks": ["laser"]}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM pg_sleep(0.01);
    PERFORM open_due_hedges();
    SELECT * INTO b FROM pg_temp.claimed('laser');
    PERFORM finish_attempt(b.id, b.token, '{"by": "laser"}'), finish_attempt_bytes(a.id, a.token, 'by inkjet');

    PERFORM pg_temp.made();
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM fail_attempt(a.id, a.token, 'http_422', 'No bleed margin.', false), close_job(5, 1, 'refunded'),
            finish_attempt(a.id, a.token, 'false');

    PERFORM pg_temp.made();
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM mark_unknown(a.id, a.token, 'link lost'), ask_provider(a.id);
    SELECT * INTO q FROM claim_requests('printer-1', ARRAY['inkjet'], 1);
    PERFORM answer_request(q.request_id, q.token, 'running', late);

    PERFORM pg_temp.made('{"timeout_s": 600}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM cancel_attempt(a.id, 'paper jam', 'accepted_risk');
    PERFORM pg_temp.made('{"timeout_s": 600}');
    PERFORM pg_temp.claimed();
    PERFORM pg_temp.made();
    PERFORM pg_temp.made('{"start": "manual"}');
    PERFORM submit_job('alice', 'order-1', 'print.poster', 'inkjet', '{"amount": 2}');

    -- Ticket 9 waits at the inkjet, too, and is to go on waiting.
    UPDATE attempts SET not_before = clock_timestamp() + interval '1 hour' WHERE job_id = 9;
    PERFORM pg_temp.made('{"fallbacks": ["plotter", "laser"]}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM fail_attempt(a.id, a.token, 'http_503', 'Out of ink.', true);
    SELECT * INTO a FROM pg_temp.claimed('laser');
    PERFORM finish_attempt(a.id, a.token, '{}');
    PERFORM pg_temp.made('{"retry_backoff_s": 0}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM fail_attempt(a.id, a.token, 'http_503', 'Out of ink.', true);
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM finish_attempt(a.id, a.token, '{}');
END $$;
)sql";

class TheAudit : public ::testing::Test
{
protected:
    void run(const QByteArray &sql)
    {
        const auto answer = m_sql.exec(sql);
        ASSERT_TRUE(answer.ok()) << sql.toStdString() << '\n' << answer.message.toStdString();
    }
    // "check: finding" each.
    QStringList findings(const QString &role = {})
    {
        Database database(role.isEmpty() ? m_database.settings() : m_database.settingsAs(role));
        const auto results =
            database.run([](Session &session) { return audit(session, 5, [](int) { return true; }); })
                .takeResult();
        QStringList found;
        if (!results)
            return {results.error().sentence};
        for (const AuditResult &result : *results) {
            for (const QString &finding : result.findings)
                found += QString::fromLatin1(result.check.name) + u": "_s + finding;
        }
        return found;
    }
    // The same, inside this connection's transaction.
    QStringList findingsHere()
    {
        QStringList found;
        run("SET LOCAL search_path = pg_catalog");
        for (const AuditCheck &check : auditChecks()) {
            QList<Param> params{100};
            if (check.name == "functions_stand")
                params += Param::array(SchemaSource::builtIn().functionTexts());
            const auto answer = m_sql.exec(sqlText("audit/" + check.name), params);
            if (!answer.ok())
                ADD_FAILURE() << check.name.toStdString() << ": " << answer.message.toStdString();
            for (int row = 0; row < answer.rows.size(); ++row)
                found += QString::fromLatin1(check.name) + u": "_s + answer.rows.text(row, "finding");
        }
        return found;
    }
    // As the owner with the guards switched off, and on again behind it.
    void damage(const QByteArray &sql)
    {
        const auto triggers = [](const char *how) -> QByteArray {
            return QByteArray(
                       "DO $$ DECLARE t record; BEGIN FOR t IN SELECT tgrelid::regclass AS place, tgname"
                       " FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND"
                       " c.relnamespace = 'oncedesk'::regnamespace LOOP EXECUTE format('ALTER TABLE %s ") +
                   how + " TRIGGER %I', t.place, t.tgname); END LOOP; END $$";
        };
        run(triggers("DISABLE"));
        const auto done = m_sql.exec(sql);
        ASSERT_TRUE(done.ok()) << sql.toStdString() << '\n' << done.message.toStdString();
        EXPECT_GT(done.rows.affected(), 0) << sql.toStdString() << "\nchanged nothing";
        run(triggers("ENABLE ALWAYS"));
    }
    struct Damage
    {
        QString check;
        QByteArray sql;
        QString said = {}; // part of the finding
    };
    void expectFound(const QList<Damage> &damages)
    {
        run(honestHistory);
        for (const auto &[check, sql, said] : damages) {
            run("BEGIN");
            damage(sql);
            const QStringList found = findingsHere();
            const QStringList named = found.filter(check + u": "_s);
            EXPECT_TRUE(!named.isEmpty() && named.join(u'\n').contains(said))
                << sql.toStdString() << "\nwas seen only by:\n"
                << found.join(u'\n').toStdString();
            run("ROLLBACK");
        }
        EXPECT_EQ(findings(), QStringList());
    }

    TestDatabase m_database;
    TestConnection m_sql{m_database.settings()};
};

} // namespace oncedesk
