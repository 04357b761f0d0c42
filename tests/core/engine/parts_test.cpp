// The engine's parts by themselves.
#include "core/engine/backoff.h"
#include "core/engine/claimer.h"
#include "core/engine/deadlines.h"
#include "core/engine/flights.h"
#include "core/engine/providertable.h"
#include "core/engine/reporter.h"
#include "tests/core/engine/desk.h"

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

ClaimedAttempt claimed(qint64 id, const QString &provider)
{
    ClaimedAttempt attempt;
    attempt.attempt = AttemptId(id);
    attempt.provider = provider;
    return attempt;
}

struct SilentCall : Call
{
    [[nodiscard]] bool nothingSent() const override { return false; }
};

} // namespace

TEST(Deadlines, AreDueInTheirOrderAndNeverEarly)
{
    auto now = Deadlines::Clock::time_point(1h);
    Deadlines deadlines([&] { return now; });
    QList<qint64> due;
    QObject::connect(&deadlines, &Deadlines::due, [&](qint64 key) { due.append(key); });
    deadlines.set(1, now + 30ms);
    deadlines.set(2, now + 10ms);
    deadlines.set(3, now + 20ms);
    deadlines.set(4, now + 40ms);
    deadlines.set(3, now + 25ms); // replaced
    deadlines.remove(4);
    // The timer fires by the real clock; this one has not moved, so nothing is due.
    QTimer later;
    later.setSingleShot(true);
    later.start(60ms);
    ASSERT_TRUE(spinUntil([&] { return !later.isActive(); }));
    EXPECT_TRUE(due.isEmpty());
    now += 29ms;
    ASSERT_TRUE(spinUntil([&] { return due.size() == 2; }));
    now += 1ms;
    ASSERT_TRUE(spinUntil([&] { return due.size() == 3; }));
    EXPECT_EQ(due, (QList<qint64>{2, 3, 1}));
    EXPECT_EQ(deadlines.size(), 0);
}

TEST(Deadlines, AReceiverMayRemoveAndSetOthers)
{
    Deadlines deadlines(&Deadlines::Clock::now);
    QList<qint64> due;
    QObject::connect(&deadlines, &Deadlines::due, [&](qint64 key) {
        due.append(key);
        if (key == 1) {
            deadlines.remove(2);
            deadlines.set(3, Deadlines::Clock::now());
        }
    });
    const auto at = Deadlines::Clock::now();
    deadlines.set(1, at);
    deadlines.set(2, at);
    ASSERT_TRUE(spinUntil([&] { return due.size() == 2; }));
    EXPECT_EQ(due, (QList<qint64>{1, 3}));
}

TEST(Backoff, DoublesUpToItsLongestWithAtMostAQuarterOff)
{
    Backoff backoff(100ms, 1000ms);
    for (const auto whole : {100ms, 200ms, 400ms, 800ms, 1000ms, 1000ms}) {
        const auto wait = backoff.next();
        EXPECT_LE(wait, whole);
        EXPECT_GE(wait, whole * 3 / 4);
    }
    backoff.reset();
    EXPECT_LE(backoff.next(), 100ms);
}

TEST(Flights, CountASlotUntilTheFirstAnswerAndACallWithoutOneAsLingering)
{
    Flights flights;
    Flight &flight = flights.add(claimed(1, u"laser"_s));
    flight.call = std::make_unique<SilentCall>();
    flights.add(claimed(2, u"laser"_s));
    EXPECT_EQ(flights.inFlight(), 2);
    EXPECT_EQ(flights.inFlight(u"laser"_s), 2);
    EXPECT_EQ(flights.inFlight(u"inkjet"_s), 0);
    flights.releaseSlot(flight);
    flights.sort(flight);
    EXPECT_EQ(flights.inFlight(), 1);
    EXPECT_EQ(flights.lingering(), 1);
    flights.removeIfOver(flight);
    ASSERT_NE(flights.find(AttemptId(1)), nullptr); // its call is alive
    flight.call.reset();
    flight.reports = 1;
    flights.sort(flight);
    EXPECT_EQ(flights.lingering(), 0);
    flights.removeIfOver(flight);
    ASSERT_NE(flights.find(AttemptId(1)), nullptr); // a report waits
    flight.reports = 0;
    flights.removeIfOver(flight);
    EXPECT_EQ(flights.find(AttemptId(1)), nullptr);
    flights.removeIfOver(*flights.find(AttemptId(2)));
    EXPECT_EQ(flights.inFlight(), 0);
    EXPECT_EQ(flights.inFlight(u"laser"_s), 0);
}

