// One thing that happens in a story: told in words, drawn between lanes.
#pragma once

#include <QByteArray>
#include <QString>
#include <chrono>

namespace oncedesk::lab {

// Lanes are named as people call them: "client 1", "database", "worker 1", "inkjet".
struct Beat
{
    enum class Kind {
        note,     // at `from`
        message,  // from `from` to `to`
        decision, // at the database: `sql`, and how many rows it moved
        check     // what must hold, and whether it does
    };

    Kind kind = Kind::note;
    std::chrono::milliseconds at{0}; // since the story began
    QString from;
    QString to;
    QString text;
    QByteArray sql;
    int rows = 0;
    bool holds = true;
    QString slot = {}; // of a decision that filled the result slot: by whom
};

} // namespace oncedesk::lab
