#include "ui/connect/trouble.h"

#include <QCoreApplication>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Trouble", text);
}

struct Words
{
    QString headline;
    QString advice;
};

QString hosts(const ConnectionSettings &settings)
{
    const QString host = settings.value(u"host"_s);
    const QString named = host.isEmpty() ? settings.value(u"hostaddr"_s) : host;
    return named.isEmpty() ? tr("this computer") : named;
}

QString port(const ConnectionSettings &settings)
{
    const QString port = settings.value(u"port"_s);
    return port.isEmpty() ? u"5432"_s : port;
}

// TLS and everything before it has no SQLSTATE; libpq says it in English, because main() has it so.
Words withoutAnswer(const QString &said, const ConnectionSettings &settings)
{
    const auto says = [&said](QStringView words) { return said.contains(words, Qt::CaseInsensitive); };
    if (says(u"does not support SSL"))
        return {tr("The server refuses TLS."),
                tr("Have TLS switched on there. Or choose \"prefer\" or \"disable\", if everything between "
                   "here and the server may be read by others.")};
    if (says(u"root certificate file"))
        return {tr("The root certificate cannot be read."),
                tr("Choose the file with the certificate that vouches for the server (PEM), or another way "
                   "of TLS than verify-ca and verify-full.")};
    if (says(u"does not match host name"))
        return {tr("The server's certificate names another host."),
                tr("Write the host as the certificate has it. If that cannot be, verify-ca checks the "
                   "certificate but not the name.")};
    if (says(u"certificate verify failed") || says(u"self-signed") || says(u"self signed"))
        return {tr("The server's certificate is not vouched for."),
                tr("Choose the root certificate that it comes from. If it ought to be that one, somebody "
                   "may be in between: ask the administrator.")};
    if (says(u"SSL") || says(u"certificate"))
        return {tr("There is no secure connection."),
                tr("Check the way of TLS and the root certificate with the administrator.")};
    if (says(u"could not translate host name") || says(u"name or service not known"))
        return {tr("There is no host %1.").arg(hosts(settings)),
                tr("Check its spelling, and that this computer is in the right network.")};
    if (says(u"connection refused"))
        return {tr("Nothing listens at %1, port %2.").arg(hosts(settings), port(settings)),
                tr("Check the port, and that PostgreSQL runs there and listens to the network.")};
    if (says(u"no such file or directory"))
        return {tr("No PostgreSQL runs on this computer at that socket."),
                tr("Start it, or name the host of the shared server.")};
    if (says(u"timeout expired") || says(u"timed out") || says(u"no route") || says(u"unreachable"))
        return {tr("%1 does not answer.").arg(hosts(settings)),
                tr("Check the host and the port. A firewall in between may swallow what is sent.")};
    return {tr("There is no connection."), tr("Check the host and the port, and that the server runs.")};
}

Words wordsOf(const Error &error, const ConnectionSettings &settings)
{
    const QString &state = error.sqlState;
    if (state == u"28P01")
        return error.sentence.contains(u"none was given"_s)
                   ? Words{tr("The server asks for a password."), tr("Type it below.")}
                   : Words{tr("The server refused the password."), tr("Check the user and the password.")};
    if (state.startsWith(u"28"))
        return {tr("The server refused the login."),
                tr("Check the user. The administrator may have to let this computer in (pg_hba.conf).")};
    if (state == u"3D000")
        return {tr("The server has no database of that name."), tr("Check the database's name.")};
    if (state == u"42501")
        return {tr("This login may not look into the database."),
                tr("Ask the administrator for one of Oncedesk's roles.")};
    switch (error.kind) {
    case ErrorKind::refused:
        return {tr("This database cannot be used as it is."), {}};
    case ErrorKind::forbidden:
        return {tr("This login has no role here."), {}};
    case ErrorKind::invalid:
        return {tr("These settings cannot be used."), {}};
    case ErrorKind::disconnected:
        return state.isEmpty() || state == u"08001"
                   ? withoutAnswer(error.sentence, settings)
                   : Words{tr("The server cannot be used now."), tr("Try again in a moment.")};
    case ErrorKind::conflict:
    case ErrorKind::lostRace:
    case ErrorKind::internal:
        return {tr("The database could not be opened."), {}};
    }
    Q_UNREACHABLE();
}

} // namespace

Trouble troubleOf(const Error &error, const ConnectionSettings &settings)
{
    const Words words = wordsOf(error, settings);
    return {words.headline, words.advice, error.sentence, error.sqlState == u"28P01"};
}

Trouble troubleOfPrivateDesk(const Error &error)
{
    return {tr("The private desk could not be opened."), {}, error.sentence, false};
}

} // namespace oncedesk
