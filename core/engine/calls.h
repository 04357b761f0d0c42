// The calls under way: from a claimed attempt to the last word about it.
#pragma once

#include "core/engine/deadlines.h"
#include "core/engine/flights.h"
#include "core/engine/providertable.h"
#include "core/engine/report.h"
#include "core/engine/worker.h"

namespace oncedesk {

class Reporter;

class Calls : public QObject
{
    Q_OBJECT
public:
    Calls(const Worker::Options &options, const ProviderTable &providers, Reporter &reporter,
          QObject *parent = nullptr);
    ~Calls() override;

    [[nodiscard]] const Flights &flights() const { return m_flights; }
    [[nodiscard]] Worker::Counters counters() const;

    // Sends them. `claimedSince` is when the claim set out: their deadlines are counted from then, and
    // nothing is sent after them.
    void take(const QList<ClaimedAttempt> &attempts, Deadlines::Clock::time_point claimedSince);
    // The database has moved it while its call is under way (a stop was answered): from now on it lingers.
    void movedElsewhere(AttemptId attempt, AttemptState state);
    // Ends every call and reports what that leaves; what is taken from now on is not sent.
    void end();

Q_SIGNALS:
    void log(const QString &line);
    void changed();
    // An answer named the model that gave it.
    void modelSeen(const QString &provider, const QString &model, oncedesk::AttemptId attempt);
    // A failure was answered with a next attempt, due after that time.
    void nextAttemptIn(std::chrono::milliseconds time);

private:
    void begin(const ClaimedAttempt &attempt, Deadlines::Clock::time_point claimedSince);
    void onOutcome(AttemptId id, Outcome outcome);
    void onDue(AttemptId id);
    void onAnswer(const Report &report, const ReportAnswer &answer);

    void report(Flight &flight, decltype(Report::body) body);
    void markUnknown(Flight &flight, const QString &why);
    void linger(Flight &flight);
    // Aborts the call. If nothing was sent it certainly did not happen, which is worth saying; else `why`,
    // when the database does not know yet.
    void abort(AttemptId id, const QString &why);
    void dropSurplus();
    // Destroys it once its callback is off the stack.
    void retire(Flight &flight);
    void count(const Report &report, const ReportAnswer &answer, const ClaimedAttempt &attempt);

    const int m_lingeringAtMost;
    const ProviderTable &m_providers;
    Reporter &m_reporter;
    Flights m_flights;
    Deadlines m_deadlines;
    Worker::Counters m_counters;
    bool m_ended = false;

    struct Retired
    {
        std::shared_ptr<Provider> provider;
        std::unique_ptr<Call> call;
    };
    std::vector<Retired> m_retired;
};

} // namespace oncedesk
