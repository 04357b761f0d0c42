// One connection's worth of people and workers, doing whatever comes to mind through the functions of the
// contract. Its own decisions come from its seed; whom it meets is the machine's affair.
#pragma once

#include "tests/drill/person.h"
#include "tests/drill/submitter.h"
#include "tests/drill/worker.h"

namespace oncedesk::drill {

class Caller
{
public:
    Caller(int number, quint64 seed, const ConnectionSettings &settings, Scene &scene,
           const QString &journal);

    void run(); // until the scene is over

private:
    void act();

    Voice m_voice;
    Dice m_dice;
    Submitter m_submitter;
    Worker m_worker;
    Person m_person;
};

} // namespace oncedesk::drill
