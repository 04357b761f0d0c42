// A database of one test's own on the shared server, dropped at its end.
#pragma once

#include "core/db/connectionsettings.h"
#include "tests/support/testconnection.h"

#include <QStringList>

namespace oncedesk {

class TestDatabase
{
public:
    enum class Schema { migrated, none };

    // Migrated: a copy of a template that was migrated once for this program's schema.
    explicit TestDatabase(Schema schema = Schema::migrated);
    ~TestDatabase();
    TestDatabase(const TestDatabase &) = delete;
    TestDatabase &operator=(const TestDatabase &) = delete;

    [[nodiscard]] const QString &name() const { return m_name; }
    // As the superuser who owns the schema.
    [[nodiscard]] ConnectionSettings settings() const;
    // As a login of this test's own that is a member of the given roles, for example {"oncedesk_worker"}.
    [[nodiscard]] ConnectionSettings settingsAs(const QStringList &roles);
    [[nodiscard]] ConnectionSettings settingsAs(const QString &role) { return settingsAs(QStringList{role}); }

    [[nodiscard]] TestConnection connect() const { return TestConnection(settings()); }
    [[nodiscard]] TestConnection connectAs(const QString &role) { return TestConnection(settingsAs(role)); }

    // Returns when the backend waits for a lock; fails the program after some seconds.
    void waitUntilBlocked(int backendPid) const;

private:
    QString m_name;
    QStringList m_logins;
};

} // namespace oncedesk
