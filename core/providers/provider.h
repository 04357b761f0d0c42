// A place where attempts are carried out, and what came back from it.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace oncedesk {

using namespace std::chrono_literals;

// What went out to a provider, secrets taken out: what certification looks at.
struct WireRequest
{
    QByteArray method;
    QByteArray url;
    QList<std::pair<QByteArray, QByteArray>> headers; // names as sent
    QByteArray body;
    // What came of counting the prompt: "412 of 8192 tokens", "not checked: …". Empty where nothing is
    // counted.
    QString promptCheck;
};

// Marks a call as a case of a contract suite, so that the provider can tell it from production.
struct Rehearsal
{
    QByteArray mark;                   // value of the header Oncedesk-Certification: "run/case/repeat"
    std::optional<double> temperature; // instead of the provider's own, where it has one
};

// One claimed attempt, as it goes to the provider.
struct Dispatch
{
    AttemptId attempt;
    JobId job;
    int ordinal = 1;
    QString provider;
    QString owner;
    QByteArray idempotencyKey; // the owner's key as submitted
    QString intent;
    QByteArray params; // the JSON text as the database stores it; goes out byte for byte
    std::chrono::milliseconds timeout{30000};
    // Asked when the link is there and the request is about to be written: false, and nothing is sent.
    // Null: always true.
    std::function<bool()> maySend = {};
    // Set when this is a case of a contract suite and not an attempt.
    std::optional<Rehearsal> rehearsal = {};
    // Told what goes out, when it is handed to the link. Null: nobody looks.
    std::function<void(const WireRequest &)> onSend = {};
};

// The provider answered well; the body is the result, whatever bytes it holds.
struct Finished
{
    QByteArray body;
    QString model = {}; // which model answered, as the provider says; empty when it does not say
};

// It certainly did not happen (or certainly failed).
struct FailedForSure
{
    QString code; // short and stable: connection_refused, http_404 …
    QString message;
    bool retryable = false;
    std::optional<std::chrono::milliseconds> retryAfter;
};

// Whether the provider acted is open.
struct Doubtful
{
    QString why;
};

using Outcome = std::variant<Finished, FailedForSure, Doubtful>;

// What a provider said when asked about an attempt, or told to stop one. Values are the SQL interface's.
struct Answer
{
    // ask: running, succeeded, failed, no_record, unreachable; stop: stopped, not_stopped, unreachable
    QString answer;
    QByteArray payload; // JSON text kept as evidence; for `succeeded` the result itself; null when none
};

// A call under way. Destroying it aborts the call; its callback then never comes.
class Call
{
public:
    virtual ~Call() = default;
    // True while it is certain that no byte of the request has left.
    [[nodiscard]] virtual bool nothingSent() const = 0;
};

// A Provider and its Calls belong to the thread of the first call, and end there before its event loop does.
class Provider
{
public:
    virtual ~Provider() = default;

    // Starts one call and returns at once. `done` comes exactly once, from the event loop of the thread that
    // called, never from inside this function. The caller keeps the deadline: a Provider goes on listening
    // until it has an outcome or the Call is destroyed.
    virtual std::unique_ptr<Call> dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done) = 0;
    virtual std::unique_ptr<Call> ask(const Dispatch &about, std::function<void(Answer)> done) = 0;
    virtual std::unique_ptr<Call> stop(const Dispatch &about, std::function<void(Answer)> done) = 0;

    [[nodiscard]] virtual bool canAsk() const = 0;
    [[nodiscard]] virtual bool canStop() const = 0;
    // How long to go on listening after an attempt's deadline.
    [[nodiscard]] virtual std::chrono::milliseconds linger() const = 0;
    [[nodiscard]] virtual int maxInFlight() const = 0;
};

// Checks settings (a JSON object as text) of a kind: http, chat or simulated. Unknown keys are refused.
// Error kind: invalid, with a sentence naming the key.
Result<std::unique_ptr<Provider>> makeProvider(const QString &kind, const QByteArray &settings);

// The Idempotency-Key sent to a provider: owner and key in one, the same for every attempt of a job. The
// owner is part of it, so that two owners with one key never meet at a provider.
[[nodiscard]] QByteArray outboundIdempotencyKey(const QString &owner, const QByteArray &key);

} // namespace oncedesk
