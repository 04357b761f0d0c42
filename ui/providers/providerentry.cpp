#include "ui/providers/providerentry.h"

#include "core/providers/headersetting.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QJsonValue withoutSecrets(const QString &name, const QJsonValue &value)
{
    if (value.isObject()) {
        QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            *it = withoutSecrets(it.key(), *it);
        return object;
    }
    if (value.isArray()) {
        QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            array[i] = withoutSecrets(name, array[i]);
        return array;
    }
    if (value.isString() && namesSecret(name) && !value.toString().startsWith(u"env:"))
        return QCoreApplication::translate("Providers", "(not shown)");
    return value;
}

} // namespace

Result<QList<ProviderEntry>> readProviderEntries(Session &session)
{
    const auto rows = board::providers(session);
    if (!rows)
        return rows.error();
    const auto loads = board::providerLoads(session);
    if (!loads)
        return loads.error();
    const auto workers = board::workers(session);
    if (!workers)
        return workers.error();
    QList<ProviderEntry> entries;
    for (const board::ProviderRow &row : *rows) {
        ProviderEntry entry{row, loads->value(row.name), {}};
        for (const board::WorkerRow &worker : *workers) {
            if (worker.alive && worker.providers.contains(row.name))
                entry.workers += worker;
        }
        entries += entry;
    }
    return entries;
}

// Settings are small and checked when they are stored; for reading, doubles are exact enough.
QString settingsText(const QByteArray &settings)
{
    const QJsonObject object = QJsonDocument::fromJson(settings).object();
    return QString::fromUtf8(QJsonDocument(withoutSecrets({}, object).toObject()).toJson()).trimmed();
}

bool hidesSecret(const QByteArray &settings)
{
    const QJsonObject object = QJsonDocument::fromJson(settings).object();
    return withoutSecrets({}, object).toObject() != object;
}

} // namespace oncedesk
