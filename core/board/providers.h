// The providers with what they are certified for, and the workers that serve them.
#pragma once

#include "core/base/result.h"
#include "core/board/moment.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QStringList>
#include <chrono>
#include <optional>

namespace oncedesk::board {

// The latest of its provider and intent.
struct CertificateRow
{
    qint64 id = 0;
    QString intent;
    QString suiteVersion;
    Moment issuedAt;
    Moment expiresAt;
    bool valid = false;
    QString whyNot; // null when valid
};

struct ProviderRow
{
    QString name;
    QString kind;
    QByteArray settings; // JSON text
    bool enabled = false;
    Moment createdAt;
    Moment updatedAt;
    QList<CertificateRow> certificates; // by intent
};

struct WorkerRow
{
    QString name;
    QStringList providers;
    int inFlight = 0;
    QString version;
    Moment lastHeartbeat;
    std::chrono::milliseconds silentFor{0};
    bool alive = false;
};

struct ProviderLoad
{
    qint64 inFlight = 0; // started attempts, whoever carries them out
    qint64 unknown = 0;
};

// How it did of late: of its latest 1,000 attempts among the latest 20,000 of all.
struct ProviderFigures
{
    qint64 inFlight = 0;
    int attempts = 0;                 // opened in the last 24 hours
    int started = 0;                  // of those
    int unknown = 0;                  // of those, whatever became of them
    bool isCut = false;               // there may be more of them
    int succeeded = 0;                // whose times these are
    std::chrono::milliseconds p50{0}; // from start to end
    std::chrono::milliseconds p95{0};
};

Result<QList<ProviderRow>> providers(Session &session);
// By provider; those with nothing are left out.
Result<QHash<QString, ProviderLoad>> providerLoads(Session &session);
Result<ProviderFigures> providerFigures(Session &session, const QString &provider);
// The settings as stored, indented, every number exact. None when there is no such provider.
Result<std::optional<QByteArray>> providerSettings(Session &session, const QString &provider);
// Everyone ever seen, the living first.
Result<QList<WorkerRow>> workers(Session &session);

} // namespace oncedesk::board
