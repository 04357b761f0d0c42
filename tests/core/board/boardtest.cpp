#include "tests/core/board/boardtest.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;

BoardTest::BoardTest()
{
    for (const char *name : {"laser", "inkjet", "idle", "busy", "lost", "quick", "broken"})
        addProvider(name);
}

TestConnection::Answer BoardTest::write(const QByteArray &sql, const QList<Param> &params)
{
    auto answer = m_owner.exec(sql, params);
    EXPECT_TRUE(answer.ok()) << sql.toStdString() << "\n" << answer.message.toStdString();
    return answer;
}

void BoardTest::addProvider(const char *name)
{
    write("SELECT oncedesk.add_provider($1, 'simulated', '{}')", {name});
}

qint64 BoardTest::submit(const QString &owner, const QByteArray &key, const char *provider,
                         const QByteArray &params, const QByteArray &policy, const char *intent)
{
    const auto answer =
        write("SELECT job_id FROM oncedesk.submit_job($1, $2, $3, $4, $5::jsonb, $6::jsonb, 'test')",
              {owner, key, intent, provider, params, policy});
    return answer.integer();
}

BoardTest::Claimed BoardTest::claim(const char *provider)
{
    const auto answer =
        write("SELECT attempt_id, claim_token FROM oncedesk.claim_attempts('worker-1', $1::text[], 1)",
              {Param::array(QStringList{QString::fromUtf8(provider)})});
    EXPECT_EQ(answer.rows.size(), 1) << "nothing due at " << provider;
    if (answer.rows.size() != 1)
        return {};
    return {answer.integer(), answer.rows.utf8(0, 1)};
}

void BoardTest::finish(const Claimed &attempt, const QByteArray &result)
{
    write("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, $3::jsonb)",
          {attempt.attempt, attempt.token, result});
}

void BoardTest::fail(const Claimed &attempt, bool retryable)
{
    write("SELECT * FROM oncedesk.fail_attempt($1, $2::uuid, 'http_500', 'The provider said no.', $3)",
          {attempt.attempt, attempt.token, retryable});
}

void BoardTest::loseSight(const Claimed &attempt)
{
    write("SELECT oncedesk.mark_unknown($1, $2::uuid, 'The link was lost.')",
          {attempt.attempt, attempt.token});
}

void BoardTest::beat(const char *worker, const QStringList &providers)
{
    write("SELECT * FROM oncedesk.heartbeat($1, $2::text[], 0, '1.0')", {worker, Param::array(providers)});
}

qint64 BoardTest::waiting(const QString &owner, const QByteArray &key)
{
    return submit(owner, key, "idle");
}

qint64 BoardTest::running(const QString &owner, const QByteArray &key)
{
    const qint64 job = submit(owner, key, "busy");
    claim("busy");
    return job;
}

qint64 BoardTest::unknown(const QString &owner, const QByteArray &key)
{
    const qint64 job = submit(owner, key, "lost");
    loseSight(claim("lost"));
    return job;
}

qint64 BoardTest::succeeded(const QString &owner, const QByteArray &key)
{
    const qint64 job = submit(owner, key, "quick");
    finish(claim("quick"));
    return job;
}

qint64 BoardTest::stalled(const QString &owner, const QByteArray &key)
{
    const qint64 job = submit(owner, key, "broken");
    fail(claim("broken"));
    return job;
}

qint64 BoardTest::neverStarted(const QString &owner, const QByteArray &key)
{
    return submit(owner, key, "broken", "{}", R"({"start": "manual"})");
}

qint64 BoardTest::closed(const QString &owner, const QByteArray &key)
{
    const qint64 job = stalled(owner, key);
    write("SELECT * FROM oncedesk.close_job($1, (SELECT version FROM oncedesk.jobs WHERE id = $1), 'not "
          "wanted')",
          {job});
    return job;
}

BoardTest::Claimed BoardTest::hedged(const QString &owner, const QByteArray &key, const QByteArray &policy)
{
    write("SELECT oncedesk.record_certificate('inkjet', 'print.poster', '1')");
    submit(owner, key, "lost", "{}",
           R"({"mode": "hedged", "fallbacks": ["inkjet"], "hedge_after_s": 0.001)" + policy + '}');
    const Claimed first = claim("lost");
    // The second lane falls due a millisecond later.
    qint64 opened = 0;
    for (int i = 0; i < 1000 && opened == 0; ++i)
        opened = write("SELECT count(*) FROM oncedesk.open_due_hedges(10)").integer();
    EXPECT_EQ(opened, 1);
    return first;
}

qint64 BoardTest::looseEnd(const QString &owner, const QByteArray &key)
{
    const Claimed first = hedged(owner, key);
    const Claimed second = claim("inkjet");
    loseSight(first);
    finish(second);
    return write("SELECT job_id FROM oncedesk.attempts WHERE id = $1", {first.attempt}).integer();
}

Filter BoardTest::filter(const QString &text, Subject subject)
{
    auto filter = Filter::parse(text, subject);
    EXPECT_TRUE(filter.ok()) << (filter.ok() ? "" : filter.error().sentence.toStdString());
    return filter.ok() ? std::move(filter).value() : Filter(subject);
}

} // namespace oncedesk::board
