// Journals and databases for a verdict: honest ones by the contract's own functions, or broken by hand.
#pragma once

#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"
#include "tests/workers/verdict.h"

#include <gtest/gtest.h>

namespace oncedesk {

class AVerdict : public ::testing::Test
{
protected:
    struct Claimed
    {
        qint64 job = 0;
        qint64 attempt = 0;
        QByteArray token;
    };

    AVerdict() { must("SELECT oncedesk.add_provider('press', 'simulated', '{}')"); }

    TestConnection::Answer must(const QByteArray &sql, const QList<Param> &params = {})
    {
        auto answer = m_sql.exec(sql, params);
        EXPECT_TRUE(answer.ok()) << answer.message.toStdString();
        return answer;
    }
    qint64 submit(const QByteArray &key, const QByteArray &policy = "{}")
    {
        const qint64 job =
            must("SELECT job_id FROM oncedesk.submit_job('drill', $1, 'print', 'press', '{}', $2)",
                 {key, policy})
                .integer();
        m_told.append({key, job});
        return job;
    }
    Claimed claim(const QByteArray &provider = "press")
    {
        const auto answer =
            must("SELECT * FROM oncedesk.claim_attempts('w', ARRAY[$1::text], 1)", {provider});
        return {answer.rows.integer(0, "job_id"), answer.rows.integer(0, "attempt_id"),
                answer.rows.utf8(0, "claim_token")};
    }
    // Executed now, as attempt `ordinal`; its number.
    int execute(const QByteArray &key, qint64 job, int ordinal, bool executed = true,
                const QByteArray &provider = "press")
    {
        JournalEntry entry;
        entry.number = int(m_journal.size()) + 1;
        entry.provider = provider;
        entry.key = "drill/" + key;
        entry.job = job;
        entry.ordinal = ordinal;
        entry.arrivedUs = ExecutionJournal::nowUs();
        entry.executed = executed;
        entry.mood = executed ? "good" : "busy";
        entry.knownAs = m_witness
                            .exec("SELECT coalesce((SELECT state FROM oncedesk.attempts"
                                  "                  WHERE job_id = $1 AND ordinal = $2), 'none')",
                                  {job, ordinal})
                            .text()
                            .toUtf8();
        m_journal.append(entry);
        return entry.number;
    }
    void finish(const Claimed &attempt, int execution)
    {
        const QByteArray result = "{\"execution\": " + QByteArray::number(execution) + '}';
        must("SELECT oncedesk.finish_attempt($1, $2, $3)", {attempt.attempt, attempt.token, result});
    }
    // What the contract refuses, by the hand of whoever may switch its guards off.
    void damage(const QByteArray &sql)
    {
        const auto guards = [this](const QByteArray &how) {
            for (const char *table : {"jobs", "attempts", "attempt_events", "races", "operator_actions"})
                must(QByteArray("ALTER TABLE oncedesk.") + table + ' ' + how + " TRIGGER USER");
        };
        guards("DISABLE");
        EXPECT_GT(must(sql).rows.affected(), 0) << sql.toStdString() << " changed nothing";
        guards("ENABLE");
    }
    void makeUnknown(const Claimed &attempt)
    {
        must("SELECT oncedesk.mark_unknown($1, $2, 'Silence.')", {attempt.attempt, attempt.token});
    }
    // One whole job, submitted, executed, finished.
    Claimed wholeJob(const QByteArray &key)
    {
        submit(key);
        const Claimed claimed = claim();
        finish(claimed, execute(key, claimed.job, 1));
        return claimed;
    }
    QList<QByteArray> broken(const Verdict::Options &options = {})
    {
        must("DROP SCHEMA IF EXISTS drill CASCADE"); // of the verdict before
        Verdict verdict(m_sql, m_journal, m_told, m_uncertified);
        QList<QByteArray> names;
        for (const auto &finding : verdict.findings(options)) {
            if (!names.contains(finding.promise))
                names.append(finding.promise);
        }
        m_counts = verdict.counts();
        return names;
    }
    using Names = QList<QByteArray>;

    TestDatabase m_database;
    TestConnection m_sql = m_database.connect();
    TestConnection m_witness = m_database.connect();
    QList<JournalEntry> m_journal;
    QList<Clientele::Told> m_told;
    QList<Verdict::Uncertified> m_uncertified;
    Verdict::Counts m_counts;
};

} // namespace oncedesk
