// What one transaction holds and another wants, step by step; and callers under REPEATABLE READ, who are
// turned away with 40001 when what they saw is no longer so, and find the right answer when they try again.
#include "tests/core/contract/desk.h"

#include <functional>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// One call on one caller's connection, as a statement that answers in one text.
struct Step
{
    QByteArray sql;
    QList<Param> params;
};

struct Meeting
{
    const char *name;
    std::function<std::pair<Step, Step>(Desk &)> prepare;
    QString ofSecondIfFirstCommits;
    QString ofSecondIfFirstRollsBack;
};

Step finish(const Claimed &attempt)
{
    return {"SELECT concat_ws(' ', outcome, lost_because) FROM oncedesk.finish_attempt($1, $2, '1')",
            {attempt.attempt, attempt.token}};
}

Step markUnknown(const Claimed &attempt)
{
    return {"SELECT oncedesk.mark_unknown($1, $2, 'timeout')", {attempt.attempt, attempt.token}};
}

Step cancel(qint64 attempt)
{
    return {"SELECT concat_ws(' ', outcome, state) FROM oncedesk.cancel_attempt($1, 'paper jam', "
            "'accepted_risk')",
            {attempt}};
}

Step fail(const Claimed &attempt)
{
    return {"SELECT concat_ws(' ', state, next_ordinal) FROM oncedesk.fail_attempt($1, $2, 'e', 'm', true)",
            {attempt.attempt, attempt.token}};
}

Step open(qint64 job, const QString &provider = {})
{
    return {"SELECT concat_ws(' ', outcome, refusal) FROM oncedesk.open_attempt($1, $2, 'because')",
            {job, provider}};
}

Step close(qint64 job)
{
    return {"SELECT concat_ws(' ', outcome, refusal) FROM oncedesk.close_job($1, 1, 'because')", {job}};
}

Step submit(Desk &desk, const QByteArray &params)
{
    return {"SELECT concat_ws(' ', outcome, differs::text) FROM oncedesk.submit_job($1, 'poster', "
            "'print.poster', $2, $3)",
            {desk.names().owner, desk.names().inkjet, params}};
}

qint64 stalledJob(Desk &desk)
{
    return desk.submit("poster", {.policy = R"({"start": "manual"})"}).job;
}

Claimed unknownAttempt(Desk &desk)
{
    const Claimed attempt = desk.start("poster");
    desk.markUnknown(attempt);
    return attempt;
}

