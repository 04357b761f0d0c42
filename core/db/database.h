// One thread that owns one connection. Work goes in as lambdas, answers come out as futures.
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"
#include "core/db/session.h"

#include <QFuture>
#include <QPromise>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace oncedesk {

// QFuture::then(context, …) wants its context to be there when the answer comes: whoever may go before the
// Database does uses whenDone().
class Database
{
public:
    struct Options
    {
        // How long one piece of work waits for a lost or refused connection to come back before it is
        // answered with ErrorKind::disconnected. Zero: one try.
        std::chrono::milliseconds patience{0};
        // How long whether a COMMIT took effect is looked for after its reply was lost.
        std::chrono::milliseconds commitPatience{10000};
        // First and longest wait between two tries to connect; doubles, with jitter.
        std::chrono::milliseconds firstBackoff{100};
        std::chrono::milliseconds longestBackoff{5000};
        // Runs on the Database's thread after each (re)connection, before any work.
        std::function<Result<Done>(Session &)> onConnected = {};
    };

    Database(ConnectionSettings settings, Options options);
    explicit Database(ConnectionSettings settings) : Database(std::move(settings), Options()) {}
    // close(), with some seconds for the work under way.
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    // No more work from here on, in the thread that made this. The piece under way is given the time to
    // finish; then its statement is cancelled, and where that does not end it, its link is cut. What still
    // waits is answered with ErrorKind::disconnected. When it returns, everything is answered.
    void close(std::chrono::milliseconds forWork, std::chrono::milliseconds forCancel);

    // The lambda, Result<T>(Session &), is one transaction: committed when it returns a value, rolled back
    // when it returns an Error. Run again as a whole after 40001, 40P01, or a link lost before COMMIT was
    // sent, so it must have no effect outside the database. A COMMIT whose reply was lost is looked up on a
    // new connection (pg_xact_status) before anything is answered.
    template<class F>
    auto run(F work)
    {
        return enqueue(Mode::transaction, std::move(work));
    }

    // The lambda's statements commit each by itself, without the round trips of BEGIN and COMMIT. Only for
    // reads and contract functions that answer the same again: after a lost reply it is called again.
    template<class F>
    auto call(F work)
    {
        return enqueue(Mode::single, std::move(work));
    }

private:
    enum class Mode { transaction, single };
    using Work = std::function<Result<Done>(Session &)>;
    using Answer = std::function<void(const Error *)>; // null: done

    template<class F>
    auto enqueue(Mode mode, F work)
    {
        using R = std::invoke_result_t<F, Session &>;
        auto promise = std::make_shared<QPromise<R>>();
        auto value = std::make_shared<std::optional<R>>();
        promise->start();
        QFuture<R> future = promise->future();
        push(
            mode,
            [value, work = std::move(work)](Session &session) mutable -> Result<Done> {
                *value = work(session);
                if (value->value().ok())
                    return Done{};
                return value->value().error();
            },
            [value, promise](const Error *error) {
                promise->addResult(error ? R(*error) : std::move(**value));
                promise->finish();
            });
        return future;
    }

    void push(Mode mode, Work work, Answer answer);

    struct Private;
    std::shared_ptr<Private>
        d; // shared with the thread, which may be caught in a connect that takes its time
};

} // namespace oncedesk
