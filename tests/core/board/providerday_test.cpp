#include "core/board/providerday.h"

#include "tests/core/board/boardtest.h"

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;

class TheDayOfAProvider : public BoardTest
{
protected:
    TheDayOfAProvider()
    {
        take(m_session.exec("SET jit = off"));                      // as a connection of the program has it
        write("ALTER TABLE oncedesk.attempts DISABLE TRIGGER ALL"); // whose guards know of no such past
    }

    // An attempt of the provider quick that ran so long, from so many seconds after that half hour began, as
    // many half hours ago as said; it was unknown in between when asked to.
    void ran(int halfHoursAgo, int from, int seconds, bool wasUnknown = false)
    {
        const qint64 job = succeeded(u"a"_s, "ran" + QByteArray::number(++m_count));
        write("UPDATE oncedesk.attempts SET opened_at = began, started_at = began, "
              "       unknown_at = CASE WHEN $4 THEN began + interval '1 s' END, "
              "       ended_at = began + $3::int * interval '1 s' "
              "  FROM (SELECT $2::timestamptz AS began) AS b WHERE job_id = $1",
              {job, m_begin.addSecs(from - 1800 * halfHoursAgo).toString(Qt::ISODateWithMs), seconds,
               wasUnknown});
    }
    HalfHour halfHour(int ago, const char *provider = "quick")
    {
        const ProviderDay day = take(providerDay(m_session, QString::fromLatin1(provider)));
        for (const HalfHour &one : day.halfHours) {
            if (one.at.toUtc() == m_begin.addSecs(-1800 * ago))
                return one;
        }
        ADD_FAILURE() << "no such half hour";
        return {};
    }

    // When the current half hour began as the test did: another may begin meanwhile.
    const QDateTime m_begin = [this] {
        const qint64 now = write("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint").integer();
        return QDateTime::fromSecsSinceEpoch(now - now % 1800, Qt::UTC);
    }();
    int m_count = 0;
};

TEST_F(TheDayOfAProvider, HasAllItsHalfHoursWhereNothingHappened)
{
    const ProviderDay day = take(providerDay(m_session, u"laser"_s));
    ASSERT_EQ(day.halfHours.size(), 48);
    for (int i = 0; i < 48; ++i) {
        EXPECT_EQ(day.halfHours[i].started, 0);
        EXPECT_EQ(day.halfHours[i].mostInFlight, 0);
        if (i > 0) {
            EXPECT_EQ(day.halfHours[i].at, day.halfHours[i - 1].until);
        }
    }
    const QDateTime begin = day.halfHours.last().at.toUtc();
    EXPECT_EQ(begin.time().minute() % 30, 0);
    EXPECT_EQ(begin.secsTo(day.halfHours.last().until.toUtc()), 1800);
    EXPECT_FALSE(day.openedSince.happened());
}

TEST_F(TheDayOfAProvider, CountsAnAttemptInTheHalfHourInWhichItStarted)
{
    ran(3, 100, 10);
    ran(3, 200, 20);
    ran(3, 300, 30, true);
    ran(7, 0, 5, true);
    ran(48, 0, 5); // before the day
    const HalfHour third = halfHour(3);
    EXPECT_EQ(third.started, 3);
    EXPECT_EQ(third.unknown, 1);
    EXPECT_EQ(third.succeeded, 3);
    EXPECT_EQ(third.p50, std::chrono::seconds(20));
    EXPECT_EQ(third.p95, std::chrono::seconds(30));
    EXPECT_EQ(halfHour(7).started, 1);
    EXPECT_EQ(halfHour(7).unknown, 1);
    qint64 started = 0;
    for (const HalfHour &one : take(providerDay(m_session, u"quick"_s)).halfHours)
        started += one.started;
    EXPECT_EQ(started, 4);
    EXPECT_EQ(halfHour(3, "laser").started, 0);
}

TEST_F(TheDayOfAProvider, TellsHowManyWereInFlightAtOnce)
{
    ran(5, 10, 100);
    ran(5, 50, 100);  // at once with the first
    ran(5, 150, 100); // when the second ends, not with it
    EXPECT_EQ(halfHour(5).mostInFlight, 2);
    EXPECT_EQ(halfHour(4).mostInFlight, 0);
    ran(20, 600, 2 * 1800); // into the second half hour after it
    EXPECT_EQ(halfHour(21).mostInFlight, 0);
    EXPECT_EQ(halfHour(20).mostInFlight, 1);
    EXPECT_EQ(halfHour(19).mostInFlight, 1);
    EXPECT_EQ(halfHour(18).mostInFlight, 1);
    EXPECT_EQ(halfHour(17).mostInFlight, 0);
    ran(12, 0, 3600, true); // unknown after a second: no longer in flight
    EXPECT_EQ(halfHour(12).mostInFlight, 1);
    EXPECT_EQ(halfHour(11).mostInFlight, 0);
}

TEST_F(TheDayOfAProvider, CountsWhatIsUnderWayUntilNow)
{
    running(u"a"_s, "r");
    write("UPDATE oncedesk.attempts SET started_at = clock_timestamp() - interval '3 d', "
          "opened_at = clock_timestamp() - interval '3 d' WHERE provider = 'busy'");
    for (const HalfHour &one : take(providerDay(m_session, u"busy"_s)).halfHours) {
        EXPECT_EQ(one.mostInFlight, 1);
        EXPECT_EQ(one.started, 0);
    }
}

TEST_F(TheDayOfAProvider, SaysHowFarItReachesWhenTheLatestAttemptsDoNotFillIt)
{
    running(u"a"_s, "r");
    ran(2, 0, 5);
    // As if 25,000 had come and gone since, of which one is left here.
    write("ALTER TABLE oncedesk.attempts ALTER COLUMN id RESTART WITH 25000");
    ran(1, 0, 5);
    EXPECT_EQ(halfHour(2).started, 0);
    EXPECT_EQ(halfHour(1).started, 1);
    EXPECT_EQ(take(providerDay(m_session, u"quick"_s)).openedSince.toUtc(), m_begin.addSecs(-1800));
    EXPECT_EQ(halfHour(0, "busy").mostInFlight, 1) << "what is under way is found however old";
}

} // namespace
} // namespace oncedesk::board
