#include "core/db/sqlerror.h"

#include <libpq-fe.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The longest prefix that matches a state decides. `before` and `after` go around the server's own message;
// after a HINT of the server's, `after` is left out.
struct Class
{
    const char *prefix;
    ErrorKind kind;
    const char *before;
    const char *after;
};

constexpr Class classes[] = {
    {"08", ErrorKind::disconnected,
     "The connection to the database was lost: ", "Check the network and the server, then try again."},
    {"57P01", ErrorKind::disconnected,
     "The database server ended the connection: ", "Try again in a moment."},
    {"57P02", ErrorKind::disconnected,
     "The database server crashed and is restarting: ", "Try again in a moment."},
    {"57P05", ErrorKind::disconnected, "The database server closed the idle connection: ", "Try again."},
    {"57P03", ErrorKind::disconnected, "The database server is not ready yet: ", "Try again in a moment."},
    {"57014", ErrorKind::internal,
     "The database stopped the statement: ", "Try again, with less at once if it took too long."},
    {"53300", ErrorKind::disconnected, "The database server has no free connection left: ",
     "Close other programs, or raise max_connections there."},
    {"53100", ErrorKind::internal,
     "The database server's disk is full: ", "Make room there, then try again."},
    {"53", ErrorKind::internal,
     "The database server is short of a resource: ", "Look into its log, then try again."},
    {"28", ErrorKind::forbidden, "The database server refused the login: ",
     "Check the user name and the password, and the server's pg_hba.conf."},
    {"28P01", ErrorKind::forbidden,
     "The database server refused the password: ", "Check the user name and the password."},
    {"3D000", ErrorKind::disconnected,
     "The server has no such database: ", "Check the database name, or have it created."},
    {"42501", ErrorKind::forbidden,
     "Your database login may not do this: ", "Ask an administrator for the role that may."},
    {"22023", ErrorKind::invalid, "", ""},
    {"22", ErrorKind::invalid, "The database did not accept a value: ", "Correct it, then try again."},
    {"54", ErrorKind::invalid,
     "A value is beyond a limit of the database: ", "Make it smaller, then try again."},
    {"23", ErrorKind::refused,
     "The database refused this: ", "Look at what is stored already, then try again."},
    {"P0001", ErrorKind::refused, "", ""},
    {"2BP01", ErrorKind::refused,
     "Something of somebody else's in the database builds on this program's objects: ",
     "Drop it or move it away, then try again."},
    {"25006", ErrorKind::refused, "This database server only reads: ",
     "Connect to the primary, for example with target_session_attrs=read-write."},
    {"40", ErrorKind::lostRace, "Another transaction was in the way each time: ", "Try again."},
    {"55P03", ErrorKind::lostRace, "Another transaction holds a lock that is needed: ", "Try again."},
    {"3F000", ErrorKind::internal, "The database is not set up for this program: ", "Run 'oncectl migrate'."},
    {"42P01", ErrorKind::internal,
     "The database does not have this program's schema: ", "Run 'oncectl migrate'."},
    {"42883", ErrorKind::internal,
     "The database does not have this program's schema: ", "Run 'oncectl migrate'."},
};

const Class *find(const QByteArray &sqlState)
{
    const Class *best = nullptr;
    for (const Class &candidate : classes) {
        if (sqlState.startsWith(candidate.prefix) &&
            (!best || qstrlen(candidate.prefix) > qstrlen(best->prefix)))
            best = &candidate;
    }
    return best;
}

// libpq's texts may span lines ("connection to server … failed: …\n\tIs the server running …?").
QString oneLine(const QString &text)
{
    QString line = text.simplified();
    while (line.endsWith(u'.') || line.endsWith(u':'))
        line.chop(1);
    return line;
}

QString closed(const QString &sentence)
{
    if (sentence.endsWith(u'.') || sentence.endsWith(u'?') || sentence.endsWith(u'!'))
        return sentence;
    return sentence + u'.';
}

} // namespace

Complaint Complaint::of(const pg_result *result, const pg_conn *connection)
{
    Complaint complaint;
    if (result) {
        complaint.sqlState = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        complaint.message = QString::fromUtf8(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
        complaint.detail = QString::fromUtf8(PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL));
        complaint.hint = QString::fromUtf8(PQresultErrorField(result, PG_DIAG_MESSAGE_HINT));
        if (complaint.message.isEmpty())
            complaint.message = QString::fromUtf8(PQresultErrorMessage(result));
    }
    if (complaint.message.isEmpty())
        complaint.message = QString::fromUtf8(PQerrorMessage(connection));
    complaint.linkDead = PQstatus(connection) == CONNECTION_BAD;
    return complaint;
}

Error toError(const Complaint &complaint)
{
    Error error{ErrorKind::internal, {}, QString::fromLatin1(complaint.sqlState)};
    // Which object depends on ours stands in the DETAIL only, and the server's hint is CASCADE.
    const bool dependents = complaint.sqlState == "2BP01";
    const QString message = oneLine(dependents ? complaint.detail : complaint.message);
    const Class *found =
        find(complaint.sqlState.isEmpty() && complaint.linkDead ? "08"_ba : complaint.sqlState);
    QString after;
    if (found) {
        error.kind = found->kind;
        error.sentence = closed(QString::fromLatin1(found->before) + message);
        after = QString::fromLatin1(found->after);
    } else {
        error.sentence = u"The database reported an error: "_s + closed(message);
        after = u"This is a fault of the program, please report it."_s;
    }
    if (!complaint.hint.isEmpty() && !dependents)
        after = closed(oneLine(complaint.hint));
    if (!after.isEmpty())
        error.sentence += u' ' + after;
    return error;
}

bool endsTheLink(const QByteArray &sqlState)
{
    return sqlState.startsWith("08") || sqlState == "57P01" || sqlState == "57P02" || sqlState == "57P03" ||
           sqlState == "57P05"; // idle_session_timeout
}

bool mayRunAgain(const QByteArray &sqlState)
{
    return sqlState == "40001" || sqlState == "40P01";
}

} // namespace oncedesk
