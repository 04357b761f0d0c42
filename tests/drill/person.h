// Whoever decides: opens attempts, cancels them, closes jobs, asks providers.
#pragma once

#include "tests/drill/voice.h"

namespace oncedesk::drill {

class Person
{
public:
    Person(Voice &voice, Dice &dice);

    void open();
    void cancel();
    void close();
    void ask();

private:
    Voice &m_voice;
    Scene &m_scene;
    Dice &m_dice;
};

} // namespace oncedesk::drill
