#include "core/scenarios/leftovers.h"

#include "core/contract/administration.h"
#include "core/contract/ledger.h"
#include "core/scenarios/scenario.h"
#include "core/scenarios/stage.h"

#include <thread>

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString reason = u"the story is over"_s;
constexpr auto longestStory = 30s; // longer than any story's deadline

// Whether it is closed, or was over; false: something is under way there until its deadline.
Result<bool> closeJob(Session &session, qint64 job)
{
    Ledger ledger(session);
    if (const auto swept = ledger.sweepOverdue(); !swept)
        return swept.error();
    const auto live =
        session.exec("SELECT id FROM oncedesk.attempt_view WHERE job_id = $1 AND live ORDER BY id", {job});
    if (!live)
        return live.error();
    for (int row = 0; row < live->size(); ++row) {
        const auto outcome =
            ledger.cancelAttempt(AttemptId(live->integer(row, 0)), reason, u"accepted_risk"_s);
        if (!outcome)
            return outcome.error();
        if (outcome->outcome == CancelOutcome::Outcome::cancelRequested)
            return false;
    }
    const auto version = session.exec("SELECT version FROM oncedesk.job_view WHERE id = $1", {job});
    if (!version)
        return version.error();
    const auto closed = ledger.closeJob(JobId(job), version->integer(0, 0), reason);
    if (!closed)
        return closed.error();
    return closed->closed || closed->refusal != u"attempt_open";
}

} // namespace

Result<int> closeJobs(Database &database, const QList<qint64> &jobs)
{
    int count = 0;
    for (const qint64 job : jobs) {
        const auto end = std::chrono::steady_clock::now() + longestStory;
        while (true) {
            const auto isOpen =
                database
                    .call([job](Session &session) {
                        return session.exec("SELECT completed_by IS NULL AND closed_at IS NULL"
                                            "  FROM oncedesk.job_view WHERE id = $1",
                                            {job});
                    })
                    .takeResult();
            if (!isOpen)
                return isOpen.error();
            if (isOpen->size() == 0 || !isOpen->boolean(0, 0))
                break;
            const auto closed =
                database.call([job](Session &session) { return closeJob(session, job); }).takeResult();
            if (!closed)
                return closed.error();
            if (*closed) {
                ++count;
                break;
            }
            if (std::chrono::steady_clock::now() > end)
                return Error{ErrorKind::refused,
                             u"Ticket #%1 cannot be closed yet: something runs there."_s.arg(job),
                             {}};
            std::this_thread::sleep_for(100ms);
        }
    }
    return count;
}

Result<int> cleanUp(const ConnectionSettings &settings)
{
    Database database(settings);
    const auto open =
        database
            .call([](Session &session) {
                return session.exec("SELECT id FROM oncedesk.job_view WHERE owner_id = ANY ($1)"
                                    "   AND completed_by IS NULL AND closed_at IS NULL ORDER BY id",
                                    {Param::array(QStringList{owner, neighbour})});
            })
            .takeResult();
    if (!open)
        return open.error();
    QList<qint64> jobs;
    for (int row = 0; row < open->size(); ++row)
        jobs += open->integer(row, 0);
    const auto closed = closeJobs(database, jobs);
    if (!closed)
        return closed;
    const auto disabled =
        database
            .run([](Session &session) -> Result<Done> {
                const auto names =
                    session.exec("SELECT name FROM oncedesk.provider_view WHERE enabled AND name = ANY ($1)",
                                 {Param::array(QStringList{inkjet, laser})});
                if (!names)
                    return names.error();
                for (int row = 0; row < names->size(); ++row) {
                    if (auto done = Administration(session).enableProvider(names->text(row, 0), false); !done)
                        return done;
                }
                return Done{};
            })
            .takeResult();
    if (!disabled)
        return disabled.error();
    return closed;
}

} // namespace oncedesk::lab
