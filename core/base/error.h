// What went wrong, as a value: a kind to branch on and one sentence for people.
#pragma once

#include <QString>

namespace oncedesk {

enum class ErrorKind {
    disconnected, // no connection, or it was lost; whether the work took effect may be open
    refused,      // the contract says no (a rule, not a mistake)
    conflict,     // the same key with another payload
    forbidden,    // the role may not
    invalid,      // bad input; the sentence says what to do
    lostRace,     // someone else was first
    internal,     // a fault of ours
};

struct Error
{
    ErrorKind kind = ErrorKind::internal;
    QString sentence;
    QString sqlState; // five characters, empty when no server answered
};

} // namespace oncedesk
