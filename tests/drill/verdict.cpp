#include "tests/drill/verdict.h"

#include "core/audit/audit.h"
#include "core/db/database.h"

#include <QDir>
#include <QFile>
#include <libpq-fe.h>

namespace oncedesk::drill {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray readAll(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(file.errorString()));
    return file.readAll();
}

QDir comparisons()
{
    return QDir(QStringLiteral(ONCEDESK_SOURCE_DIR "/tests/drill/compare"));
}

void must(TestConnection &database, const QByteArray &sql)
{
    if (const auto answer = database.exec(sql); !answer.ok())
        qFatal("%s", qUtf8Printable(answer.message));
}

void copyIn(TestConnection &database, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(file.errorString()));
    pg_conn *connection = database.handle();
    PQclear(PQexec(connection, "COPY drill.journal FROM STDIN"));
    while (!file.atEnd()) {
        const QByteArray part = file.read(1 << 20);
        PQputCopyData(connection, part.constData(), int(part.size()));
    }
    PQputCopyEnd(connection, nullptr);
    if (const auto done = database.receive(); !done.ok())
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(done.message));
}

} // namespace

void loadJournals(TestConnection &database, const QStringList &files)
{
    must(database, readAll(comparisons().filePath(u"setup/journal.sql"_s)));
    for (const QString &file : files)
        copyIn(database, file);
    must(database, "ANALYZE");
}

QStringList compareWithJournals(TestConnection &database)
{
    const QStringList names = comparisons().entryList({u"*.sql"_s}, QDir::Files, QDir::Name);
    if (names.isEmpty())
        qFatal("no comparisons in %s", qUtf8Printable(comparisons().path()));
    QStringList findings;
    for (const QString &name : names) {
        const auto answer = database.exec("SELECT finding FROM (\n" + readAll(comparisons().filePath(name)) +
                                          "\n) AS f LIMIT 5");
        if (!answer.ok())
            qFatal("%s: %s", qUtf8Printable(name), qUtf8Printable(answer.message));
        for (int row = 0; row < answer.rows.size(); ++row)
            findings += name.chopped(4) + u": "_s + answer.rows.text(row, 0);
    }
    return findings;
}

QStringList auditFindings(const ConnectionSettings &settings)
{
    Database database(settings);
    const auto results =
        database.run([](Session &session) { return audit(session, 5, [](int) { return true; }); })
            .takeResult();
    if (!results)
        return {u"the audit: "_s + results.error().sentence};
    QStringList findings;
    for (const AuditResult &result : *results) {
        for (const QString &finding : result.findings)
            findings += QString::fromLatin1(result.check.name) + u": "_s + finding;
    }
    return findings;
}

QMap<QString, qint64> countTold(TestConnection &database)
{
    const auto answer = database.exec(readAll(comparisons().filePath(u"setup/counts.sql"_s)));
    if (!answer.ok())
        qFatal("%s", qUtf8Printable(answer.message));
    QMap<QString, qint64> counts;
    for (int row = 0; row < answer.rows.size(); ++row)
        counts.insert(answer.rows.text(row, 0), answer.rows.integer(row, 1));
    return counts;
}

} // namespace oncedesk::drill
