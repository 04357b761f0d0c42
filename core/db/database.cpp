#include "core/db/database.h"

#include "core/db/link.h"
#include "core/db/transaction.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace oncedesk {

using namespace std::chrono_literals;

namespace {

constexpr auto patienceWithWork = 5s;
constexpr auto patienceWithCancel = 2s;
constexpr auto betweenCancels = 100ms; // one that comes between two statements ends neither

} // namespace

// The queue between threads. Of the standard library's making, so that ThreadSanitizer can follow it.
struct Database::Private
{
    Private(ConnectionSettings settings, Options options) : link(std::move(settings), std::move(options)) {}

    struct Item
    {
        Mode mode;
        Work work;
        Answer answer;
    };

    void serve();
    std::optional<Item> next();
    // The answer of the piece of work under way, once: the thread and the destructor may both want to give
    // it.
    std::optional<Answer> takeAnswer();

    std::mutex mutex; // guards queue, underWay, stopping, finished
    std::condition_variable changed;
    std::deque<Item> queue;
    std::optional<Answer> underWay;
    bool stopping = false;
    bool finished = false;
    Link link; // the thread's, but for what it says itself
    std::thread thread;
};

std::optional<Database::Private::Item> Database::Private::next()
{
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return stopping || !queue.empty(); });
    if (stopping)
        return {};
    Item item = std::move(queue.front());
    queue.pop_front();
    underWay = std::move(item.answer);
    return item;
}

std::optional<Database::Answer> Database::Private::takeAnswer()
{
    const std::lock_guard lock(mutex);
    return std::exchange(underWay, std::nullopt);
}

void Database::Private::serve()
{
    while (auto item = next()) {
        Transaction transaction(link, item->work);
        const auto done = item->mode == Mode::transaction ? transaction.run() : transaction.call();
        if (const auto answer = takeAnswer())
            (*answer)(done ? nullptr : &done.error());
    }
    link.drop();
    const std::lock_guard lock(mutex);
    finished = true;
    changed.notify_all();
}

Database::Database(ConnectionSettings settings, Options options)
    : d(std::make_shared<Private>(std::move(settings), std::move(options)))
{
    d->thread = std::thread([shared = d] { shared->serve(); });
}

Database::~Database()
{
    close(patienceWithWork, patienceWithCancel);
}

void Database::close(std::chrono::milliseconds forWork, std::chrono::milliseconds forCancel)
{
    if (!d->thread.joinable())
        return; // closed before
    std::deque<Private::Item> unserved;
    {
        const std::lock_guard lock(d->mutex);
        d->stopping = true;
        unserved.swap(d->queue);
        d->changed.notify_all();
    }
    d->link.stop();
    const Error closing = Link::closing();
    for (const Private::Item &item : unserved)
        item.answer(&closing);

    if (d->thread.get_id() == std::this_thread::get_id()) {
        d->thread.detach(); // an answer's continuation let go of us
        return;
    }
    const auto finishedWithin = [this](std::chrono::milliseconds time) {
        std::unique_lock lock(d->mutex);
        return d->changed.wait_for(lock, time, [this] { return d->finished; });
    };
    if (d->link.abandonIfConnecting()) {
        d->thread.detach();
        if (const auto answer = d->takeAnswer())
            (*answer)(&closing);
        return;
    }
    bool finished = finishedWithin(forWork);
    for (auto left = forCancel; !finished && left > 0ms; left -= betweenCancels) {
        d->link.cancel();
        finished = finishedWithin(std::min<std::chrono::milliseconds>(left, betweenCancels));
    }
    if (!finished)
        d->link.breakOff();
    d->thread.join();
}

void Database::push(Mode mode, Work work, Answer answer)
{
    {
        const std::lock_guard lock(d->mutex);
        if (!d->stopping) {
            d->queue.push_back({mode, std::move(work), std::move(answer)});
            d->changed.notify_all();
            return;
        }
    }
    const Error closing = Link::closing();
    answer(&closing);
}

} // namespace oncedesk
