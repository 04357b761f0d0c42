// What a command says: an answer on stdout (for people, or one JSON value), messages on stderr.
#pragma once

#include "app/oncectl/exitcode.h"
#include "core/base/error.h"

#include <QByteArray>
#include <QString>

namespace oncedesk {

class Table;

class Output
{
public:
    explicit Output(bool json) : m_json(json) {}

    [[nodiscard]] bool isJson() const { return m_json; }
    // Something could not be written; nothing more will be.
    [[nodiscard]] bool isBroken() const { return m_broken; }

    // One line, or a table, for people; nothing with --json. Data in a line must be made safe with shown().
    void say(const QString &line);
    void say(const Table &table);
    // The one value of --json, or the text of a stream. Written as it is, with a line end after it.
    void json(const QByteArray &value);
    // Bytes of a streamed answer.
    void write(const QByteArray &bytes);

    // A remark on stderr, in either mode.
    void remark(const QString &line);
    // The sentence on stderr and, with --json, {"error": {"kind", "sentence", "sqlstate"}} on stdout.
    ExitCode fail(const Error &error);

    // Flushes. What could not be written turns a good end into a failed one.
    [[nodiscard]] ExitCode close(ExitCode code);

private:
    bool m_json;
    bool m_broken = false;
    int m_errno = 0;
};

// Columns of the terminal that stdout is, 0 when it is none.
[[nodiscard]] int terminalWidth();

} // namespace oncedesk
