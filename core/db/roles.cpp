#include "core/db/roles.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// An operator sees what a viewer sees.
constexpr auto membership = "GRANT oncedesk_viewer TO oncedesk_operator;"_L1;

// Another database's migrator may do the same at this moment: the one who comes second waits for the first
// one's transaction and then finds it done (23505, 42710), or stumbles over the same row (XX000).
QByteArray tolerant(const QString &statement)
{
    return QByteArray("DO $do$ BEGIN FOR i IN 1..20 LOOP"
                      " BEGIN ") +
           statement.toUtf8() +
           " RETURN;"
           " EXCEPTION WHEN duplicate_object OR unique_violation THEN RETURN;"
           " WHEN internal_error THEN PERFORM pg_sleep(0.02 * i);"
           " END; END LOOP; END $do$";
}

} // namespace

QStringList contractRoles()
{
    return {u"oncedesk_viewer"_s, u"oncedesk_operator"_s, u"oncedesk_submitter"_s, u"oncedesk_worker"_s,
            u"oncedesk_admin"_s};
}

Result<QStringList> missingRoleStatements(Session &session)
{
    const auto missing =
        session.exec("SELECT wanted.name FROM unnest($1::text[]) WITH ORDINALITY AS wanted(name, nr)"
                     " WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.name)"
                     " ORDER BY wanted.nr",
                     {Param::array(contractRoles())});
    if (!missing)
        return missing.error();
    QStringList statements;
    for (int row = 0; row < missing->size(); ++row)
        statements.append(u"CREATE ROLE %1 NOLOGIN;"_s.arg(missing->text(row, 0)));

    const auto member =
        session.exec("SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid"
                     " JOIN pg_roles r ON r.oid = m.member"
                     " WHERE g.rolname = 'oncedesk_viewer' AND r.rolname = 'oncedesk_operator'");
    if (!member)
        return member.error();
    if (member->size() == 0)
        statements.append(membership);
    return statements;
}

Result<Done> ensureRoles(Session &session)
{
    const auto missing = missingRoleStatements(session);
    if (!missing)
        return missing.error();
    if (missing->isEmpty())
        return Done{};
    const Error refusal{
        ErrorKind::refused,
        u"The database server lacks roles that this login may not create. Have an administrator run: "_s +
            missing->join(u' '),
        u"42501"_s};
    const auto may =
        session.exec("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user");
    if (!may)
        return may.error();
    if (!may->boolean(0, 0))
        return refusal;
    for (const QString &statement : *missing) {
        if (auto done = session.script(tolerant(statement)); !done)
            return done.error().kind == ErrorKind::forbidden ? refusal : done.error();
    }
    return Done{};
}

} // namespace oncedesk
