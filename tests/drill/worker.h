// Whoever works: claims, reports of every kind, sweeps, second lanes, and questions put to providers.
#pragma once

#include "tests/drill/voice.h"

#include <deque>

namespace oncedesk::drill {

class Worker
{
public:
    Worker(Voice &voice, Dice &dice);

    void claim();
    void finishOne();
    void finishSome();
    void finishWithAWrongToken();
    void fail();
    void markUnknown();
    void sweep();
    void hedge();
    void takeQuestions();
    void answer();

private:
    // The latest of everybody's, or an older one of its own.
    [[nodiscard]] Held someHeld();
    void learn(const Held &held);

    Voice &m_voice;
    Scene &m_scene;
    Dice &m_dice;
    std::deque<Held> m_own;
};

} // namespace oncedesk::drill
