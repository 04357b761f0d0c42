#include "tests/core/contract/desk.h"

#include <QDeadlineTimer>
#include <atomic>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// Dropped before the server it lives on goes away: both are static, and the server is made first.
TestDatabase &programDatabase()
{
    static TestDatabase database;
    return database;
}

Names newNames()
{
    static std::atomic<int> counter{0};
    const QString number = u'-' + QString::number(++counter);
    return {u"alice"_s + number, u"inkjet"_s + number, u"laser"_s + number, u"plotter"_s + number};
}

} // namespace

Desk::Desk() : Desk(programDatabase()) {}

Desk::Desk(TestDatabase &database) : Caller(database.connect(), newNames()), m_database(database)
{
    for (const QString &name : {names().inkjet, names().laser, names().plotter})
        must("SELECT oncedesk.add_provider($1, 'simulated')", {name});
}

Caller Desk::another() const
{
    return {m_database.connect(), names()};
}

Caller Desk::as(const QString &role) const
{
    return {m_database.connectAs(role), names()};
}

QStringList Desk::tables()
{
    const Rows rows = must("SELECT tablename FROM pg_tables WHERE schemaname = 'oncedesk' ORDER BY 1");
    QStringList result;
    for (int row = 0; row < rows.size(); ++row)
        result.append(rows.text(row, 0));
    return result;
}

QMap<QString, QString> Desk::digest(const QMap<QString, QString> &where)
{
    QMap<QString, QString> result;
    for (const QString &table : tables()) {
        const QString sql = u"SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '')"
                            u" FROM oncedesk.%1 AS t WHERE %2"_s.arg(table, where.value(table, u"true"_s));
        result.insert(table, must(sql.toUtf8()).text(0, 0));
    }
    return result;
}

QMap<QString, qint64> Desk::rowCounts()
{
    QMap<QString, qint64> result;
    for (const QString &table : tables())
        result.insert(table, must("SELECT count(*) FROM oncedesk." + table.toUtf8()).integer(0, 0));
    return result;
}

QStringList Desk::tablesWith(const QByteArray &marker)
{
    QStringList result;
    for (const QString &table : tables()) {
        const Rows found = must("SELECT EXISTS (SELECT FROM oncedesk." + table.toUtf8() +
                                    " AS t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0)",
                                {marker, marker.toHex()});
        if (found.boolean(0, 0))
            result.append(table);
    }
    return result;
}

void Desk::until(const QByteArray &condition, const QList<Param> &params)
{
    const QDeadlineTimer deadline(10'000);
    while (!must("SELECT " + condition, params).boolean(0, 0)) {
        if (deadline.hasExpired() || ::testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "never came true: " << condition.toStdString();
            return;
        }
    }
}

} // namespace oncedesk
