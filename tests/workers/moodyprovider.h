// A provider without any idempotency of its own: it executes whatever reaches it, writes that down, and
// answers as its mood has it. So whatever is sent twice is executed twice, and shows.
#pragma once

#include "tests/support/providerserver.h"
#include "tests/workers/executionjournal.h"

#include <map>
#include <random>

namespace oncedesk {

enum class Mood {
    good,      // executes and answers at once
    slow,      // within the deadline
    late,      // executes at once, answers after the deadline
    twice,     // two whole responses to one request
    half,      // a part of the answer, then closes
    unframed,  // the same without having said how long the answer is
    silent,    // executes and says nothing, until it calms down
    slams,     // executes and closes
    resets,    // executes and resets the link
    broken,    // executes and answers 500
    busy,      // does nothing: 503, try again at once
    busyUntil, // does nothing: 503, try again at a date by its own clock
    refusing,  // does nothing: 422
};

[[nodiscard]] const char *toString(Mood mood);
// False: a definite failure, for which it has done nothing.
[[nodiscard]] bool executes(Mood mood);

class MoodyProvider
{
public:
    struct Options
    {
        quint64 seed = 0;
        QByteArray name = "press";
        std::map<Mood, int> moods; // with their weights
        // Several providers may write one, and number what arrives anywhere.
        std::shared_ptr<ExecutionJournal> journal = std::make_shared<ExecutionJournal>();
        // The body of an answer about that execution; of a rehearsal, which is no execution, number 0.
        std::function<QByteArray(int execution)> answer = {};
        std::chrono::milliseconds slowAtMost{400};
        std::chrono::milliseconds lateAfter{2000}; // past the attempts' deadline
        // Asked about each attempt that arrives, before it is executed; on the provider's thread.
        std::function<QByteArray(qint64 job, int ordinal)> witness = {};
    };

    explicit MoodyProvider(Options options);

    [[nodiscard]] const ExecutionJournal &journal() const { return *m_options.journal; }
    [[nodiscard]] int rehearsals() const { return m_rehearsals; }
    [[nodiscard]] const ProviderServer &server() const { return *m_server; }
    // From now on it is good, and it hangs up where it was silent.
    void calmDown();

private:
    Reply replyTo(const ServedRequest &request);
    [[nodiscard]] QByteArray bodyOf(int execution) const;
    Reply replyOf(Mood mood, const QByteArray &body);
    Mood draw();

    const Options m_options;
    std::mt19937_64 m_dice; // the server's thread's
    std::atomic<bool> m_calm = false;
    std::atomic<int> m_rehearsals = 0;
    std::unique_ptr<ProviderServer> m_server; // last: its thread uses the others
};

} // namespace oncedesk
