// The typed calls of what an administrator may do: providers and clients of the HTTP intake.
// Use inside Database::call or Database::run.
#pragma once

#include "core/base/result.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <optional>

namespace oncedesk {

struct NewClient
{
    QString name;
    QString owner;       // the owner this client speaks for
    QString tokenPrefix; // to recognise a token by
    QByteArray tokenSha256;
};

struct ClientRow
{
    QString name;
    QString owner;
    QString tokenPrefix;
    QString createdAt; // ISO 8601
    QString createdBy;
    QString revokedAt; // null: it is valid
    QString revokedBy;
};

class Administration
{
public:
    explicit Administration(Session &session) : m_session(session) {}

    // Settings are a JSON object as text; check them with makeProvider() before.
    Result<Done> addProvider(const QString &name, const QString &kind, const QByteArray &settings);
    // With `insteadOf`, refused when other settings than these have been stored meanwhile.
    Result<Done> setProvider(const QString &name, const QByteArray &settings,
                             const std::optional<QByteArray> &insteadOf = {});
    Result<Done> enableProvider(const QString &name, bool enabled);

    Result<Done> addClient(const NewClient &client);
    Result<Done> revokeClient(const QString &name);
    // By name.
    Result<QList<ClientRow>> clients();

private:
    Session &m_session;
};

} // namespace oncedesk
