#include "tests/bench/ledgers.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace oncedesk::bench {

namespace {

std::atomic<int> runs{0};

} // namespace

Pace drive(const ConnectionSettings &settings, int connections, double seconds, const Turn &turn)
{
    ++runs;
    std::atomic<qint64> calls{0};
    std::atomic<bool> over{false};
    std::vector<std::unique_ptr<Database>> databases;
    for (int i = 0; i < connections; ++i) {
        databases.push_back(std::make_unique<Database>(settings));
        (void)databases.back()->run([](Session &) -> Result<Done> { return Done{}; }).takeResult(); // connect
    }
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> callers;
    for (int i = 0; i < connections; ++i) {
        callers.emplace_back([&, i, &database = *databases[size_t(i)]] {
            for (int n = 1; !over; ++n) {
                const auto done =
                    database.call([&](Session &session) { return turn(session, i, n); }).takeResult();
                if (!done)
                    qFatal("%s", qPrintable(done.error().sentence));
                ++calls;
            }
        });
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    over = true;
    for (std::thread &caller : callers)
        caller.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return {double(calls) / took.count(), calls};
}

QByteArray freshKey(int connection, int turn)
{
    return "ours-" + QByteArray::number(runs.load()) + '-' + QByteArray::number(connection) + '-' +
           QByteArray::number(turn);
}

} // namespace oncedesk::bench
