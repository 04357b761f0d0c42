// The providers this worker serves, as the database describes them, each made from its settings.
#pragma once

#include "core/contract/ledger.h"
#include "core/providers/provider.h"

#include <QMap>
#include <QStringList>
#include <memory>

namespace oncedesk {

struct ProviderRow
{
    QString name;
    QString kind;
    QByteArray settings;
    bool enabled = false;
};

// Inside Database::call.
Result<QList<ProviderRow>> readProviders(Session &session);

class ProviderTable
{
public:
    // Empty: all there are but the Lab's.
    explicit ProviderTable(QStringList only) : m_only(std::move(only)) {}

    // One that changed is made anew; calls under way keep the old one, which they share. Returns a sentence
    // for each that is new and cannot be made.
    QStringList update(const QList<ProviderRow> &rows);

    // Those that attempts may be claimed for.
    [[nodiscard]] const QStringList &enabled() const { return m_enabled; }
    // A disabled one can still be asked what became of an attempt.
    [[nodiscard]] QStringList all() const { return m_entries.keys(); }

    // Null when it is not served or cannot be made; fault() says why.
    [[nodiscard]] std::shared_ptr<Provider> provider(const QString &name) const;
    [[nodiscard]] QString fault(const QString &name) const;
    // No limit of its own while it cannot be made.
    [[nodiscard]] int maxInFlight(const QString &name) const;

private:
    struct Entry
    {
        QString kind;
        QByteArray settings;
        std::shared_ptr<Provider> provider;
        QString fault;
    };

    QStringList m_only;
    QMap<QString, Entry> m_entries;
    QStringList m_enabled;
};

} // namespace oncedesk
