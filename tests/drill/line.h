// A caller's connection: plain libpq, which may be lost at any moment. It tells an answer that came whole
// from one of which nothing, or not everything, came.
#pragma once

#include "core/db/connectionsettings.h"
#include "core/db/param.h"
#include "core/db/rows.h"

struct pg_conn;

namespace oncedesk::drill {

struct Reply
{
    enum class Kind {
        told,     // rows, and the server's word that it is committed
        refused,  // SQLSTATE 22023
        tryAgain, // SQLSTATE 40001, 40P01: rolled back for sure
        lost,     // whether it took effect is open
        fault,    // what must not happen
    };
    Kind kind = Kind::lost;
    Rows rows = {};
    QByteArray message = {};
};

class Line
{
public:
    explicit Line(ConnectionSettings settings);
    ~Line();
    Line(const Line &) = delete;
    Line &operator=(const Line &) = delete;

    // One try; at once true while it is open.
    bool open();
    Reply ask(const char *sql, const QList<Param> &params);
    // Why the last open() did not work.
    [[nodiscard]] const QByteArray &whyNot() const { return m_whyNot; }

private:
    void close();
    [[nodiscard]] bool wait(short event);
    Reply collect();

    const QByteArray m_keywords;
    pg_conn *m_connection = nullptr;
    QByteArray m_whyNot;
};

} // namespace oncedesk::drill
