// Every pair of attempt states, tried by plain UPDATE as a superuser, against isLegalMove().
#include "core/contract/attemptstate.h"
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class AttemptMoves : public ::testing::Test
{
protected:
    // An attempt that came to the state as the contract has it.
    qint64 attemptIn(AttemptState state)
    {
        const QByteArray key = "job " + QByteArray::number(++m_jobs);
        if (state == AttemptState::pending) {
            const qint64 job = desk.submit(key, {.provider = desk.names().plotter}).job;
            return desk.must("SELECT id FROM oncedesk.attempts WHERE job_id = $1", {job}).integer(0, 0);
        }
        const Claimed attempt = desk.start(key);
        switch (state) {
        case AttemptState::pending:
        case AttemptState::started:
            break;
        case AttemptState::unknown:
            desk.markUnknown(attempt);
            break;
        case AttemptState::succeeded:
            desk.finish(attempt);
            break;
        case AttemptState::failed:
            desk.fail(attempt);
            break;
        case AttemptState::superseded:
            desk.must("UPDATE oncedesk.jobs SET version = version + 1 WHERE id = $1", {attempt.job});
            desk.finish(attempt);
            break;
        case AttemptState::cancelled:
            desk.markUnknown(attempt);
            desk.cancel(attempt.attempt);
            break;
        }
        EXPECT_EQ(desk.state(attempt.attempt), toString(state));
        return attempt.attempt;
    }

    // Moves it by hand, with all that a whole row of the new state needs, so that only the move itself can be
    // wrong.
    TestConnection::Answer move(qint64 attempt, AttemptState to)
    {
        if (to == AttemptState::succeeded) {
            return desk.exec("UPDATE oncedesk.attempts SET state = 'succeeded', ended_at = "
                             "coalesce(ended_at, clock_timestamp())"
                             " WHERE id = $1",
                             {attempt});
        }
        QByteArray set = "state = '" + toString(to).toUtf8() + '\'';
        if (to == AttemptState::started)
            set += ", worker = coalesce(worker, 'by hand'), claim_token = coalesce(claim_token, "
                   "gen_random_uuid()),"
                   " job_version = coalesce(job_version, 1), started_at = coalesce(started_at, "
                   "clock_timestamp()),"
                   " deadline_at = coalesce(deadline_at, clock_timestamp())";
        else if (to == AttemptState::unknown)
            set += ", unknown_at = coalesce(unknown_at, clock_timestamp()), unknown_why = "
                   "coalesce(unknown_why, 'by hand')";
        else if (!isLive(to))
            set += ", ended_at = coalesce(ended_at, clock_timestamp())";
        return desk.exec("UPDATE oncedesk.attempts SET " + set + " WHERE id = $1", {attempt});
    }

    // Success comes with the result slot only.
    TestConnection::Answer takeSlot(qint64 attempt)
    {
        return desk.exec("UPDATE oncedesk.jobs AS j"
                         "   SET completed_by = a.id, completed_at = clock_timestamp(), result = '1', "
                         "version = version + 1"
                         "  FROM oncedesk.attempts AS a WHERE a.id = $1 AND j.id = a.job_id",
                         {attempt});
    }

    void tryEveryPair()
    {
        for (const AttemptState from : allAttemptStates) {
            const qint64 attempt = attemptIn(from);
            for (const AttemptState to : allAttemptStates) {
                SCOPED_TRACE(QString(toString(from) + u" to "_s + toString(to)).toStdString());
                const qsizetype eventsBefore = desk.events(attempt).size();
                desk.begin();
                auto answer = move(attempt, to);
                if (isLegalMove(from, to) && to == AttemptState::succeeded) {
                    EXPECT_EQ(answer.constraint, u"guard_success"_s) << "not without the result slot";
                    desk.rollback();
                    desk.begin();
                    answer = takeSlot(attempt);
                }
                if (isLegalMove(from, to)) {
                    EXPECT_TRUE(answer.ok()) << answer.message.toStdString();
                    if (answer.ok()) {
                        EXPECT_EQ(desk.state(attempt), toString(to));
                        EXPECT_EQ(desk.events(attempt).size(), eventsBefore + 1) << "no move goes unrecorded";
                    }
                } else if (from != to) {
                    EXPECT_EQ(answer.sqlState, u"23001"_s);
                    EXPECT_EQ(answer.constraint, u"guard_legal_moves"_s);
                } else {
                    EXPECT_TRUE(answer.ok()) << "to stay is no move: " << answer.message.toStdString();
                    EXPECT_EQ(desk.events(attempt).size(), eventsBefore);
                }
                desk.rollback();
            }
        }
    }

    Desk desk;

private:
    int m_jobs = 0;
};

TEST_F(AttemptMoves, AreThoseOfTheEnumForEveryPairOfStates)
{
    tryEveryPair();
}

TEST_F(AttemptMoves, AreThoseOfTheEnumEvenWhereTriggersAreToldToRest)
{
    desk.must("SET session_replication_role = replica");
    tryEveryPair();
}

TEST_F(AttemptMoves, ToAStateNobodyKnowsAreRefused)
{
    const qint64 attempt = attemptIn(AttemptState::started);
    for (const char *state : {"'done'", "''", "'STARTED'"}) {
        EXPECT_EQ(desk.exec(QByteArray("UPDATE oncedesk.attempts SET state = ") + state + " WHERE id = $1",
                            {attempt})
                      .constraint,
                  u"guard_legal_moves"_s)
            << state;
    }
    EXPECT_FALSE(desk.exec("UPDATE oncedesk.attempts SET state = NULL WHERE id = $1", {attempt}).ok());
}

TEST_F(AttemptMoves, OfWhatHasEndedAreRefusedWhateverColumnIsTouched)
{
    const Rows columns =
        desk.must("SELECT column_name::text, data_type::text FROM information_schema.columns"
                  " WHERE table_schema = 'oncedesk' AND table_name = 'attempts' AND column_name <> 'id'");
    for (const AttemptState state : allAttemptStates) {
        if (isLive(state))
            continue;
        const qint64 attempt = attemptIn(state);
        for (int row = 0; row < columns.size(); ++row) {
            const QString column = columns.text(row, 0);
            const QString type = columns.text(row, 1);
            const QString value = type.startsWith(u"timestamp") ? u"'2001-01-01'"_s
                                  : type == u"uuid"_s           ? u"gen_random_uuid()"_s
                                  : type == u"boolean"_s        ? u"NOT coalesce(retryable, false)"_s
                                  : type == u"text"_s           ? u"'by hand'"_s
                                  : type == u"smallint"_s       ? u"1 - lane"_s
                                                                : u"77"_s;
            const auto answer =
                desk.exec(u"UPDATE oncedesk.attempts SET %1 = %2 WHERE id = $1"_s.arg(column, value).toUtf8(),
                          {attempt});
            EXPECT_EQ(answer.sqlState, u"23001"_s)
                << toString(state).toStdString() << ' ' << column.toStdString();
        }
        EXPECT_EQ(desk.exec("DELETE FROM oncedesk.attempts WHERE id = $1", {attempt}).constraint,
                  u"guard_no_delete"_s);
    }
}

} // namespace
} // namespace oncedesk
