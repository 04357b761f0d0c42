// The SQL that makes the schema: numbered migrations, and the text of functions, guards, views and grants.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace oncedesk {

struct SqlFile
{
    QString name;
    QByteArray text;

    [[nodiscard]] QByteArray digest() const; // SHA-256, in hexadecimal
};

struct SchemaSource
{
    QList<SqlFile> migrations; // the first is version 1
    QList<SqlFile> functions;
    QList<SqlFile> guards; // triggers, made with CREATE OR REPLACE
    QList<SqlFile> views;
    QList<SqlFile> grants;

    [[nodiscard]] int version() const { return int(migrations.size()); }
    // Of everything: two programs with the same digest make the same schema.
    [[nodiscard]] QByteArray digest() const;
    [[nodiscard]] static QByteArray digestOf(const QList<SqlFile> &files);
    // Of the files that make functions: $2 of audit/functions_stand.
    [[nodiscard]] QList<QByteArray> functionTexts() const;

    // Reads NNNN_name.sql from <folder>/migrations, then contract/*.sql, guards/*.sql, views/*.sql
    // and grants.sql.
    static Result<SchemaSource> fromFolder(const QString &folder);
    // The one this program was built with.
    static const SchemaSource &builtIn();
};

} // namespace oncedesk
