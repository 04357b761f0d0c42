#include "core/providers/retryafter.h"

#include <gtest/gtest.h>

using namespace oncedesk;
using namespace std::chrono_literals;

namespace {
const QDateTime now(QDate(1994, 11, 6), QTime(8, 49, 37), Qt::UTC);
} // namespace

TEST(RetryAfter, ReadsTheThreeSpellingsOfAnHttpDate)
{
    for (const QByteArray &text : QByteArrayList{
             "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"})
        EXPECT_EQ(parseHttpDate(text), now) << text.data();
    EXPECT_EQ(parseHttpDate("Saturday, 06-Nov-27 08:49:37 GMT"), now.addYears(33));
}

TEST(RetryAfter, CountsADateFromTheMomentGiven)
{
    EXPECT_EQ(parseRetryAfter("Sun, 06 Nov 1994 08:50:37 GMT", now), 60s);
    EXPECT_EQ(parseRetryAfter("Sun, 06 Nov 1994 08:00:00 GMT", now), 0s);
}

TEST(RetryAfter, CutsAnAbsurdWaitToADay)
{
    EXPECT_EQ(parseRetryAfter("86400", now), 24h);
    EXPECT_EQ(parseRetryAfter("86401", now), 24h);
    EXPECT_EQ(parseRetryAfter("18446744073709551616", now), 24h);
    EXPECT_EQ(parseRetryAfter("Fri, 31 Dec 9999 23:59:59 GMT", now), 24h);
}

TEST(RetryAfter, IsNoneWhenItIsNeitherSecondsNorADate)
{
    for (const QByteArray &text :
         QByteArrayList{"", " ", "-1", "+1", "1.5", "1 2", "0x1", "soon", "tomorrow", "1994-11-06",
                        "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 32 Nov 1994 08:49:37 GMT",
                        "Sun, 06 Nov 1994 25:49:37 GMT"})
        EXPECT_FALSE(parseRetryAfter(text, now)) << text.data();
}
