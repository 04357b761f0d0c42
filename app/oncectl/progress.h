// A line on a terminal's stderr that says how far long work has come; nothing where stderr is no terminal.
#pragma once

#include <QElapsedTimer>
#include <QString>

namespace oncedesk {

class Progress
{
public:
    Progress();
    // Takes the line away.
    ~Progress();
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    // At most ten times a second; more are left out.
    void show(const QString &line);
    // Takes the line away until the next show().
    void clear();

private:
    bool m_onTerminal;
    bool m_visible = false;
    QElapsedTimer m_sinceLast;
};

// "12,000"
[[nodiscard]] QString grouped(qint64 number);

} // namespace oncedesk
