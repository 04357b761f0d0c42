// The first breakpoint: many connections submit one key at the same moment.
#include "tests/core/contract/desk.h"

#include <QSet>
#include <gtest/gtest.h>
#include <vector>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class SixtyFourConnections : public ::testing::Test
{
protected:
    static constexpr int many = 64;

    SixtyFourConnections()
    {
        connections.reserve(many);
        for (int i = 0; i < many; ++i) {
            connections.push_back(database.connect());
            const auto prepared =
                connections.back().exec("PREPARE submit (text, jsonb) AS SELECT outcome, job_id, "
                                        "conflicts_with FROM oncedesk.submit_job('" +
                                        desk.names().owner.toUtf8() + "', $1, 'print.poster', '" +
                                        desk.names().inkjet.toUtf8() + "', $2)");
            EXPECT_TRUE(prepared.ok()) << prepared.message.toStdString();
        }
    }

    void send(int connection, const QByteArray &key, const QByteArray &params = R"({"amount": 450})")
    {
        connections[size_t(connection)].send("EXECUTE submit ('" + key + "', '" + params + "')");
    }

    struct Round
    {
        int created = 0;
        int replayed = 0;
        int conflicts = 0;
        QSet<qint64> jobs; // those named in any answer
    };

    // Waits for the answer of each connection from the given one on.
    Round collect(int from = 0)
    {
        Round round;
        for (int i = from; i < many; ++i) {
            const auto answer = connections[size_t(i)].receive();
            EXPECT_TRUE(answer.ok()) << answer.message.toStdString();
            if (!answer.ok())
                continue;
            const QString outcome = answer.rows.text(0, "outcome");
            round.created += outcome == u"created"_s;
            round.replayed += outcome == u"replayed"_s;
            round.conflicts += outcome == u"conflict"_s;
            round.jobs.insert(answer.rows.integer(0, outcome == u"conflict"_s ? "conflicts_with" : "job_id"));
        }
        return round;
    }

    TestDatabase database;
    Desk desk{database};
    std::vector<TestConnection> connections;
};

TEST_F(SixtyFourConnections, SubmittingOneKeyAtOnceGetOneJobInEachOfAThousandRounds)
{
    constexpr int rounds = 1000;
    for (int round = 0; round < rounds; ++round) {
        const QByteArray key = "round " + QByteArray::number(round);
        for (int i = 0; i < many; ++i)
            send((i + round) % many, key);
        const Round got = collect();
        ASSERT_EQ(got.created, 1) << "round " << round;
        ASSERT_EQ(got.replayed, many - 1) << "round " << round;
        ASSERT_EQ(got.jobs.size(), 1) << "round " << round;
    }
    EXPECT_EQ(desk.count("oncedesk.jobs"), rounds);
    EXPECT_EQ(desk.count("oncedesk.attempts"), rounds);
    EXPECT_EQ(desk.count("oncedesk.submissions WHERE outcome = 'created'"), rounds);
    EXPECT_EQ(desk.count("oncedesk.submissions"), rounds * many);
}

TEST_F(SixtyFourConnections, WaitingForASubmitterThatRollsBackMakeExactlyOneJobAmongThem)
{
    for (int round = 0; round < 20; ++round) {
        const QByteArray key = "abandoned " + QByteArray::number(round);
        ASSERT_TRUE(connections[0].exec("BEGIN").ok());
        send(0, key);
        EXPECT_EQ(connections[0].receive().text(), u"created"_s);
        for (int i = 1; i < many; ++i)
            send(i, key);
        desk.until("(SELECT count(*) = 63 FROM pg_stat_activity"
                   "  WHERE datname = current_database() AND wait_event_type = 'Lock')");
        ASSERT_TRUE(connections[0].exec("ROLLBACK").ok());
        const Round got = collect(1);
        ASSERT_EQ(got.created, 1);
        ASSERT_EQ(got.replayed, many - 2);
        ASSERT_EQ(got.jobs.size(), 1);
    }
    EXPECT_EQ(desk.count("oncedesk.jobs"), 20);
    EXPECT_EQ(desk.count("oncedesk.attempts"), 20);
}

TEST_F(SixtyFourConnections, SubmittingTwoPayloadsUnderOneKeyStoreOneAndTellTheOthersOfTheConflict)
{
    for (int round = 0; round < 100; ++round) {
        const QByteArray key = "contested " + QByteArray::number(round);
        for (int i = 0; i < many; ++i)
            send((i + round) % many, key, i % 2 ? R"({"amount": 1})" : R"({"amount": 2})");
        const Round got = collect();
        ASSERT_EQ(got.created, 1);
        ASSERT_EQ(got.replayed, many / 2 - 1);
        ASSERT_EQ(got.conflicts, many / 2);
        ASSERT_EQ(got.jobs.size(), 1);
    }
    EXPECT_EQ(desk.count("oncedesk.jobs"), 100);
    EXPECT_EQ(desk.count("oncedesk.attempts"), 100);
}

} // namespace
} // namespace oncedesk