TEST(ProviderTable, KeepsAProviderWhoseSettingsDidNotChange)
{
    ProviderTable table({});
    EXPECT_TRUE(table.update({{u"a"_s, u"simulated"_s, "{}", true}, {u"b"_s, u"simulated"_s, "{}", false}})
                    .isEmpty());
    const auto a = table.provider(u"a"_s);
    ASSERT_TRUE(a);
    EXPECT_EQ(table.enabled(), QStringList{u"a"_s});
    EXPECT_EQ(table.all(), (QStringList{u"a"_s, u"b"_s}));
    (void)table.update({{u"a"_s, u"simulated"_s, "{}", true}});
    EXPECT_EQ(table.provider(u"a"_s), a);
    (void)table.update({{u"a"_s, u"simulated"_s, "{\"max_in_flight\": 7}", true}});
    EXPECT_NE(table.provider(u"a"_s), a);
    EXPECT_EQ(table.maxInFlight(u"a"_s), 7);
    EXPECT_FALSE(table.provider(u"b"_s));
}

TEST(ProviderTable, LeavesTheLabsProvidersToThoseWhoNameThem)
{
    const QList<ProviderRow> rows{{u"a"_s, u"simulated"_s, "{}", true},
                                  {u"lab-inkjet"_s, u"simulated"_s, "{}", true}};
    ProviderTable whatever({});
    (void)whatever.update(rows);
    EXPECT_EQ(whatever.all(), QStringList{u"a"_s});
    ProviderTable named({u"lab-inkjet"_s});
    (void)named.update(rows);
    EXPECT_EQ(named.enabled(), QStringList{u"lab-inkjet"_s});
}

TEST(ProviderTable, SaysOnceWhyAProviderCannotBeMade)
{
    ProviderTable table({});
    const QList<ProviderRow> rows{{u"a"_s, u"simulated"_s, "{\"speed\": 1}", true}};
    EXPECT_EQ(table.update(rows).size(), 1);
    EXPECT_TRUE(table.fault(u"a"_s).contains(u"speed"_s)) << qPrintable(table.fault(u"a"_s));
    EXPECT_TRUE(table.update(rows).isEmpty());
    EXPECT_FALSE(table.provider(u"a"_s));
}

TEST(ClaimTurns, AskTheRoomyTogetherAndTheNarrowInTurn)
{
    ProviderTable table({});
    (void)table.update({{u"narrow"_s, u"simulated"_s, "{\"max_in_flight\": 2}", true},
                        {u"tiny"_s, u"simulated"_s, "{\"max_in_flight\": 1}", true},
                        {u"wide"_s, u"simulated"_s, "{\"max_in_flight\": 50}", true},
                        {u"wider"_s, u"simulated"_s, "{\"max_in_flight\": 90}", true}});
    Flights flights;
    ClaimTurns turns;
    QStringList asked;
    for (int i = 0; i < 6; ++i) {
        const ClaimRequest request = turns.next(table, flights, 10);
        asked.append(request.providers.join(u'+') % u' ' % QString::number(request.max));
    }
    EXPECT_EQ(asked, (QStringList{u"narrow 2"_s, u"tiny 1"_s, u"wide+wider 10"_s, u"narrow 2"_s, u"tiny 1"_s,
                                  u"wide+wider 10"_s}));

    flights.add(claimed(1, u"tiny"_s));
    turns.foundEmpty({u"wide"_s, u"wider"_s});
    EXPECT_EQ(turns.next(table, flights, 10).providers, QStringList{u"narrow"_s});
    turns.foundEmpty({u"narrow"_s});
    EXPECT_EQ(turns.next(table, flights, 10).max, 0); // nothing to be expected until something wakes it
    turns.wake();
    EXPECT_GT(turns.next(table, flights, 10).max, 0);
    EXPECT_EQ(turns.next(table, flights, 1).max, 0); // full
}

