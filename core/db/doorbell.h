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
    Database &m_database;
    bool m_waiting = false;
};

// Listens on a connection of its own and reconnects by itself. rang() also comes after every reconnection:
// whoever listens must then re-read everything.
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
    std::unique_ptr<Private> d;
};

} // namespace oncedesk
