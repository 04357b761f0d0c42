#include "core/contract/administration.h"

namespace oncedesk {

namespace {

Result<Done> done(const Result<Rows> &rows)
{
    if (!rows)
        return rows.error();
    return Done{};
}

} // namespace

Result<Done> Administration::addProvider(const QString &name, const QString &kind, const QByteArray &settings)
{
    return done(m_session.exec("SELECT oncedesk.add_provider($1, $2, $3)", {name, kind, settings}));
}

Result<Done> Administration::setProvider(const QString &name, const QByteArray &settings,
                                         const std::optional<QByteArray> &insteadOf)
{
    return done(m_session.exec("SELECT oncedesk.set_provider($1, $2, $3)",
                               {name, settings, insteadOf ? Param(*insteadOf) : Param(nullptr)}));
}

Result<Done> Administration::enableProvider(const QString &name, bool enabled)
{
    return done(m_session.exec("SELECT oncedesk.enable_provider($1, $2)", {name, enabled}));
}

Result<Done> Administration::addClient(const NewClient &client)
{
    return done(
        m_session.exec("SELECT oncedesk.add_client($1, $2, $3, $4)",
                       {client.name, client.owner, client.tokenPrefix, Param::bytea(client.tokenSha256)}));
}

Result<Done> Administration::revokeClient(const QString &name)
{
    return done(m_session.exec("SELECT oncedesk.revoke_client($1)", {name}));
}

Result<QList<ClientRow>> Administration::clients()
{
    const Result<Rows> rows = m_session.exec(
        "SELECT name, owner_id, token_prefix, to_json(created_at)#>>'{}' AS created_at, created_by,"
        "       to_json(revoked_at)#>>'{}' AS revoked_at, revoked_by"
        "  FROM oncedesk.client_view ORDER BY name");
    if (!rows)
        return rows.error();
    QList<ClientRow> clients;
    for (int row = 0; row < rows->size(); ++row) {
        clients.append({rows->text(row, "name"), rows->text(row, "owner_id"), rows->text(row, "token_prefix"),
                        rows->text(row, "created_at"), rows->text(row, "created_by"),
                        rows->text(row, "revoked_at"), rows->text(row, "revoked_by")});
    }
    return clients;
}

} // namespace oncedesk