TEST(Claimer, KeepsLookingWhileThereIsWorkAlthoughNobodyRings)
{
    Desk desk;
    desk.addProvider(u"laser"_s, u"simulated"_s, "{}");
    Database database(desk.asWorker);
    Availability availability(10ms, 100ms);
    availability.answered();
    ProviderTable table({});
    (void)table.update({{u"laser"_s, u"simulated"_s, "{}", true}});
    const Flights flights;
    Worker::Options options;
    options.intervals.busy = 1h;
    Claimer claimer(database, availability, options, u"w"_s, table, flights);
    QList<JobId> found;
    QObject::connect(&claimer, &Claimer::claimed, [&](const QList<ClaimedAttempt> &attempts) {
        for (const ClaimedAttempt &attempt : attempts)
            found.append(attempt.job);
    });
    QList<JobId> wanted{JobId(desk.submit(u"laser"_s))};
    claimer.wake();
    ASSERT_TRUE(spinUntil([&] { return found == wanted && !claimer.isUnderWay(); }));
    wanted.append(JobId(desk.submit(u"laser"_s)));
    EXPECT_TRUE(spinUntil([&] { return found == wanted; }));
    claimer.stop();
    EXPECT_TRUE(spinUntil([&] { return !claimer.isUnderWay(); }));
}

TEST(Reporter, ARefusedReportHoldsNobodyElseBack)
{
    Desk desk;
    desk.addProvider(u"laser"_s, u"simulated"_s, "{}");
    desk.submitMany(u"laser"_s, 20);
    const auto rows =
        desk.sql.exec("SELECT attempt_id, claim_token FROM oncedesk.claim_attempts('w', '{laser}', 20)").rows;
    ASSERT_EQ(rows.size(), 20);
    Database database(desk.asWorker);
    Reporter reporter(database, 10ms, 100ms);
    int taken = 0;
    QList<AttemptId> refused;
    QObject::connect(&reporter, &Reporter::answered, [&](const Report &report, const ReportAnswer &answer) {
        if (std::holds_alternative<Error>(answer))
            refused.append(report.attempt);
        else
            ++taken;
    });
    const QByteArray wrong = "00000000-0000-0000-0000-000000000000";
    for (int row = 0; row < 20; ++row) {
        const AttemptId id(rows.integer(row, 0));
        const QByteArray token = row == 3 || row == 13 ? wrong : rows.utf8(row, 1);
        if (row < 10)
            reporter.report({id, token, FinishedReport{"{}"}});
        else
            reporter.report({id, token, UnknownReport{u"why not"_s}});
    }
    ASSERT_TRUE(spinUntil([&] { return reporter.waiting() == 0; }));
    EXPECT_EQ(taken, 18);
    EXPECT_EQ(refused, (QList<AttemptId>{AttemptId(rows.integer(3, 0)), AttemptId(rows.integer(13, 0))}));
    EXPECT_EQ(desk.count("attempt_view WHERE state = 'succeeded'"), 9);
    EXPECT_EQ(desk.count("attempt_view WHERE state = 'unknown'"), 9);
}

TEST(Reporter, KeepsAResultAsBytesThatTheDatabaseDoesNotTakeAsJson)
{
    Desk desk;
    desk.addProvider(u"laser"_s, u"simulated"_s, "{}");
    desk.submitMany(u"laser"_s, 2);
    const auto rows =
        desk.sql.exec("SELECT attempt_id, claim_token FROM oncedesk.claim_attempts('w', '{laser}', 2)").rows;
    Database database(desk.asWorker);
    Reporter reporter(database, 10ms, 100ms);
    int won = 0;
    QObject::connect(&reporter, &Reporter::answered, [&](const Report &, const ReportAnswer &answer) {
        won += std::get<FinishOutcome>(answer).won;
    });
    // As if json::fitsJsonb had been wrong.
    reporter.report({AttemptId(rows.integer(0, 0)), rows.utf8(0, 1), FinishedReport{"{} trailing"}});
    reporter.report({AttemptId(rows.integer(1, 0)), rows.utf8(1, 1), FinishedReport{"{}"}});
    ASSERT_TRUE(spinUntil([&] { return won == 2; }));
    EXPECT_EQ(
        desk.text("SELECT convert_from(result_bytes, 'UTF8') FROM oncedesk.job_view WHERE result IS NULL"),
        u"{} trailing"_s);
}
