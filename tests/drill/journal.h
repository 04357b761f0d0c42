// What one caller was told, written down as it is told. A file in COPY's text format, so that a drill of any
// length takes no memory, and a person can read it.
#pragma once

#include "tests/drill/entry.h"

#include <QFile>

namespace oncedesk::drill {

class Journal
{
public:
    explicit Journal(const QString &path); // fails the program when it cannot write there

    void append(const Entry &entry);
    void close();

private:
    QFile m_file;
};

} // namespace oncedesk::drill
