// Many people and workers at once, each doing whatever comes to mind: no deadlock, no error, and sound jobs.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// What everybody knows of: attempts that were claimed, and jobs. They look at the latest, where they meet.
class Knowledge
{
public:
    void add(const QList<Claimed> &attempts)
    {
        const std::lock_guard lock(m_mutex);
        m_attempts += attempts;
    }
    void add(qint64 job)
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.append(job);
    }
    QList<Claimed> someAttempts(std::mt19937 &dice, int most)
    {
        const std::lock_guard lock(m_mutex);
        QList<Claimed> some;
        for (int i = 0; i < most && !m_attempts.isEmpty(); ++i)
            some.append(oneOfTheLatest(m_attempts, dice));
        return some;
    }
    qint64 someJob(std::mt19937 &dice)
    {
        const std::lock_guard lock(m_mutex);
        return m_jobs.isEmpty() ? 0 : oneOfTheLatest(m_jobs, dice);
    }

private:
    template<class T>
    static T oneOfTheLatest(const QList<T> &list, std::mt19937 &dice)
    {
        return list[list.size() - 1 - qsizetype(dice() % size_t(qMin<qsizetype>(list.size(), 30)))];
    }

    std::mutex m_mutex;
    QList<Claimed> m_attempts;
    QList<qint64> m_jobs;
};

QByteArray policyNumber(int n, const Names &names)
{
    const QByteArray fallbacks =
        R"("fallbacks": [")" + names.laser.toUtf8() + R"(", ")" + names.plotter.toUtf8() + "\"]";
    switch (n % 4) {
    case 0:
        return R"({"mode": "hedged", "hedge_after_s": 0.001, "timeout_s": 0.05, "retry_backoff_s": 0, "max_attempts": 9, )" +
               fallbacks + '}';
    case 1:
        return R"({"timeout_s": 0.01, "retry_backoff_s": 0, "max_attempts": 9, )" + fallbacks + '}';
    case 2:
        return R"({"start": "manual", "retry_backoff_s": 0, "max_attempts": 9})";
    default:
        return "{}";
    }
}

void actAtRandom(Caller &caller, Knowledge &known, std::mt19937 &dice)
{
    const QStringList providers{caller.names().inkjet, caller.names().laser, caller.names().plotter};
    const QList<Claimed> some = known.someAttempts(dice, 4);
    const Claimed one = some.value(0);
    switch (dice() % 16) {
    case 0:
    case 1: {
        const int n = int(dice() % 2000);
        const Submitted submitted =
            caller.submit("job " + QByteArray::number(n), {.policy = policyNumber(n, caller.names())});
        known.add(submitted.job);
        break;
    }
    case 2:
    case 3:
    case 4:
        known.add(caller.claimSome(providers, 1 + int(dice() % 5)));
        break;
    case 5:
        if (one.attempt)
            caller.finish(one);
        break;
    case 6:
    case 7:
        if (one.attempt)
            caller.finishAll(some, QList<QByteArray>(some.size(), "1"));
        break;
    case 8:
        if (one.attempt)
            caller.fail(one, dice() % 2);
        break;
    case 9:
        if (one.attempt)
            caller.markUnknown(one);
        break;
    case 10:
        if (one.attempt)
            caller.cancel(one.attempt);
        break;
    case 11:
        caller.open(known.someJob(dice), providers[qsizetype(dice() % 3)], u"why not"_s);
        break;
    case 12:
        caller.close(known.someJob(dice), 1);
        break;
    case 13:
        caller.sweep();
        break;
    case 14:
        caller.hedge();
        break;
    case 15:
        if (one.attempt)
            caller.ask(one.attempt);
        if (const Asked asked = caller.claimRequest(providers[qsizetype(dice() % 3)]); asked.request) {
            if (asked.kind == u"ask"_s)
                caller.answer(asked,
                              QStringList{u"running"_s, u"succeeded"_s, u"failed"_s,
                                          u"no_record"_s}[qsizetype(dice() % 4)],
                              "2");
            else
                caller.answer(asked, dice() % 2 ? u"stopped"_s : u"not_stopped"_s);
        }
        break;
    }
}

void letThemLoose(const char *isolation)
{
    Desk desk;
    desk.certify(desk.names().laser);
    desk.certify(desk.names().plotter);
    Knowledge known;
    std::vector<std::thread> people;
    for (unsigned seed = 1; seed <= 6; ++seed) {
        people.emplace_back([&desk, &known, isolation, seed] {
            Caller caller = desk.another();
            caller.must(QByteArray("SET default_transaction_isolation = '") + isolation + '\'');
            caller.tryAgainWhenTurnedAway();
            std::mt19937 dice(seed);
            for (int i = 0; i < 400; ++i)
                actAtRandom(caller, known, dice);
        });
    }
    for (std::thread &person : people)
        person.join();
    EXPECT_EQ(desk.unsound(), QStringList());
    for (const char *state : {"succeeded", "failed", "superseded", "cancelled"})
        EXPECT_GT(desk.count("oncedesk.attempts a JOIN oncedesk.jobs j ON j.id = a.job_id WHERE j.owner_id = "
                             "$1 AND a.state = $2",
                             {desk.names().owner, QByteArray(state)}),
                  0)
            << "nothing came to " << state << ": the turmoil was too tame";
}

TEST(SixPeopleAndWorkersAtOnce, LeaveSoundJobsWhateverTheyDo)
{
    letThemLoose("read committed");
}

TEST(SixPeopleAndWorkersAtOnce, LeaveSoundJobsUnderRepeatableReadWhenTheyTryAgain)
{
    letThemLoose("repeatable read");
}

} // namespace
} // namespace oncedesk
