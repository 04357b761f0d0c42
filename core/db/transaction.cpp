#include "core/db/transaction.h"

#include "core/db/sqlerror.h"

#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int mostRaces = 10;
constexpr int mostLosses = 8; // a statement that crashes the server must not do so for ever
constexpr int mostStale = 3;
// A backend that has not noticed the lost link by then is told.
constexpr std::chrono::milliseconds untilTerminate = 500ms;

Error lostError(const Session &session)
{
    // An earlier error that the work got over, with a savepoint say, is not the one.
    if (session.cause() && session.cause()->kind == ErrorKind::disconnected)
        return *session.cause();
    return {
        ErrorKind::disconnected, u"The connection to the database was lost. Try again in a moment."_s, {}};
}

Error openError(const Error &loss)
{
    return {ErrorKind::disconnected,
            u"The connection was lost while the change was being saved, so whether it took effect is open. "
            u"Look at "
            "what is stored (the job and its history) before you try again."_s,
            loss.sqlState};
}

enum class Fate { committed, aborted, inProgress, notTold };

// Whether a transaction of an earlier connection took effect, as far as this server can know.
Fate fateOf(Session &session, const QByteArray &xid, const Connection::Incarnation &before,
            const Connection::Incarnation &now)
{
    if (now.system != before.system)
        return Fate::notTold; // another cluster altogether
    if (now.timeline == "standby")
        return Fate::inProgress; // it may not have heard of it yet
    // After a crash or a failover an xid whose WAL was lost is given out again: "committed" may then be
    // somebody else's. That it did not commit, or was never reached, holds in any case.
    const bool sameRun = before == now && !now.timeline.isEmpty() && !now.statsReset.isEmpty();
    const auto rows = session.exec("SELECT pg_xact_status($1::xid8)", {xid});
    if (!rows)
        return rows.error().sqlState == u"22023" && !sameRun ? Fate::aborted : Fate::notTold;
    const QByteArray status = rows->utf8(0, 0);
    if (status == "aborted")
        return Fate::aborted;
    if (status == "committed")
        return sameRun ? Fate::committed : Fate::notTold;
    return status == "in progress" ? Fate::inProgress : Fate::notTold;
}

} // namespace

Transaction::Transaction(Link &link, const Work &work)
    : m_link(link), m_work(work), m_deadline(Link::Clock::now() + link.patience())
{
}

Result<Done> Transaction::run()
{
    return repeat(&Transaction::runOnce);
}

Result<Done> Transaction::call()
{
    return repeat(&Transaction::callOnce);
}

Result<Done> Transaction::repeat(Step (Transaction::*once)(Session &))
{
    int losses = 0;
    int races = 0;
    int stale = 0;
    while (true) {
        const auto session = m_link.session(m_deadline);
        if (!session)
            return session.error();
        (*session)->clearErrors();
        const Step step = (this->*once)(**session);
        switch (step.kind) {
        case Step::Kind::answered:
            m_link.resetBackoff();
            return step.result;
        case Step::Kind::lost:
            m_link.drop();
            // The link may have died while idle, which is found out only now: the first loss is forgiven.
            if (++losses > 1) {
                const auto pause = m_link.nextBackoff();
                if (losses >= mostLosses || Link::Clock::now() + pause > m_deadline)
                    return step.result;
                m_link.wait(pause);
            }
            break;
        case Step::Kind::raced:
            if (++races >= mostRaces || !m_link.wait(m_link.jitter(races * 10ms)))
                return step.result;
            break;
        case Step::Kind::stale:
            if (++stale >= mostStale)
                return step.result;
            (*session)->forgetStatements();
            break;
        }
    }
}

Transaction::Step Transaction::runOnce(Session &session)
{
    if (auto begun = session.script("BEGIN"); !begun)
        return afterFailure(session, begun.error());
    const auto done = m_work(session);
    if (!done)
        return afterFailure(session, done.error());
    // An error that the work did not pass on still rolls everything back.
    if (session.isLost())
        return {Step::Kind::lost, lostError(session)};
    if (session.isFailed())
        return afterFailure(session, *session.cause());
    if (!session.isInTransaction())
        return {
            Step::Kind::answered,
            Error{
                ErrorKind::internal,
                u"A piece of work ended its own transaction. This is a fault of the program, please report it."_s,
                {}}};
    const auto xid = session.exec("SELECT pg_current_xact_id_if_assigned()::text");
    if (!xid)
        return afterFailure(session, xid.error());

    const auto before = m_link.incarnation();
    const int backend = m_link.backendPid();
    const auto committed = session.commit();
    if (committed)
        return {Step::Kind::answered, Done{}};
    if (!session.isLost())
        return afterFailure(session, committed.error());
    if (xid->isNull(0, 0))
        return {Step::Kind::answered, Done{}}; // nothing was written, so nothing can have been lost
    return resolve(xid->utf8(0, 0), backend, before, committed.error());
}

Transaction::Step Transaction::callOnce(Session &session)
{
    const auto done = m_work(session);
    if (session.isInTransaction()) {
        (void)session.script("ROLLBACK");
        return {
            Step::Kind::answered,
            Error{ErrorKind::internal,
                  u"A single call opened a transaction. This is a fault of the program, please report it."_s,
                  {}}};
    }
    if (session.isLost())
        return {Step::Kind::lost, lostError(session)};
    if (!done)
        return afterFailure(session, done.error());
    return {Step::Kind::answered, done};
}

Transaction::Step Transaction::afterFailure(Session &session, const Error &error)
{
    if (session.isLost())
        return {Step::Kind::lost, lostError(session)};
    const bool failed = session.isFailed();
    if (session.isInTransaction())
        (void)session.script("ROLLBACK"); // lost here: the next piece of work finds out
    if (session.hasStaleStatements())
        return {Step::Kind::stale, error};
    const QString first = failed && session.cause() ? session.cause()->sqlState : QString();
    if (mayRunAgain(first.toLatin1()) || mayRunAgain(error.sqlState.toLatin1()))
        return {Step::Kind::raced, error};
    return {Step::Kind::answered, error};
}

Transaction::Step Transaction::resolve(const QByteArray &xid, int backendPid,
                                       const Connection::Incarnation &before, const Error &loss)
{
    const auto start = Link::Clock::now();
    const auto deadline = start + std::max(m_link.commitPatience(), m_link.patience());
    const Step open{Step::Kind::answered, openError(loss)};
    m_link.drop();
    while (true) {
        const auto session = m_link.session(deadline);
        if (!session)
            return open;
        const Fate fate = fateOf(**session, xid, before, m_link.incarnation());
        if ((*session)->isLost()) {
            m_link.drop();
        } else {
            switch (fate) {
            case Fate::committed:
                return {Step::Kind::answered, Done{}};
            case Fate::aborted:
                return {Step::Kind::lost, loss};
            case Fate::notTold:
                return open;
            case Fate::inProgress:
                break;
            }
            // Its backend waits for a client that is gone. If COMMIT never reached it, this ends it; if it
            // is committing, it finishes that first.
            if (Link::Clock::now() - start > untilTerminate)
                (void)(*session)->exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                       " WHERE pid = $1 AND backend_xid = ($2::xid8)::xid",
                                       {backendPid, xid});
        }
        if (Link::Clock::now() > deadline || !m_link.wait(50ms))
            return open;
    }
}

} // namespace oncedesk
