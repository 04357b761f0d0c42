// The breakpoints of a world without the contract, as short stories on the real engine and server. Each says
// what must hold, and so is a test of the database it is played on.
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"
#include "core/scenarios/beat.h"

#include <QList>
#include <QString>
#include <functional>

namespace oncedesk::lab {

class Stage;

struct Scenario
{
    QString name;  // "double-click"
    QString title; // "Double click"
    QString about; // one sentence
    void (*play)(Stage &stage);
};

// In the order in which they are best told.
[[nodiscard]] const QList<Scenario> &scenarios();
// Null when there is none of this name.
[[nodiscard]] const Scenario *scenario(const QString &name);

struct Played
{
    QList<Beat> beats;
    int checks = 0;
    int failed = 0;  // of them
    QString trouble; // why the story could not be told to its end; empty: it was

    [[nodiscard]] bool holds() const { return failed == 0 && trouble.isEmpty(); }
};

struct Audience
{
    std::function<void(const Beat &)> see = [](const Beat &) {};
    std::function<bool()> hasLeft = [] { return false; }; // the story is broken off
};

// Blocks, for some seconds; not for a thread with windows. Jobs belong to the owner "lab", providers are
// lab-inkjet and lab-laser; nothing is left open. One story at a time in a database. Error kinds: forbidden,
// naming the roles that the login lacks; refused, while somebody else plays one.
[[nodiscard]] Result<Played> play(const Scenario &scenario, const ConnectionSettings &settings,
                                  const Audience &audience);

// Closes what stories that were broken off have left open, and disables their providers. Returns how many
// jobs it closed. History stays.
[[nodiscard]] Result<int> cleanUp(const ConnectionSettings &settings);

} // namespace oncedesk::lab
