#include "core/board/attention.h"

#include "core/board/counts.h"
#include "core/board/providers.h"
#include "tests/core/board/boardtest.h"

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;
using Kind = AttentionItem::Kind;

const QStringList everyProvider{u"laser"_s, u"inkjet"_s, u"idle"_s,  u"busy"_s,
                                u"lost"_s,  u"quick"_s,  u"broken"_s};

class WhatNeedsAttention : public BoardTest
{
protected:
    QList<AttentionItem> read(Kind kind)
    {
        QList<AttentionItem> result;
        for (const AttentionItem &item : take(attention(m_session)).items) {
            if (item.kind == kind)
                result += item;
        }
        return result;
    }
};

TEST_F(WhatNeedsAttention, IsNothingWhileAllIsWell)
{
    beat("worker-1", everyProvider);
    waiting(u"a"_s, "1");
    running(u"a"_s, "2");
    succeeded(u"a"_s, "3");
    closed(u"a"_s, "4");
    EXPECT_TRUE(take(attention(m_session)).items.isEmpty());
    EXPECT_EQ(take(attentionCounts(m_session)).total(), 0);
}

TEST_F(WhatNeedsAttention, ComesInItsOrder)
{
    beat("worker-1", everyProvider);
    const qint64 loose = looseEnd(u"a"_s, "loose");
    const qint64 firstStalled = stalled(u"a"_s, "stalled");
    const qint64 firstUnknown = unknown(u"a"_s, "u1");
    const qint64 manual = neverStarted(u"a"_s, "manual");
    const qint64 secondUnknown = unknown(u"a"_s, "u2");
    addProvider("nobody");
    const qint64 unserved = submit(u"a"_s, "unserved", "nobody");

    const Attention all = take(attention(m_session));
    QList<qint64> jobs;
    for (const AttentionItem &item : all.items)
        jobs += item.job.value();
    EXPECT_EQ(jobs, (QList{firstUnknown, secondUnknown, firstStalled, manual, unserved, loose}));
    EXPECT_FALSE(all.isCut);
    ASSERT_EQ(all.items.size(), 6);
    EXPECT_EQ(all.items[0].kind, Kind::unknown);
    EXPECT_EQ(all.items[0].why, u"The link was lost."_s);
    EXPECT_EQ(all.items[0].provider, u"lost"_s);
    EXPECT_EQ(all.items[0].worker, u"worker-1"_s);
    EXPECT_EQ(all.items[0].state, AttemptState::unknown);
    EXPECT_TRUE(all.items[0].since.happened() && all.items[0].deadlineAt.happened());
    EXPECT_EQ(all.items[2].kind, Kind::stalled);
    EXPECT_EQ(all.items[2].why, u"The provider said no."_s);
    EXPECT_EQ(all.items[2].ordinal, 1);
    EXPECT_EQ(all.items[3].kind, Kind::stalled);
    EXPECT_FALSE(all.items[3].attempt.has_value());
    EXPECT_EQ(all.items[3].provider, u"broken"_s);
    EXPECT_EQ(all.items[4].kind, Kind::unserved);
    EXPECT_EQ(all.items[4].why, u"no_live_worker"_s);
    EXPECT_EQ(all.items[5].kind, Kind::looseEnd);

    const AttentionCounts counts = take(attentionCounts(m_session));
    EXPECT_EQ(counts.unknown, 2);
    EXPECT_EQ(counts.stalled, 2);
    EXPECT_EQ(counts.unserved, 1);
    EXPECT_EQ(counts.looseEnds, 1);
    EXPECT_EQ(counts.total(), 6);
}

TEST_F(WhatNeedsAttention, FindsAttemptsThatNoLiveWorkerServes)
{
    beat("worker-1", everyProvider);
    const qint64 pending = waiting(u"a"_s, "pending");
    const qint64 started = running(u"a"_s, "started");
    EXPECT_TRUE(read(Kind::unserved).isEmpty());

    write("UPDATE oncedesk.workers SET last_heartbeat = clock_timestamp() - interval '1 min'");
    auto found = read(Kind::unserved);
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].job, JobId(pending));
    EXPECT_EQ(found[0].why, u"no_live_worker"_s);
    EXPECT_EQ(found[1].job, JobId(started));
    EXPECT_EQ(found[1].why, u"worker_silent"_s);
    EXPECT_EQ(take(attentionCounts(m_session)).unserved, 2);

    // Another worker takes the waiting ones; a disabled provider is served by nobody.
    beat("worker-2", everyProvider);
    EXPECT_EQ(read(Kind::unserved).size(), 1);
    write("SELECT oncedesk.enable_provider('idle', false)");
    found = read(Kind::unserved);
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].why, u"provider_disabled"_s);
}

TEST_F(WhatNeedsAttention, LeavesAnAttemptAloneThatIsNotDueYet)
{
    const qint64 job = submit(u"a"_s, "k", "laser", "{}", R"({"retry_backoff_s": 3600})");
    fail(claim("laser"), true);
    EXPECT_TRUE(read(Kind::unserved).isEmpty());
    EXPECT_EQ(take(attentionCounts(m_session)).total(), 0);
    write(
        "UPDATE oncedesk.attempts SET not_before = clock_timestamp() WHERE job_id = $1 AND state = 'pending'",
        {job});
    EXPECT_EQ(read(Kind::unserved).size(), 1);
}

TEST_F(WhatNeedsAttention, LeavesTheLabOutOfAllCounts)
{
    waiting(u"lab"_s, "1");
    running(u"lab"_s, "2");
    unknown(u"lab"_s, "3");
    stalled(u"lab"_s, "4");
    closed(u"lab"_s, "5");
    succeeded(u"lab"_s, "6");
    looseEnd(u"lab"_s, "7");
    EXPECT_TRUE(take(attention(m_session)).items.isEmpty());
    EXPECT_EQ(take(attentionCounts(m_session)).total(), 0);
    const Counts counts = take(board::counts(m_session));
    EXPECT_EQ(counts.waiting + counts.running + counts.unknown + counts.stalled + counts.closed +
                  counts.succeeded,
              0);
}

