// Somebody at the desk who clears unknown attempts now and then: cancels with a reason, and may try again.
#pragma once

#include "tests/workers/steadyconnection.h"

namespace oncedesk {

class Person
{
public:
    // `share`: of a hundred unknown attempts, how many are cancelled; the same seed chooses the same ones.
    // `elsewhere`: where a half of what is tried again is sent, certified or not; empty: nowhere.
    Person(const ConnectionSettings &settings, quint64 seed, int share, QByteArray elsewhere = {});

    // Looks once over what is unknown. The number of attempts that were cancelled now.
    int clear();

private:
    SteadyConnection m_connection;
    const quint64 m_seed;
    const int m_share;
    const QByteArray m_elsewhere;
};

} // namespace oncedesk
