// Submissions, races and actions.
#include "core/board/actions.h"
#include "core/board/races.h"
#include "core/board/submissions.h"
#include "tests/core/board/boardtest.h"

#include <QCryptographicHash>

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;

class TheHistory : public BoardTest
{
protected:
    QList<SubmissionRow> readSubmissions(const QString &text)
    {
        return take(submissions(m_session, filter(text, Subject::submissions), {})).rows;
    }
    QList<RaceRow> readRaces(const QString &text)
    {
        return take(races(m_session, filter(text, Subject::races), {})).rows;
    }
    QList<ActionRow> readActions(const QString &text)
    {
        return take(actions(m_session, filter(text, Subject::actions), {})).rows;
    }
};

TEST_F(TheHistory, TellsEveryCallOfSubmit)
{
    const qint64 job = submit(u"alice"_s, "k", "laser", R"({"amount": 1})");
    submit(u"alice"_s, "k", "laser", R"({"amount": 1.0})");
    submit(u"alice"_s, "k", "inkjet", R"({"amount": 2})"); // a conflict: no job
    submit(u"bob"_s, "k");

    const auto all = readSubmissions(u""_s);
    ASSERT_EQ(all.size(), 4);
    EXPECT_EQ(all[0].owner, u"bob"_s);
    const SubmissionRow &conflict = all[1];
    EXPECT_EQ(conflict.outcome, u"conflict"_s);
    EXPECT_EQ(conflict.owner, u"alice"_s);
    EXPECT_EQ(conflict.key, u"k"_s);
    EXPECT_EQ(conflict.job, JobId(job));
    EXPECT_EQ(conflict.differs, (QStringList{u"provider"_s, u"params/amount"_s}));
    EXPECT_EQ(conflict.client, u"test"_s);
    EXPECT_FALSE(conflict.actor.isEmpty());
    EXPECT_TRUE(conflict.at.happened());
    EXPECT_EQ(all[2].outcome, u"replayed"_s);
    EXPECT_EQ(all[3].outcome, u"created"_s);
    EXPECT_TRUE(all[3].differs.isEmpty());
}

TEST_F(TheHistory, FiltersSubmissions)
{
    const qint64 job = submit(u"alice"_s, "order 1");
    submit(u"alice"_s, "order 1");
    submit(u"bob"_s, "x");
    write("SELECT * FROM oncedesk.submit_job('bob', 'x', 'other', 'laser', '{}')"); // says no client
    const struct
    {
        QString text;
        qsizetype found;
    } cases[] = {
        {u"outcome:created"_s, 2}, {u"outcome:replayed,conflict"_s, 2},
        {u"owner:alice"_s, 2},     {u"key:x"_s, 2},
        {u"#%1"_s.arg(job), 2},    {u"-#%1"_s.arg(job), 2},
        {u"ORDER"_s, 2},           {u"client:test"_s, 3},
        {u"-client:test"_s, 1},    {u"actor:nobody"_s, 0},
        {u"-actor:nobody"_s, 4},   {u"age:<1h"_s, 4},
        {u"age:>1h"_s, 0},         {u"outcome:conflict owner:bob"_s, 1},
    };
    for (const auto &c : cases)
        EXPECT_EQ(readSubmissions(c.text).size(), c.found) << c.text.toStdString();
}

