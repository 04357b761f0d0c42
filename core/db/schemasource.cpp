#include "core/db/schemasource.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

// Resources of a static library are not found by themselves.
static void initResources()
{
    Q_INIT_RESOURCE(oncedesk_sql);
}

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

Error broken(const QString &what)
{
    return {ErrorKind::internal, what + u" This is a fault of the program, please report it."_s, {}};
}

Result<SqlFile> read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return broken(u"The SQL file %1 cannot be read: %2."_s.arg(path, file.errorString()));
    return SqlFile{QFileInfo(path).completeBaseName(), file.readAll()};
}

Result<QList<SqlFile>> readAll(const QString &folder)
{
    QList<SqlFile> files;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({u"*.sql"_s}, QDir::Files, QDir::Name)) {
        auto file = read(dir.filePath(name));
        if (!file)
            return file.error();
        files.append(std::move(file).value());
    }
    return files;
}

} // namespace

QByteArray SqlFile::digest() const
{
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
}

QByteArray SchemaSource::digestOf(const QList<SqlFile> &files)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const SqlFile &file : files)
        hash.addData(QByteArray(file.name.toUtf8() + ' ' + file.digest() + '\n'));
    return hash.result().toHex();
}

QByteArray SchemaSource::digest() const
{
    const QList<SqlFile> all = migrations + functions + guards + views + grants;
    return digestOf(all);
}

QList<QByteArray> SchemaSource::functionTexts() const
{
    QList<QByteArray> texts;
    for (const SqlFile &file : functions + guards)
        texts += file.text;
    return texts;
}

Result<SchemaSource> SchemaSource::fromFolder(const QString &folder)
{
    auto migrations = readAll(folder + u"/migrations"_s);
    auto functions = readAll(folder + u"/contract"_s);
    auto guards = readAll(folder + u"/guards"_s);
    auto views = readAll(folder + u"/views"_s);
    for (const auto *files : {&migrations, &functions, &guards, &views}) {
        if (!*files)
            return files->error();
    }
    SchemaSource source;
    source.migrations = std::move(migrations).value();
    source.functions = std::move(functions).value();
    source.guards = std::move(guards).value();
    source.views = std::move(views).value();
    static const QRegularExpression numbered(u"^(\\d{4})_[a-z0-9_]+$"_s);
    for (int i = 0; i < source.version(); ++i) {
        const QString &name = source.migrations[i].name;
        if (const auto match = numbered.match(name); !match.hasMatch() || match.captured(1).toInt() != i + 1)
            return broken(u"Migration %1 is named '%2', not %3_name.sql."_s.arg(i + 1).arg(name).arg(
                i + 1, 4, 10, QChar(u'0')));
    }
    if (QFile::exists(folder + u"/grants.sql"_s)) {
        auto grants = read(folder + u"/grants.sql"_s);
        if (!grants)
            return grants.error();
        source.grants.append(std::move(grants).value());
    }
    return source;
}

const SchemaSource &SchemaSource::builtIn()
{
    static const SchemaSource source = [] {
        initResources();
        auto read = fromFolder(u":/sql"_s);
        if (!read)
            qFatal("%s", qUtf8Printable(read.error().sentence));
        return std::move(read).value();
    }();
    return source;
}

} // namespace oncedesk
