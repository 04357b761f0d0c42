// What the server or the link complained about, turned into an Error: a kind and a sentence for people.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

struct pg_conn;
struct pg_result;

namespace oncedesk {

struct Complaint
{
    QByteArray sqlState; // empty when no server answered
    QString message;
    QString detail;
    QString hint;
    bool linkDead = false;

    // The result may be null (libpq had no memory, or the link is gone).
    static Complaint of(const pg_result *result, const pg_conn *connection);
};

[[nodiscard]] Error toError(const Complaint &complaint);

// The connection is of no use any more after this state.
[[nodiscard]] bool endsTheLink(const QByteArray &sqlState);
// The whole transaction may be run again: nothing of it was kept, and the next try may well succeed.
[[nodiscard]] bool mayRunAgain(const QByteArray &sqlState);

} // namespace oncedesk