TEST_F(TheHistory, TellsWonAndLostRaces)
{
    const qint64 job = looseEnd(u"alice"_s, "k");
    const auto late = write("SELECT id, claim_token FROM oncedesk.attempts WHERE state = 'unknown'");
    finish({late.integer(), late.rows.utf8(0, 1)}, R"({"pages": 2})");

    const auto all = readRaces(u""_s);
    ASSERT_EQ(all.size(), 2);
    const RaceRow &lost = all[0];
    EXPECT_FALSE(lost.won);
    EXPECT_EQ(lost.lostBecause, u"slot_taken"_s);
    EXPECT_EQ(lost.job, JobId(job));
    EXPECT_EQ(lost.owner, u"alice"_s);
    EXPECT_EQ(lost.key, u"k"_s);
    EXPECT_EQ(lost.intent, u"print.poster"_s);
    EXPECT_EQ(lost.attempt, AttemptId(late.integer()));
    EXPECT_EQ(lost.ordinal, 1);
    EXPECT_EQ(lost.provider, u"lost"_s);
    EXPECT_EQ(lost.winnerOrdinal, 2);
    EXPECT_EQ(lost.winnerProvider, u"inkjet"_s);
    EXPECT_EQ(lost.versionRead, 1);
    EXPECT_EQ(lost.versionFound, 2);
    EXPECT_EQ(lost.resultSize, 12);
    EXPECT_EQ(lost.resultSha256.toUtf8(),
              QCryptographicHash::hash(R"({"pages": 2})", QCryptographicHash::Sha256).toHex());
    EXPECT_TRUE(all[1].won);
    EXPECT_TRUE(all[1].lostBecause.isNull());
    EXPECT_EQ(all[1].winner, all[1].attempt);
    EXPECT_EQ(lost.winner, all[1].attempt);

    succeeded(u"bob"_s, "other");
    const struct
    {
        QString text;
        qsizetype found;
    } cases[] = {
        {u"outcome:lost"_s, 1},
        {u"outcome:won"_s, 2},
        {u"because:slot_taken"_s, 1},
        {u"because:job_closed"_s, 0},
        {u"-because:slot_taken"_s, 2},
        {u"owner:alice"_s, 2},
        {u"provider:lost"_s, 1},
        {u"provider:inkjet"_s, 1},
        {u"intent:print.poster"_s, 3},
        {u"key:k"_s, 2},
        {u"#%1"_s.arg(job), 2},
        {u"-#%1"_s.arg(job), 1},
        {u"#%1 outcome:lost"_s.arg(job), 1},
        {u"POSTER"_s, 3},
        {u"age:<1h"_s, 3},
    };
    for (const auto &c : cases)
        EXPECT_EQ(readRaces(c.text).size(), c.found) << c.text.toStdString();
}

TEST_F(TheHistory, TellsWhatPeopleDid)
{
    const qint64 job = unknown(u"alice"_s, "k");
    write("SELECT * FROM oncedesk.cancel_attempt((SELECT id FROM oncedesk.attempts WHERE job_id = $1), "
          "'Printer was off', 'provider_has_no_record')",
          {job});
    const auto found = readActions(u"#%1"_s.arg(job));
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].action, u"cancel_attempt"_s);
    EXPECT_EQ(found[0].outcome, u"cancelled"_s);
    EXPECT_EQ(found[0].reason, u"Printer was off"_s);
    EXPECT_EQ(found[0].evidence, u"provider_has_no_record"_s);
    EXPECT_EQ(found[0].job, JobId(job));
    EXPECT_EQ(found[0].ordinal, 1);
    EXPECT_EQ(found[0].owner, u"alice"_s);
    EXPECT_FALSE(found[0].actor.isEmpty());

    const auto all = readActions(u""_s);
    EXPECT_GT(all.size(), found.size()); // providers were added, without any job
    EXPECT_FALSE(all.last().job.has_value());
    EXPECT_FALSE(all.last().detail.isNull());
    EXPECT_EQ(readActions(u"-#%1"_s.arg(job)).size(), all.size() - 1);
    EXPECT_EQ(readActions(u"action:cancel_attempt"_s).size(), 1);
    EXPECT_EQ(readActions(u"outcome:cancelled owner:alice"_s).size(), 1);
    EXPECT_EQ(readActions(u"-owner:alice"_s).size(), all.size() - 1);
    EXPECT_EQ(readActions(u"printer"_s).size(), 1);
    EXPECT_EQ(readActions(u"actor:nobody"_s).size(), 0);
}

TEST_F(TheHistory, WalksEveryRaceExactlyOnce)
{
    for (int i = 0; i < 25; ++i)
        succeeded(u"a"_s, QByteArray::number(i));
    QList<qint64> ids;
    PageRequest request;
    request.limit = 4;
    request.order = PageRequest::Order::oldestFirst;
    bool exhausted = false;
    while (!exhausted) {
        const auto page = take(races(m_session, Filter(Subject::races), request));
        for (const RaceRow &race : page.rows)
            ids += race.id;
        request.after = page.reachedId;
        exhausted = page.exhausted;
    }
    EXPECT_EQ(ids.size(), 25);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

} // namespace
} // namespace oncedesk::board
