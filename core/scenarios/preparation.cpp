#include "core/scenarios/preparation.h"

#include "core/board/access.h"
#include "core/contract/administration.h"
#include "core/scenarios/stage.h"

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;

namespace {

Result<Done> checkRoles(Session &session)
{
    const auto access = board::access(session);
    if (!access)
        return access.error();
    QStringList lacking;
    for (const auto &[may, role] : {std::pair{access->mayLook, u"oncedesk_viewer"_s},
                                    {access->mayOperate, u"oncedesk_operator"_s},
                                    {access->maySubmit, u"oncedesk_submitter"_s},
                                    {access->mayWork, u"oncedesk_worker"_s},
                                    {access->mayAdminister, u"oncedesk_admin"_s}}) {
        if (!may)
            lacking += role;
    }
    if (lacking.isEmpty())
        return Done{};
    return Error{
        ErrorKind::forbidden,
        u"The Lab plays every part; the login %1 lacks: %2."_s.arg(access->login, lacking.join(u", "_s)),
        {}};
}

Result<Done> lock(Session &session)
{
    const auto locked = session.exec("SELECT pg_try_advisory_lock(hashtext('oncedesk.lab'))");
    if (!locked)
        return locked.error();
    if (locked->boolean(0, 0))
        return Done{};
    return Error{
        ErrorKind::refused, u"Somebody else plays a story in this database: wait until it is over."_s, {}};
}

Result<Done> makeReady(Session &session, const QString &provider)
{
    const auto known = session.exec("SELECT FROM oncedesk.provider_view WHERE name = $1", {provider});
    if (!known)
        return known.error();
    Administration administration(session);
    if (known->size() == 0)
        return administration.addProvider(provider, u"simulated"_s, "{}");
    if (auto enabled = administration.enableProvider(provider, true); !enabled)
        return enabled;
    const auto revoked = session.exec("SELECT oncedesk.revoke_certificates($1, $2)", {provider, intent});
    if (!revoked)
        return revoked.error();
    return Done{};
}

} // namespace

Result<Done> prepare(Database &database)
{
    if (auto done = database.call([](Session &session) { return checkRoles(session); }).takeResult(); !done)
        return done;
    if (auto done = database.call([](Session &session) { return lock(session); }).takeResult(); !done)
        return done;
    return database
        .run([](Session &session) -> Result<Done> {
            for (const QString &provider : {inkjet, laser}) {
                if (auto done = makeReady(session, provider); !done)
                    return done;
            }
            return Done{};
        })
        .takeResult();
}

} // namespace oncedesk::lab
