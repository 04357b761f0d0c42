// Paging through jobs: every row once, and never a search without an end.
#include "core/board/jobs.h"
#include "core/board/scan.h"
#include "tests/core/board/boardtest.h"

#include <algorithm>
#include <functional>
#include <random>

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Order = PageRequest::Order;

class PagesOfJobs : public BoardTest
{
protected:
    // All pages, one after the other, with work of `between` done after each.
    QList<qint64> walk(
        const QString &text, PageRequest request, const std::function<void()> &between = [] {})
    {
        QList<qint64> result;
        for (int pages = 0; pages < 10000; ++pages) {
            const auto page = take(jobs(m_session, filter(text), request));
            for (const JobRow &job : page.rows)
                result += job.id.value();
            if (page.exhausted)
                return result;
            request.after = page.reachedId;
            between();
        }
        ADD_FAILURE() << "the walk does not end";
        return result;
    }
};

TEST_F(PagesOfJobs, RefusesAPageOfNoneOrTooMany)
{
    for (const int limit : {-1, 0, 1001}) {
        PageRequest request;
        request.limit = limit;
        const auto page = jobs(m_session, Filter(), request);
        ASSERT_FALSE(page.ok());
        EXPECT_EQ(page.error().kind, ErrorKind::invalid);
    }
}

TEST_F(PagesOfJobs, WalksEveryRowExactlyOnceWhileRowsAreInserted)
{
    for (int i = 0; i < 137; ++i)
        submit(u"a"_s, "k" + QByteArray::number(i));
    const auto answer = write("SELECT id FROM oncedesk.jobs ORDER BY id");
    QList<qint64> expected;
    for (int i = 0; i < answer.rows.size(); ++i)
        expected += answer.rows.integer(i, 0);

    int added = 0;
    const auto addSome = [&] {
        for (int i = 0; i < 3; ++i)
            submit(u"a"_s, "new" + QByteArray::number(++added));
        // A conflict burns an id.
        write("SELECT * FROM oncedesk.submit_job('a', 'k0', 'other', 'laser', '{}')");
    };
    for (const int limit : {1, 7, 50, 137, 1000}) {
        PageRequest request;
        request.limit = limit;
        auto newestFirst = walk(u"key:k0 owner:a"_s, request);
        EXPECT_EQ(newestFirst, QList{expected[0]});
    }
    PageRequest request;
    request.limit = 10;
    auto newestFirst = walk(u""_s, request, addSome);
    std::reverse(newestFirst.begin(), newestFirst.end());
    EXPECT_EQ(newestFirst, expected);

    request.order = Order::oldestFirst;
    int rounds = 0;
    const auto oldestFirst = walk(u""_s, request, [&] {
        if (++rounds <= 5)
            addSome();
    });
    EXPECT_TRUE(std::is_sorted(oldestFirst.begin(), oldestFirst.end()));
    EXPECT_EQ(oldestFirst.size(), write("SELECT count(*) FROM oncedesk.jobs").integer());
    EXPECT_EQ(oldestFirst.mid(0, expected.size()), expected);
}

TEST_F(PagesOfJobs, WalksAFilterExactlyOnceThroughSmallWindows)
{
    // Ids far apart: most windows are empty.
    std::mt19937 random(5);
    QList<qint64> expected;
    qint64 id = 0;
    for (int i = 0; i < 60; ++i) {
        id += 1 + random() % 60000;
        write("INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy) "
              "OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, 'i', 'laser', '{}', '{}')",
              {id, i % 3 == 0 ? "rare" : "usual", QByteArray::number(i)});
        if (i % 3 == 0)
            expected += id;
    }
    for (const Order order : {Order::newestFirst, Order::oldestFirst}) {
        for (const int limit : {1, 3, 100}) {
            PageRequest request;
            request.order = order;
            request.limit = limit;
            request.patience = 0ms; // one window for each page
            auto found = walk(u"owner:rare"_s, request);
            if (order == Order::newestFirst)
                std::reverse(found.begin(), found.end());
            EXPECT_EQ(found, expected) << limit;
        }
    }
}

