// A desk of one test's own: providers, owner and names that no other test uses, on the program's database.
#pragma once

#include "tests/core/contract/caller.h"
#include "tests/support/testdatabase.h"

#include <QMap>

namespace oncedesk {

// Speaks as the owner of the schema; others call through another() and as().
class Desk : public Caller
{
public:
    // Providers named inkjet, laser and plotter, each with this desk's number behind it.
    Desk();
    // On a database of its own, which outlives it: for what counts all rows, or leaves very many.
    explicit Desk(TestDatabase &database);

    // One more connection as the schema's owner.
    [[nodiscard]] Caller another() const;
    // One more connection, as a login that is a member of one of the contract's roles.
    [[nodiscard]] Caller as(const QString &role) const;

    [[nodiscard]] TestDatabase &database() const { return m_database; }

    // Every table of the schema and a digest of its rows, those that `where` (table, SQL condition) leaves.
    QMap<QString, QString> digest(const QMap<QString, QString> &where = {});
    // Every table of the schema and how many rows it has.
    QMap<QString, qint64> rowCounts();
    // The tables in which any row's text, or hexadecimal bytes, contains the marker.
    QStringList tablesWith(const QByteArray &marker);

    // What is wrong with this desk's jobs, whatever happened to them: empty when every promise holds.
    QStringList unsound();

    // Waits, without sleeping, until the SQL condition holds; fails the test after ten seconds.
    void until(const QByteArray &condition, const QList<Param> &params = {});

private:
    QStringList tables();

    TestDatabase &m_database;
};

} // namespace oncedesk