TEST_F(WhatNeedsAttention, IsCutAtTheLimitAndSaysSo)
{
    for (int i = 0; i < 4; ++i)
        unknown(u"a"_s, "u" + QByteArray::number(i));
    for (int i = 0; i < 4; ++i)
        stalled(u"a"_s, "s" + QByteArray::number(i));
    const Attention cut = take(attention(m_session, 3));
    EXPECT_EQ(cut.items.size(), 6);
    EXPECT_TRUE(cut.isCut);
    EXPECT_FALSE(take(attention(m_session, 4)).isCut);
}

TEST_F(WhatNeedsAttention, CountsEachStatusAsTheViewDerivesIt)
{
    waiting(u"a"_s, "w");
    for (int i = 0; i < 2; ++i)
        running(u"a"_s, "r" + QByteArray::number(i));
    for (int i = 0; i < 3; ++i)
        unknown(u"a"_s, "u" + QByteArray::number(i));
    for (int i = 0; i < 4; ++i)
        stalled(u"a"_s, "s" + QByteArray::number(i));
    neverStarted(u"a"_s, "n");
    for (int i = 0; i < 2; ++i)
        closed(u"a"_s, "c" + QByteArray::number(i));
    for (int i = 0; i < 6; ++i)
        succeeded(u"a"_s, "d" + QByteArray::number(i));
    looseEnd(u"a"_s, "l");
    // Two lanes: both live; only the second; one in doubt; both pending; the first waits for its next
    // attempt.
    hedged(u"a"_s, "two");
    fail(hedged(u"a"_s, "second"));
    loseSight(hedged(u"a"_s, "doubt"));
    const QByteArray later = R"(, "retry_backoff_s": 3600)";
    fail(hedged(u"a"_s, "both", later), true);
    const Claimed first = hedged(u"a"_s, "next", later);
    for (int i = 0; i < 5; ++i)
        claim("inkjet");
    fail(first, true);

    const Counts counts = take(board::counts(m_session));
    EXPECT_FALSE(counts.succeededIsEstimate);
    const auto expected = [&](const char *status) {
        return write("SELECT count(*) FROM oncedesk.job_status_view WHERE status = $1", {status}).integer();
    };
    EXPECT_EQ(counts.waiting, expected("waiting"));
    EXPECT_EQ(counts.running, expected("running"));
    EXPECT_EQ(counts.unknown, expected("unknown"));
    EXPECT_EQ(counts.stalled, expected("stalled"));
    EXPECT_EQ(counts.closed, expected("closed"));
    EXPECT_EQ(counts.succeeded, expected("succeeded"));
    EXPECT_EQ(counts.stalled, 5);
    EXPECT_EQ(counts.succeeded, 7);
}

class Providers : public BoardTest
{
};

TEST_F(Providers, ComeWithWhatTheyAreCertifiedFor)
{
    write("SELECT oncedesk.set_provider('laser', '{\"delay_ms\": 1.50}')");
    write("SELECT oncedesk.record_certificate('laser', 'print.poster', 'v1')");
    write("SELECT oncedesk.record_certificate('laser', 'print.card', 'v2')");
    write("SELECT oncedesk.revoke_certificates('laser', 'print.card')");
    write("SELECT oncedesk.enable_provider('idle', false)");

    const auto all = take(providers(m_session));
    QStringList names;
    for (const ProviderRow &provider : all)
        names += provider.name;
    QStringList sorted = everyProvider;
    sorted.sort();
    ASSERT_EQ(names, sorted);
    const ProviderRow &laser = all[names.indexOf(u"laser"_s)];
    EXPECT_EQ(laser.kind, u"simulated"_s);
    EXPECT_EQ(laser.settings, R"({"delay_ms": 1.50})");
    EXPECT_TRUE(laser.enabled);
    ASSERT_EQ(laser.certificates.size(), 2);
    EXPECT_EQ(laser.certificates[0].intent, u"print.card"_s);
    EXPECT_FALSE(laser.certificates[0].valid);
    EXPECT_EQ(laser.certificates[0].whyNot, u"certificate revoked"_s);
    EXPECT_EQ(laser.certificates[1].suiteVersion, u"v1"_s);
    EXPECT_TRUE(laser.certificates[1].valid);
    EXPECT_TRUE(laser.certificates[1].whyNot.isNull());
    EXPECT_TRUE(laser.certificates[1].expiresAt.happened());
    EXPECT_FALSE(all[names.indexOf(u"idle"_s)].enabled);
}

TEST_F(Providers, AreServedByWorkers)
{
    beat("old", {u"laser"_s});
    write("UPDATE oncedesk.workers SET last_heartbeat = clock_timestamp() - interval '1 min'");
    beat("young", {u"laser"_s, u"inkjet"_s});
    const auto all = take(workers(m_session));
    ASSERT_EQ(all.size(), 2);
    EXPECT_EQ(all[0].name, u"young"_s);
    EXPECT_TRUE(all[0].alive);
    EXPECT_EQ(all[0].providers, (QStringList{u"laser"_s, u"inkjet"_s}));
    EXPECT_EQ(all[0].version, u"1.0"_s);
    EXPECT_EQ(all[1].name, u"old"_s);
    EXPECT_FALSE(all[1].alive);
    EXPECT_GE(all[1].silentFor, std::chrono::seconds(60));
}

} // namespace
} // namespace oncedesk::board
