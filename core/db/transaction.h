// One piece of a Database's work, carried through: run again where that is safe, looked up where it is not.
#pragma once

#include "core/db/link.h"

#include <functional>

namespace oncedesk {

class Transaction
{
public:
    using Work = std::function<Result<Done>(Session &)>;

    Transaction(Link &link, const Work &work);

    // BEGIN, the work, COMMIT.
    Result<Done> run();
    // The work alone, in autocommit; called again after a lost reply.
    Result<Done> call();

private:
    struct Step
    {
        enum class Kind { answered, lost, raced, stale };
        Kind kind;
        Result<Done> result;
    };

    Result<Done> repeat(Step (Transaction::*once)(Session &));
    Step runOnce(Session &session);
    Step callOnce(Session &session);
    Step afterFailure(Session &session, const Error &error);
    Step resolve(const QByteArray &xid, int backendPid, const Connection::Incarnation &before,
                 const Error &loss);

    Link &m_link;
    const Work &m_work;
    const Link::Clock::time_point m_deadline;
};

} // namespace oncedesk
