// Waking others: at most one NOTIFY each 100 ms from a writer; a hint to re-read for a listener.
#pragma once

#include "core/db/database.h"

#include <QObject>

namespace oncedesk {

// Rings after commits. ring() may be called at any rate; lives on the thread of its owner.
class DoorbellRinger : public QObject
{
    Q_OBJECT
public:
    DoorbellRinger(Database &database, QObject *parent = nullptr);
    void ring();

private:
    void rest();

    Database &m_database;
    int m_busy = 0;       // the answer and the pause that the last ring still waits for
    bool m_again = false; // rung meanwhile
};

// Listens on a connection and a thread of its own and reconnects by itself. rang() also comes after every
// (re)connection: whoever listens must then re-read everything. Rings that come in quickly may arrive as one.
class DoorbellListener : public QObject
{
    Q_OBJECT
public:
    explicit DoorbellListener(const ConnectionSettings &settings, QObject *parent = nullptr);
    ~DoorbellListener() override;

Q_SIGNALS:
    void rang();
    void connectionChanged(bool connected);

private:
    struct Private;
    std::shared_ptr<Private>
        d; // shared with the thread, which may be caught in a connect that takes its time
};

} // namespace oncedesk
