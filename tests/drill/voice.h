// How a caller speaks: puts its calls, over as many connections as it takes, and journals what it was told.
#pragma once

#include "tests/drill/journal.h"
#include "tests/drill/line.h"
#include "tests/drill/scene.h"

namespace oncedesk::drill {

class Voice
{
public:
    Voice(int number, const ConnectionSettings &settings, Scene &scene, const QString &journal);

    [[nodiscard]] Scene &scene() const { return m_scene; }

    // A new call of this caller's.
    Entry begin(const char *kind);

    // When its reply is lost: `untilTold` puts it again until there is one, since the contract says that it
    // gives the same answer; `once` leaves it in doubt. No rows when it was refused, or is in doubt; entry
    // tells.
    enum class Put { once, untilTold };
    Rows put(Entry &entry, const char *sql, const QList<Param> &params, Put how);
    void write(const Entry &entry) { m_journal.append(entry); }
    void close() { m_journal.close(); }

    // For a call that must not be refused.
    void complain(const Entry &entry, const QByteArray &message);

private:
    bool connect();

    const int m_number;
    Scene &m_scene;
    Line m_line;
    Journal m_journal;
    qint64 m_calls = 0;
};

} // namespace oncedesk::drill
