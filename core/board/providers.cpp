#include "core/board/providers.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

namespace oncedesk::board {

namespace {

Result<QHash<QString, QList<CertificateRow>>> certificates(Session &session)
{
    const auto rows = session.exec(sqlText("board/certificates"));
    if (!rows)
        return rows.error();
    QHash<QString, QList<CertificateRow>> result;
    for (int i = 0; i < rows->size(); ++i) {
        const Field field(*rows, i);
        result[field.text("provider")] += CertificateRow{
            .id = field.integer("id"),
            .intent = field.text("intent"),
            .suiteVersion = field.text("suite_version"),
            .issuedAt = field.moment("issued_at"),
            .expiresAt = field.moment("expires_at"),
            .valid = field.boolean("valid"),
            .whyNot = field.text("why_not"),
        };
    }
    return result;
}

} // namespace

Result<QList<ProviderRow>> providers(Session &session)
{
    const auto certified = certificates(session);
    if (!certified)
        return certified.error();
    const auto rows = session.exec(sqlText("board/providers"));
    if (!rows)
        return rows.error();
    QList<ProviderRow> result;
    for (int i = 0; i < rows->size(); ++i) {
        const Field field(*rows, i);
        result += ProviderRow{
            .name = field.text("name"),
            .kind = field.text("kind"),
            .settings = field.utf8("settings"),
            .enabled = field.boolean("enabled"),
            .createdAt = field.moment("created_at"),
            .updatedAt = field.moment("updated_at"),
            .certificates = certified->value(field.text("name")),
        };
    }
    return result;
}

Result<QHash<QString, ProviderLoad>> providerLoads(Session &session)
{
    const auto rows = session.exec(sqlText("board/provider_loads"));
    if (!rows)
        return rows.error();
    QHash<QString, ProviderLoad> result;
    for (int i = 0; i < rows->size(); ++i) {
        const Field field(*rows, i);
        result.insert(field.text("provider"), {field.integer("in_flight"), field.integer("unknown")});
    }
    return result;
}

Result<ProviderFigures> providerFigures(Session &session, const QString &provider)
{
    const auto rows = session.exec(sqlText("board/provider_figures"), {provider});
    if (!rows)
        return rows.error();
    const Field field(*rows, 0);
    return ProviderFigures{
        .inFlight = field.integer("in_flight"),
        .attempts = int(field.integer("attempts")),
        .started = int(field.integer("started")),
        .unknown = int(field.integer("unknown")),
        .isCut = field.boolean("is_cut"),
        .succeeded = int(field.integer("succeeded")),
        .p50 = field.milliseconds("p50_ms"),
        .p95 = field.milliseconds("p95_ms"),
    };
}

Result<std::optional<QByteArray>> providerSettings(Session &session, const QString &provider)
{
    const auto rows = session.exec(sqlText("board/provider_settings"), {provider});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<QByteArray>();
    return std::optional(rows->utf8(0, "settings"));
}

Result<QList<WorkerRow>> workers(Session &session)
{
    const auto rows = session.exec(sqlText("board/workers"));
    if (!rows)
        return rows.error();
    QList<WorkerRow> result;
    for (int i = 0; i < rows->size(); ++i) {
        const Field field(*rows, i);
        result += WorkerRow{
            .name = field.text("name"),
            .providers = field.texts("providers"),
            .inFlight = int(field.integer("in_flight")),
            .version = field.text("version"),
            .lastHeartbeat = field.moment("last_heartbeat"),
            .silentFor = field.milliseconds("silent_ms"),
            .alive = field.boolean("alive"),
        };
    }
    return result;
}

} // namespace oncedesk::board
