// The fourth breakpoint, promises 7 and 8: whoever comes second to the result slot loses, and leaves only a
// digest.
#include "tests/core/contract/desk.h"

#include <QCryptographicHash>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class TheResultSlot : public ::testing::Test
{
protected:
    // Both lanes of a hedged job, started.
    std::pair<Claimed, Claimed> bothLanes(const QByteArray &key)
    {
        desk.certify(desk.names().laser);
        const Claimed first = desk.start(
            key, {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
        EXPECT_EQ(desk.open(first.job, desk.names().laser).outcome, u"opened"_s);
        return {first, desk.claim(desk.names().laser)};
    }

    void expectLoss(const Claimed &loser, const QString &because, qint64 found, qint64 winner,
                    const QByteArray &thrown)
    {
        const Rows race =
            desk.must("SELECT * FROM oncedesk.race_view WHERE attempt_id = $1", {loser.attempt});
        ASSERT_EQ(race.size(), 1);
        EXPECT_EQ(race.text(0, "outcome"), u"lost"_s);
        EXPECT_EQ(race.text(0, "lost_because"), because);
        EXPECT_EQ(race.integer(0, "version_read"), loser.version);
        EXPECT_EQ(race.integer(0, "version_found"), found);
        EXPECT_EQ(race.integer(0, "winner"), winner);
        EXPECT_EQ(race.bytea(0, race.column("result_sha256")),
                  QCryptographicHash::hash(thrown, QCryptographicHash::Sha256));
        EXPECT_EQ(race.integer(0, "result_size"), thrown.size());
    }

    Desk desk;
};

TEST_F(TheResultSlot, GoesToTheLaneThatReturnsFirstEvenIfItLeftSecond)
{
    const auto [first, second] = bothLanes("poster");
    EXPECT_EQ(first.version, second.version) << "both read the same version";
    EXPECT_EQ(desk.finish(second, R"({"by": "early-laser-payload"})"),
              (Finish{u"won"_s, {}, 2, second.attempt}));
    const QByteArray late = R"({"marker": "late-inkjet-payload"})";
    EXPECT_EQ(desk.finish(first, late), (Finish{u"lost"_s, u"slot_taken"_s, 2, second.attempt}));

    EXPECT_EQ(desk.state(first.attempt), u"superseded"_s);
    EXPECT_EQ(desk.state(second.attempt), u"succeeded"_s);
    EXPECT_EQ(desk.result(first.job), R"({"by": "early-laser-payload"})");
    EXPECT_EQ(desk.tablesWith("late-inkjet-payload"), QStringList());
    EXPECT_EQ(desk.tablesWith("early-laser-payload"), QStringList{u"jobs"_s})
        << "the search does find what is there";
    expectLoss(first, u"slot_taken"_s, 2, second.attempt, late);
    EXPECT_EQ(desk.count("oncedesk.race_view WHERE attempt_id = $1 AND outcome = 'won'", {second.attempt}),
              1);
}

TEST_F(TheResultSlot, GoesToTheFirstLaneWhenThatReturnsFirst)
{
    const auto [first, second] = bothLanes("poster");
    EXPECT_EQ(desk.finish(first).outcome, u"won"_s);
    const QByteArray late = R"("late-laser-payload")";
    EXPECT_EQ(desk.finish(second, late), (Finish{u"lost"_s, u"slot_taken"_s, 2, first.attempt}));
    EXPECT_EQ(desk.tablesWith("late-laser-payload"), QStringList());
    expectLoss(second, u"slot_taken"_s, 2, first.attempt, late);
}

TEST_F(TheResultSlot, IsNotForACancelledAttemptThatReturnsAfterTheRestartWon)
{
    const Claimed first = desk.start("poster");
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    desk.open(first.job, desk.names().laser, u"inkjet hangs"_s);
    const Claimed second = desk.claim(desk.names().laser);
    EXPECT_EQ(desk.finish(second).outcome, u"won"_s);

    const QByteArray late = R"(["late-inkjet-payload"])";
    EXPECT_EQ(desk.finish(first, late), (Finish{u"lost"_s, u"attempt_cancelled"_s, 2, second.attempt}));
    EXPECT_EQ(desk.state(first.attempt), u"cancelled"_s);
    EXPECT_EQ(desk.tablesWith("late-inkjet-payload"), QStringList());
    expectLoss(first, u"attempt_cancelled"_s, 2, second.attempt, late);
}

TEST_F(TheResultSlot, IsNotForACancelledAttemptThatReturnsBeforeTheRestart)
{
    const Claimed first = desk.start("poster");
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    desk.open(first.job, desk.names().laser, u"inkjet hangs"_s);
    const QByteArray late = R"({"x": "late-inkjet-payload"})";
    EXPECT_EQ(desk.finish(first, late), (Finish{u"lost"_s, u"attempt_cancelled"_s, 1, 0}));
    EXPECT_EQ(desk.status(first.job), u"waiting"_s) << "the second attempt is not disturbed";

    const Claimed second = desk.claim(desk.names().laser);
    EXPECT_EQ(desk.finish(second, R"({"by": "laser"})"), (Finish{u"won"_s, {}, 2, second.attempt}));
    EXPECT_EQ(desk.result(first.job), R"({"by": "laser"})");
    EXPECT_EQ(desk.tablesWith("late-inkjet-payload"), QStringList());
    expectLoss(first, u"attempt_cancelled"_s, 1, 0, late);
}

TEST_F(TheResultSlot, IsNotForABytePayloadThatComesLate)
{
    const auto [first, second] = bothLanes("poster");
    EXPECT_EQ(desk.finishBytes(second, QByteArray("\x00\xff early-bytes", 14)).outcome, u"won"_s);
    const QByteArray late("late-bytes\x00\xff", 12);
    EXPECT_EQ(desk.finishBytes(first, late).because, u"slot_taken"_s);
    EXPECT_EQ(desk.tablesWith("late-bytes"), QStringList());
    EXPECT_EQ(desk.tablesWith("early-bytes"), QStringList{u"jobs"_s});
    expectLoss(first, u"slot_taken"_s, 2, second.attempt, late);
    EXPECT_EQ(desk.must("SELECT result_bytes FROM oncedesk.job_view WHERE id = $1", {first.job}).bytea(0, 0),
              QByteArray("\x00\xff early-bytes", 14));
}

TEST_F(TheResultSlot, IsNotForAnAttemptWhoseJobWasClosedAfterItsCancel)
{
    const Claimed first = desk.start("poster");
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    EXPECT_EQ(desk.close(first.job, 1).outcome, u"closed"_s);
    EXPECT_EQ(desk.finish(first, R"("late")"), (Finish{u"lost"_s, u"attempt_cancelled"_s, 2, 0}));
    EXPECT_EQ(desk.status(first.job), u"closed"_s);
}

TEST_F(TheResultSlot, IsNotForAnAttemptThatFailedFirst)
{
    const Claimed first = desk.start("poster");
    desk.fail(first);
    EXPECT_EQ(desk.finish(first, R"("late-success")"), (Finish{u"lost"_s, u"attempt_failed"_s, 1, 0}));
    EXPECT_EQ(desk.state(first.attempt), u"failed"_s);
    EXPECT_EQ(desk.tablesWith("late-success"), QStringList());
}

TEST_F(TheResultSlot, IsNotForAnAttemptWhoseVersionWasLeftBehind)
{
    const Claimed first = desk.start("poster");
    desk.must("UPDATE oncedesk.jobs SET version = version + 1 WHERE id = $1",
              {first.job}); // by hand: nothing else can
    EXPECT_EQ(desk.finish(first, R"("outdated")"), (Finish{u"lost"_s, u"version_moved"_s, 2, 0}));
    EXPECT_EQ(desk.state(first.attempt), u"superseded"_s);
    EXPECT_EQ(desk.status(first.job), u"stalled"_s);
    expectLoss(first, u"version_moved"_s, 2, 0, R"("outdated")");
}

TEST_F(TheResultSlot, TakesTheLaneReportedFirstWhenBothComeInOneSet)
{
    const auto [first, second] = bothLanes("poster");
    const QList<Finish> outcomes = desk.finishAll({second, first}, {R"("laser")", R"("inkjet-late")"});
    EXPECT_EQ(outcomes.value(0), (Finish{u"won"_s, {}, 2, second.attempt}));
    EXPECT_EQ(outcomes.value(1), (Finish{u"lost"_s, u"slot_taken"_s, 2, second.attempt}));
    EXPECT_EQ(desk.result(first.job), R"("laser")");
    EXPECT_EQ(desk.tablesWith("inkjet-late"), QStringList());
    expectLoss(first, u"slot_taken"_s, 2, second.attempt, R"("inkjet-late")");
}

TEST_F(TheResultSlot, IsDecidedOnceForAnAttemptThatOneSetNamesTwice)
{
    const Claimed attempt = desk.start("poster");
    const QList<Finish> outcomes = desk.finishAll({attempt, attempt}, {R"("one")", R"("second-of-two")"});
    EXPECT_EQ(outcomes.value(0), (Finish{u"won"_s, {}, 2, attempt.attempt}));
    EXPECT_EQ(outcomes.value(1), outcomes.value(0));
    EXPECT_EQ(desk.result(attempt.job), R"("one")");
    EXPECT_EQ(desk.tablesWith("second-of-two"), QStringList());
}

TEST_F(TheResultSlot, AnswersASetInTheOrderGivenAndRefusesItWholeForOneWrongToken)
{
    QList<Claimed> attempts;
    QList<QByteArray> results;
    for (int i = 0; i < 20; ++i) {
        attempts.prepend(desk.start("set " + QByteArray::number(i)));
        results.append(QByteArray::number(i));
    }
    QList<Claimed> forged = attempts;
    forged[7].token = forged[8].token;
    QList<qint64> ids;
    QList<QByteArray> tokens;
    for (const Claimed &attempt : forged) {
        ids.append(attempt.attempt);
        tokens.append(attempt.token);
    }
    const auto before = desk.digest();
    const auto refused = desk.exec("SELECT * FROM oncedesk.finish_attempts($1, $2, $3)",
                                   {Param::array(ids), Param::array(tokens), Param::array(results)});
    EXPECT_EQ(refused.sqlState, u"22023"_s);
    EXPECT_TRUE(refused.message.contains(QString::number(forged[7].attempt)))
        << refused.message.toStdString();
    EXPECT_EQ(desk.digest(), before);

    const QList<Finish> outcomes = desk.finishAll(attempts, results);
    ASSERT_EQ(outcomes.size(), attempts.size());
    for (int i = 0; i < attempts.size(); ++i) {
        EXPECT_EQ(outcomes[i].winner, attempts[i].attempt);
        EXPECT_EQ(desk.result(attempts[i].job), results[i]);
    }
}

TEST_F(TheResultSlot, HoldsAnEmptyOrNullResultAsAResult)
{
    const Claimed null = desk.start("null");
    EXPECT_EQ(desk.finish(null, "null").outcome, u"won"_s);
    EXPECT_EQ(desk.status(null.job), u"succeeded"_s);
    EXPECT_EQ(desk.result(null.job), "null");

    const Claimed empty = desk.start("empty");
    EXPECT_EQ(desk.finishBytes(empty, QByteArray("")).outcome, u"won"_s);
    EXPECT_EQ(desk.status(empty.job), u"succeeded"_s);
}

} // namespace
} // namespace oncedesk
