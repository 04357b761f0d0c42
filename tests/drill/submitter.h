// Whoever submits: new jobs, the same again, something else under the same key, and keys that several
// submit at once.
#pragma once

#include "tests/drill/voice.h"

#include <deque>

namespace oncedesk::drill {

class Submitter
{
public:
    Submitter(quint64 seed, Voice &voice, Dice &dice);

    void submitNew();
    void submitTheSame();
    void submitAnother();
    void submitContested();

private:
    void submit(const Submission &submission);
    [[nodiscard]] Submission someSubmission();
    [[nodiscard]] QByteArray ownerAtRandom();

    const quint64 m_seed;
    Voice &m_voice;
    Scene &m_scene;
    Dice &m_dice;
    std::deque<Submission> m_submitted; // its own
};

} // namespace oncedesk::drill
