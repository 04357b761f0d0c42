#include "core/engine/providertable.h"

#include "core/contract/labnames.h"

#include <limits>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Result<QList<ProviderRow>> readProviders(Session &session)
{
    const auto rows =
        session.exec("SELECT name, kind, settings, enabled FROM oncedesk.provider_view ORDER BY name");
    if (!rows)
        return rows.error();
    QList<ProviderRow> providers;
    for (int row = 0; row < rows->size(); ++row)
        providers.append({rows->text(row, 0), rows->text(row, 1), rows->utf8(row, 2), rows->boolean(row, 3)});
    return providers;
}

QStringList ProviderTable::update(const QList<ProviderRow> &rows)
{
    QStringList faults;
    QMap<QString, Entry> entries;
    m_enabled.clear();
    for (const ProviderRow &row : rows) {
        if (m_only.isEmpty() ? lab::isProvider(row.name) : !m_only.contains(row.name))
            continue;
        if (row.enabled)
            m_enabled.append(row.name);
        Entry entry = m_entries.value(row.name);
        if (entry.kind != row.kind || entry.settings != row.settings) {
            entry = {row.kind, row.settings, nullptr, {}};
            auto made = makeProvider(row.kind, row.settings);
            if (made) {
                entry.provider = std::move(made).value();
            } else {
                entry.fault = made.error().sentence;
                faults.append(u"Provider "_s % row.name % u" cannot be used: "_s % entry.fault);
            }
        }
        entries.insert(row.name, entry);
    }
    m_entries = std::move(entries);
    return faults;
}

std::shared_ptr<Provider> ProviderTable::provider(const QString &name) const
{
    return m_entries.value(name).provider;
}

QString ProviderTable::fault(const QString &name) const
{
    const auto found = m_entries.constFind(name);
    return found == m_entries.cend() ? u"This worker does not serve the provider."_s : found->fault;
}

int ProviderTable::maxInFlight(const QString &name) const
{
    const auto found = provider(name);
    return found ? found->maxInFlight() : std::numeric_limits<int>::max();
}

} // namespace oncedesk
