// Compares what a provider executed and what callers were told with the tables and the history, by SQL alone.
#pragma once

#include "tests/workers/clientele.h"
#include "tests/workers/executionjournal.h"

#include "tests/support/testconnection.h"

#include <QStringList>
#include <optional>

namespace oncedesk {

class Verdict
{
public:
    struct Options
    {
        // No worker died and nothing was lost: each mood of the provider leads to its one state.
        bool moodsDecide = false;
        // The database was there all the time: what is overdue becomes unknown within this time.
        std::optional<std::chrono::milliseconds> sweptWithin = std::chrono::seconds(30);
    };

    // Who may get nothing by itself, and when, by the database's clock.
    struct Uncertified
    {
        QByteArray provider;
        QByteArray since = "-infinity";
        QByteArray until = "infinity";
    };

    struct Finding
    {
        QByteArray promise; // its short name
        QString what;       // naming the rows

        bool operator==(const Finding &) const = default;
    };

    struct Counts
    {
        qint64 jobs = 0;
        qint64 received = 0;     // requests at the provider
        qint64 unwitnessed = 0;  // of these, the ones that the provider could not ask the database about
        qint64 pastDeadline = 0; // arrived when the attempt's deadline had passed
        qint64 executed = 0;
        qint64 won = 0;
        qint64 lost = 0;
        qint64 failed = 0;
        qint64 everUnknown = 0; // attempts
        qint64 unknown = 0;     // attempts that still are
        qint64 lateWins = 0;    // unknown, then succeeded by their own late outcome
        qint64 cancelled = 0;   // by a person
        qint64 againByOrder = 0;
        qint64 againByItself = 0; // must be 0
        qint64 failedOver = 0;
        qint64 raced = 0;      // second lanes
        qint64 passedOver = 0; // how often a fallback was
        qint64 elsewhere = 0;  // ordered by a person at a provider that was not certified
    };

    // Puts the journals into the schema "drill" of that database; a superuser's connection.
    Verdict(TestConnection &connection, const QList<JournalEntry> &journal,
            const QList<Clientele::Told> &told, const QList<Uncertified> &uncertified = {});

    // Every promise that does not hold, each with at most a few of its rows.
    [[nodiscard]] QList<Finding> findings(const Options &options);
    [[nodiscard]] Counts counts();

private:
    TestConnection &m_connection;
};

void PrintTo(const Verdict::Finding &finding, std::ostream *out);

} // namespace oncedesk
