// One scenario: a database, providers with moods, callers, a person, and real workers in between.
#pragma once

#include "tests/workers/clientele.h"
#include "tests/workers/moodyprovider.h"
#include "tests/workers/person.h"
#include "tests/workers/verdict.h"
#include "tests/workers/workerprocess.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace oncedesk {

class Drill
{
public:
    struct Fallback // another provider, beside "press"
    {
        QByteArray name;
        std::map<Mood, int> moods;
        std::function<QByteArray(int execution)> answer; // see MoodyProvider
        QByteArray settings = {};                        // more of them: ", \"answer_model\": \"/model\""
    };

    struct Options
    {
        QByteArray name; // in the line it prints
        std::map<Mood, int> moods;
        QByteArray timeout = "1.5"; // seconds, of each attempt
        std::chrono::milliseconds lateAfter{2000};
        std::chrono::milliseconds usual{5000}; // how long it goes on when no time is given
        int personsShare = 30;                 // of a hundred unknown attempts
        QByteArray personsChoice = {};         // where the person sends a half of what is tried again
        std::vector<Fallback> fallbacks = {};
        QList<QByteArray> policies = {""}; // more of each job's policy: ", \"fallbacks\": [\"laser\"]"
        Verdict::Options verdict = {};
    };

    // `owner`: a superuser of a migrated database without providers. `worker`: whom the workers log in as.
    Drill(const ConnectionSettings &owner, const ConnectionSettings &worker, Options options);

    WorkerProcess &addWorker(QMap<QString, QString> environment = {}); // started
    [[nodiscard]] const std::vector<std::unique_ptr<WorkerProcess>> &workers() const { return m_workers; }
    [[nodiscard]] WorkerProcess &anyWorker(); // it runs
    [[nodiscard]] MoodyProvider &provider() { return m_provider; }
    [[nodiscard]] MoodyProvider &fallback(const QByteArray &name) { return *m_fallbacks.at(name); }
    [[nodiscard]] Person &person() { return m_person; }

    // The callers begin, and the time runs.
    void begin();
    [[nodiscard]] bool goesOn() const;
    // The dice: from 1 to `most`.
    [[nodiscard]] int upTo(int most);
    // Until something from 1 to `most` requests more have reached the provider, or the patience is over.
    void awaitRequests(int most, std::chrono::milliseconds patience = std::chrono::milliseconds(1500));
    // False when the statement does not say true in time.
    [[nodiscard]] bool awaitSql(const QByteArray &sql, const QList<Param> &params = {},
                                std::chrono::milliseconds patience = std::chrono::seconds(120));

    // With all workers running: the callers stop, what was begun ends, late answers come in, the workers
    // stop. Then the verdict, the audit, and one line with the counts and `struck` ("12 kills").
    Verdict::Counts end(const QString &struck, const QList<Verdict::Uncertified> &uncertified = {});
    [[nodiscard]] SteadyConnection &sql() { return m_sql; }

private:
    [[nodiscard]] QByteArray stateOf(qint64 job, int ordinal);
    [[nodiscard]] MoodyProvider::Options provided(const QByteArray &name, const std::map<Mood, int> &moods);
    void add(const MoodyProvider &provider, const QByteArray &name, const QByteArray &settings);
    void startWhoEnded();
    // False when the worker that listened for one has not told the database in time.
    [[nodiscard]] bool awaitLateAnswers();
    void settle();
    void judge(const QList<Verdict::Uncertified> &uncertified);
    void print(const QString &struck) const;

    const Options m_options;
    const ConnectionSettings m_owner;
    const ConnectionSettings m_worker;
    std::mt19937_64 m_dice;
    SteadyConnection m_witness; // the providers', one after the other
    const std::shared_ptr<ExecutionJournal> m_journal = std::make_shared<ExecutionJournal>();
    std::map<QByteArray, std::unique_ptr<MoodyProvider>> m_fallbacks;
    MoodyProvider m_provider;
    SteadyConnection m_sql;
    Person m_person;
    QTemporaryDir m_logs;
    std::vector<std::unique_ptr<WorkerProcess>> m_workers;
    std::unique_ptr<Clientele> m_clientele;
    QElapsedTimer m_since;
    Verdict::Counts m_counts;
};

} // namespace oncedesk
