// A plain libpq connection for tests, as psql would have one: no retries, no classification.
#pragma once

#include "core/db/connectionsettings.h"
#include "core/db/param.h"
#include "core/db/rows.h"

#include <QString>

struct pg_conn;

namespace oncedesk {

class TestConnection
{
public:
    struct Answer
    {
        Rows rows;
        QString sqlState; // empty: it worked
        QString message;
        QString constraint; // the constraint or guard that said no

        [[nodiscard]] bool ok() const { return sqlState.isEmpty(); }
        // The first column of the first row.
        [[nodiscard]] QString text() const { return rows.size() > 0 ? rows.text(0, 0) : QString(); }
        [[nodiscard]] qint64 integer() const { return rows.size() > 0 ? rows.integer(0, 0) : 0; }
    };

    explicit TestConnection(const ConnectionSettings &settings); // fails the program when it cannot
    ~TestConnection();
    TestConnection(TestConnection &&other) noexcept;
    TestConnection(const TestConnection &) = delete;
    TestConnection &operator=(const TestConnection &) = delete;

    Answer exec(const QByteArray &sql, const QList<Param> &params = {});
    // For races: sends the statement and returns at once; receive() waits for its answer.
    void send(const QByteArray &sql, const QList<Param> &params = {});
    Answer receive();

    // How many notifications came since the last call, without waiting for one.
    int notifications();

    [[nodiscard]] int pid() const;
    [[nodiscard]] pg_conn *handle() const { return m_connection; }

private:
    pg_conn *m_connection;
};

} // namespace oncedesk
