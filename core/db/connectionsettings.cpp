#include "core/db/connectionsettings.h"

#include <QStringList>
#include <libpq-fe.h>
#include <memory>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

bool isSet(const char *variable)
{
    return !qEnvironmentVariableIsEmpty(variable);
}

} // namespace

Result<ConnectionSettings> ConnectionSettings::parse(const QString &uriOrKeywords)
{
    const QByteArray text = uriOrKeywords.toUtf8();
    char *complaint = nullptr;
    const Options options(text.contains('\0') ? nullptr : PQconninfoParse(text.constData(), &complaint),
                          &PQconninfoFree);
    if (!options) {
        QString why = QString::fromUtf8(complaint).simplified();
        PQfreemem(complaint);
        return Error{ErrorKind::invalid,
                     u"The connection is not one that PostgreSQL understands: %1. Write it as "
                     "postgresql://user@host:5432/dbname or as host=… dbname=… user=…"_s.arg(why),
                     {}};
    }
    ConnectionSettings settings;
    for (const PQconninfoOption *option = options.get(); option->keyword; ++option) {
        if (option->val)
            settings.set(QString::fromLatin1(option->keyword), QString::fromUtf8(option->val));
    }
    return settings;
}

ConnectionSettings ConnectionSettings::fromEnvironment()
{
    ConnectionSettings settings;
    const Options options(PQconndefaults(), &PQconninfoFree);
    if (!options)
        return settings;
    for (const PQconninfoOption *option = options.get(); option->keyword; ++option) {
        // What libpq has built in is left to libpq, so that a value here is one that somebody chose.
        const bool builtIn = option->compiled && qstrcmp(option->val, option->compiled) == 0;
        if (option->val && *option->val && !builtIn)
            settings.set(QString::fromLatin1(option->keyword), QString::fromUtf8(option->val));
    }
    return settings;
}

bool ConnectionSettings::environmentNamesServer()
{
    return isSet("PGHOST") || isSet("PGHOSTADDR") || isSet("PGSERVICE") || isSet("PGDATABASE") ||
           isSet("PGPORT");
}

QString ConnectionSettings::describe() const
{
    const auto either = [this](const char *first, const char *second) {
        const QString text = value(QString::fromLatin1(first));
        return text.isEmpty() ? value(QString::fromLatin1(second)) : text;
    };
    const QString service = value(u"service"_s);
    QString text;
    if (const QString user = value(u"user"_s); !user.isEmpty())
        text += user + u'@';
    QStringList hosts = either("host", "hostaddr").split(u',');
    const QStringList ports = value(u"port"_s).split(u',');
    for (qsizetype i = 0; i < hosts.size(); ++i) {
        const QString port = ports.size() == 1 ? ports.first() : ports.value(i);
        if (!port.isEmpty() && !hosts[i].startsWith(u'/') && !hosts[i].isEmpty())
            hosts[i] += u':' + port;
    }
    const QString where = hosts.join(u',');
    if (where.isEmpty() && !service.isEmpty())
        text += u"service "_s + service;
    else
        text += where.isEmpty() ? u"localhost"_s : where;
    if (const QString database = value(u"dbname"_s); !database.isEmpty())
        text += u'/' + database;
    return text;
}

QString ConnectionSettings::toKeywords() const
{
    QStringList pairs;
    for (auto it = m_values.cbegin(); it != m_values.cend(); ++it) {
        QString quoted = it.value();
        quoted.replace(u"\\"_s, u"\\\\"_s).replace(u"'"_s, u"\\'"_s);
        pairs += it.key() + u"='"_s + quoted + u'\'';
    }
    return pairs.join(u' ');
}

} // namespace oncedesk
