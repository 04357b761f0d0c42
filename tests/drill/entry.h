// One line of a caller's journal: what it asked, and what it was told.
#pragma once

#include <QByteArray>
#include <QString>

namespace oncedesk::drill {

// Zero and null stand for "not said". The columns of the table drill.journal, in the same order.
struct Entry
{
    qint64 call = 0; // the caller's number * callsOfOne + the call's; lines of one call share it
    int place = 0;   // among those
    const char *kind = "";
    // By the drill's own clock, which ticks with each reading. Not ended: never answered, in doubt for ever.
    qint64 began = 0;
    qint64 ended = 0;
    int doubts = 0;       // how often it was sent and the reply was lost
    bool refused = false; // answered with 22023: bad input, nothing was done

    QByteArray owner = {};
    QByteArray key = {};
    QByteArray intent = {};
    QByteArray provider = {};
    QByteArray params = {};
    QByteArray policy = {};
    qint64 job = 0;
    qint64 attempt = 0;
    QByteArray token = {};
    QByteArray value = {}; // a result, spelled as jsonb spells it
    QByteArray reason = {};
    QByteArray evidence = {};
    qint64 version = 0;
    qint64 request = 0;

    QByteArray outcome = {};
    QByteArray why = {}; // refusal, why it lost, or a state
    qint64 toldJob = 0;
    qint64 toldAttempt = 0;
    qint64 toldOrdinal = 0;
    qint64 toldVersion = 0;
    qint64 toldWinner = 0;
    QByteArray differs = {};

    // As the call calls itself in what it says to the database.
    [[nodiscard]] QByteArray name() const { return "call " + QByteArray::number(call); }

    static constexpr qint64 callsOfOne = 1'000'000'000;
};

} // namespace oncedesk::drill