Claimed hedgedStart(Desk &desk)
{
    desk.certify(desk.names().laser);
    return desk.start(
        "poster", {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
}

std::pair<Claimed, Claimed> bothLanes(Desk &desk)
{
    const Claimed first = hedgedStart(desk);
    desk.open(first.job, desk.names().laser);
    return {first, desk.claim(desk.names().laser)};
}

// In each of them the second call has to wait for the first one's transaction.
const QList<Meeting> &meetings()
{
    static const QList<Meeting> all{
        {"submit meets the same submit",
         [](Desk &desk) {
             return std::pair{submit(desk, "{}"), submit(desk, "{}")};
         },
         u"replayed"_s, u"created"_s},
        {"submit meets another payload",
         [](Desk &desk) {
             return std::pair{submit(desk, R"({"a": 1})"), submit(desk, R"({"a": 2})")};
         },
         u"conflict {params/a}"_s, u"created"_s},
        {"finish meets cancel",
         [](Desk &desk) {
             const Claimed attempt = unknownAttempt(desk);
             return std::pair{cancel(attempt.attempt), finish(attempt)};
         },
         u"lost attempt_cancelled"_s, u"won"_s},
        {"cancel meets finish",
         [](Desk &desk) {
             const Claimed attempt = unknownAttempt(desk);
             return std::pair{finish(attempt), cancel(attempt.attempt)};
         },
         u"refused succeeded"_s, u"cancelled cancelled"_s},
        {"finish meets the other lane's finish",
         [](Desk &desk) {
             const auto [first, second] = bothLanes(desk);
             return std::pair{finish(second), finish(first)};
         },
         u"lost slot_taken"_s, u"won"_s},
        {"finish meets fail",
         [](Desk &desk) {
             const Claimed attempt = desk.start("poster");
             return std::pair{fail(attempt), finish(attempt)};
         },
         u"lost attempt_failed"_s, u"won"_s},
        {"fail meets finish",
         [](Desk &desk) {
             const Claimed attempt = desk.start("poster");
             return std::pair{finish(attempt), fail(attempt)};
         },
         u"succeeded"_s, u"failed 2"_s},
        {"a loss told again meets the first telling",
         [](Desk &desk) {
             const Claimed attempt = unknownAttempt(desk);
             desk.cancel(attempt.attempt);
             return std::pair{finish(attempt), finish(attempt)};
         },
         u"lost attempt_cancelled"_s, u"lost attempt_cancelled"_s},
        {"open meets open",
         [](Desk &desk) {
             const qint64 job = stalledJob(desk);
             return std::pair{open(job), open(job, desk.names().laser)};
         },
         u"refused attempt_open"_s, u"opened"_s},
        {"close meets open",
         [](Desk &desk) {
             const qint64 job = stalledJob(desk);
             return std::pair{open(job), close(job)};
         },
         u"refused attempt_open"_s, u"closed"_s},
        {"open meets close",
         [](Desk &desk) {
             const qint64 job = stalledJob(desk);
             return std::pair{close(job), open(job)};
         },
         u"refused job_closed"_s, u"opened"_s},
        {"open meets the retry that a failure opened",
         [](Desk &desk) {
             const Claimed attempt = desk.start("poster");
             return std::pair{fail(attempt), open(attempt.job)};
         },
         u"refused attempt_open"_s, u"refused attempt_open"_s},
        {"the second lane meets the first lane's finish",
         [](Desk &desk) {
             const Claimed first = hedgedStart(desk);
             return std::pair{finish(first), open(first.job, desk.names().laser)};
         },
         u"refused job_completed"_s, u"opened"_s},
        {"the second lane meets the first lane's timeout",
         [](Desk &desk) {
             const Claimed first = hedgedStart(desk);
             return std::pair{markUnknown(first), open(first.job, desk.names().laser)};
         },
         u"refused attempt_unknown"_s, u"opened"_s},
        {"the first lane's finish meets the second lane",
         [](Desk &desk) {
             const Claimed first = hedgedStart(desk);
             return std::pair{open(first.job, desk.names().laser), finish(first)};
         },
         u"won"_s, u"won"_s},
    };
    return all;
}

QString told(const TestConnection::Answer &answer)
{
    return answer.ok() ? answer.text() : answer.sqlState;
}

class Transactions : public ::testing::Test
{
protected:
    Desk m_desk;
    Caller one = m_desk.another();
    Caller two = m_desk.another();
};

using TheSecondOfTwoTransactions = Transactions;
using ACallerUnderRepeatableRead = Transactions;

TEST_F(TheSecondOfTwoTransactions, WaitsAndSeesWhatTheFirstOneCommitted)
{
    for (const Meeting &meeting : meetings()) {
        SCOPED_TRACE(meeting.name);
        Desk desk;
        const auto [first, second] = meeting.prepare(desk);
        one.begin();
        one.must(first.sql, first.params);
        two.connection().send(second.sql, second.params);
        desk.database().waitUntilBlocked(two.connection().pid());
        one.commit();
        EXPECT_EQ(told(two.connection().receive()), meeting.ofSecondIfFirstCommits);
        EXPECT_EQ(desk.unsound(), QStringList());
    }
}

TEST_F(TheSecondOfTwoTransactions, WaitsAndGoesOnAsIfNothingHadBeenAfterARollback)
{
    for (const Meeting &meeting : meetings()) {
        SCOPED_TRACE(meeting.name);
        Desk desk;
        const auto [first, second] = meeting.prepare(desk);
        one.begin();
        one.must(first.sql, first.params);
        two.connection().send(second.sql, second.params);
        desk.database().waitUntilBlocked(two.connection().pid());
        one.rollback();
        EXPECT_EQ(told(two.connection().receive()), meeting.ofSecondIfFirstRollsBack);
        EXPECT_EQ(desk.unsound(), QStringList());
    }
}

// Whoever finishes holds the job; who claims, or reports for, the other lane holds that attempt and may want
// the job next. Neither may wait for the other here.
TEST_F(TheSecondOfTwoTransactions, FinishesWithoutWaitingForTheClaimOfTheOtherLane)
{
    Desk &desk = m_desk;
    Caller worker = desk.another();
    const Claimed first = hedgedStart(desk);
    const Opening second = desk.open(first.job, desk.names().laser);
    worker.begin();
    const Claimed claimed = worker.claim(desk.names().laser);
    EXPECT_EQ(claimed.attempt, second.attempt);
    EXPECT_EQ(desk.finish(first).outcome, u"won"_s);
    EXPECT_EQ(desk.state(second.attempt), u"pending"_s) << "left alone";
    worker.commit();
    EXPECT_EQ(worker.finish(claimed).because, u"slot_taken"_s);

    const Claimed again = desk.start(
        "again", {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
    const Opening abandoned = desk.open(again.job, desk.names().laser);
    worker.begin();
    worker.claim(desk.names().laser);
    desk.finish(again);
    worker.rollback();
    EXPECT_EQ(desk.claim(desk.names().laser).attempt, 0) << "nobody gets it any more";
    EXPECT_EQ(desk.state(abandoned.attempt), u"superseded"_s);
}

TEST_F(TheSecondOfTwoTransactions, HoldsNothingWhileItWaitsForTheFirstLane)
{
    Desk &desk = m_desk;
    const Claimed first = hedgedStart(desk);
    const Step opening = open(first.job, desk.names().laser);
    one.begin();
    one.must("SELECT oncedesk.mark_unknown($1, $2, 'timeout')", {first.attempt, first.token});
    two.connection().send(opening.sql, opening.params);
    desk.database().waitUntilBlocked(two.connection().pid());
    desk.must("SELECT FROM oncedesk.jobs WHERE id = $1 FOR UPDATE NOWAIT", {first.job});
    one.commit();
    EXPECT_EQ(told(two.connection().receive()), u"refused attempt_unknown"_s);
}

TEST_F(ACallerUnderRepeatableRead, IsTurnedAwayWhenWhatItSawIsNoLongerSoAndFindsTheRightAnswerAfterwards)
{
    for (const char *level : {"REPEATABLE READ", "SERIALIZABLE"}) {
        for (const Meeting &meeting : meetings()) {
            SCOPED_TRACE(std::string(level) + ": " + meeting.name);
            Desk desk;
            const auto [first, second] = meeting.prepare(desk);
            two.begin(level);
            two.must("SELECT count(*) FROM oncedesk.jobs"); // from here on it sees nothing newer
            one.must(first.sql, first.params);
            const QString answer = told(two.exec(second.sql, second.params));
            two.rollback();
            // What did not depend on what has changed may also be answered at once.
            EXPECT_TRUE(answer == u"40001"_s || answer == meeting.ofSecondIfFirstCommits)
                << answer.toStdString();
            EXPECT_EQ(told(two.exec(second.sql, second.params)), meeting.ofSecondIfFirstCommits)
                << "tried again";
            EXPECT_EQ(desk.unsound(), QStringList());
        }
    }
}

TEST_F(ACallerUnderRepeatableRead, IsTurnedAwayWhileTheFirstTransactionIsStillUnderWay)
{
    for (const Meeting &meeting : meetings()) {
        SCOPED_TRACE(meeting.name);
        Desk desk;
        const auto [first, second] = meeting.prepare(desk);
        one.begin("REPEATABLE READ");
        one.must(first.sql, first.params);
        two.begin("REPEATABLE READ");
        two.connection().send(second.sql, second.params);
        desk.database().waitUntilBlocked(two.connection().pid());
        one.commit();
        const QString answer = told(two.connection().receive());
        two.rollback();
        EXPECT_TRUE(answer == u"40001"_s || answer == meeting.ofSecondIfFirstCommits) << answer.toStdString();
        EXPECT_EQ(told(two.exec(second.sql, second.params)), meeting.ofSecondIfFirstCommits) << "tried again";
        EXPECT_EQ(desk.unsound(), QStringList());
    }
}

} // namespace
} // namespace oncedesk