TEST_F(PagesOfJobs, SaysHowFarAFruitlessSearchCame)
{
    for (const qint64 id : {qint64(1), 5 * Window::first}) {
        write("INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy) "
              "OVERRIDING SYSTEM VALUE VALUES ($1, 'a', $2, 'i', 'laser', '{}', '{}')",
              {id, QByteArray::number(id)});
    }
    PageRequest request;
    request.patience = 0ms;
    auto page = take(jobs(m_session, filter(u"owner:nobody"_s), request));
    EXPECT_TRUE(page.rows.isEmpty());
    EXPECT_FALSE(page.exhausted);
    EXPECT_EQ(page.reachedId, 4 * Window::first + 1);

    request.patience = 1h;
    page = take(jobs(m_session, filter(u"owner:nobody"_s), request));
    EXPECT_TRUE(page.exhausted);
    EXPECT_EQ(page.reachedId, 1);
}

TEST_F(PagesOfJobs, AreTheSameWhateverWidthAnEarlierOneAdvised)
{
    for (const qint64 id : {qint64(1), Window::first, 2 * Window::first, 3 * Window::first}) {
        write("INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy) "
              "OVERRIDING SYSTEM VALUE VALUES ($1, 'a', $2, 'i', 'laser', '{}', '{}')",
              {id, QByteArray::number(id)});
    }
    PageRequest request;
    request.patience = 1h;
    const auto first = take(jobs(m_session, filter(u"owner:a"_s), request));
    EXPECT_EQ(first.rows.size(), 4);
    for (const qint64 width : {first.width, qint64(1), Window::first, Window::everything}) {
        request.width = width;
        const auto page = take(jobs(m_session, filter(u"owner:a"_s), request));
        ASSERT_EQ(page.rows.size(), 4) << width;
        EXPECT_EQ(page.rows[3].id.value(), 1);
        EXPECT_TRUE(page.exhausted);
        EXPECT_EQ(page.reachedId, 1);
    }
}

TEST_F(PagesOfJobs, LooksNoFurtherThanTheIdItIsGiven)
{
    QList<qint64> ids;
    for (int i = 0; i < 5; ++i)
        ids += submit(u"a"_s, QByteArray::number(i));
    PageRequest request;
    request.after = ids[4];
    request.until = ids[2];
    EXPECT_EQ(walk(u""_s, request), (QList<qint64>{ids[3], ids[2]}));
    request.limit = 1;
    EXPECT_EQ(walk(u""_s, request), (QList<qint64>{ids[3], ids[2]}));
    request.order = Order::oldestFirst;
    request.after = ids[0];
    EXPECT_EQ(walk(u""_s, request), (QList<qint64>{ids[1], ids[2]}));
    request.until = ids[0];
    EXPECT_EQ(walk(u""_s, request), QList<qint64>());
}

TEST_F(PagesOfJobs, StopsAtTheLastOfAFullPage)
{
    for (int i = 0; i < 5; ++i)
        submit(u"a"_s, QByteArray::number(i));
    PageRequest request;
    request.limit = 2;
    const auto first = take(jobs(m_session, Filter(), request));
    ASSERT_EQ(first.rows.size(), 2);
    EXPECT_EQ(first.reachedId, first.rows[1].id.value());
    EXPECT_FALSE(first.exhausted);
    request.limit = 5;
    const auto all = take(jobs(m_session, Filter(), request));
    EXPECT_EQ(all.rows.size(), 5);
    EXPECT_TRUE(all.exhausted);
}

TEST(AWindow, GrowsWhenQuickAndShrinksWhenSlow)
{
    Window window(Window::first);
    EXPECT_EQ(window.width(), Window::first);
    window.took(1ms);
    window.took(1ms);
    EXPECT_EQ(window.width(), 4 * Window::first);
    window.took(20ms);
    EXPECT_EQ(window.width(), 4 * Window::first);
    window.took(1000ms);
    EXPECT_EQ(window.width(), 2 * Window::first);
    for (int i = 0; i < 100; ++i)
        window.took(1000ms);
    EXPECT_EQ(window.width(), Window::first / 4);
    for (int i = 0; i < 100; ++i)
        window.took(1ms);
    EXPECT_EQ(window.width(), Window::widest);
    EXPECT_EQ(Window(Window::everything).width(), Window::everything);
}

} // namespace
} // namespace oncedesk::board
