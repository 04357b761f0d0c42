#include "tests/drill/caller.h"

#include <functional>

namespace oncedesk::drill {

Caller::Caller(int number, quint64 seed, const ConnectionSettings &settings, Scene &scene,
               const QString &journal)
    : m_voice(number, settings, scene, journal),
      m_dice(seed * 1000 + quint64(number)),
      m_submitter(seed, m_voice, m_dice),
      m_worker(m_voice, m_dice),
      m_person(m_voice, m_dice)
{
}

void Caller::run()
{
    while (!m_voice.scene().isOver())
        act();
    m_voice.close();
}

void Caller::act()
{
    const struct
    {
        int weight;
        std::function<void()> what;
    } acts[]{
        {14, [this] { m_submitter.submitNew(); }},
        {6, [this] { m_submitter.submitContested(); }},
        {5, [this] { m_submitter.submitTheSame(); }},
        {4, [this] { m_submitter.submitAnother(); }},
        {20, [this] { m_worker.claim(); }},
        {12, [this] { m_worker.finishOne(); }},
        {8, [this] { m_worker.finishSome(); }},
        {1, [this] { m_worker.finishWithAWrongToken(); }},
        {8, [this] { m_worker.fail(); }},
        {4, [this] { m_worker.markUnknown(); }},
        {8, [this] { m_person.open(); }},
        {8, [this] { m_person.cancel(); }},
        {5, [this] { m_person.close(); }},
        {3, [this] { m_person.ask(); }},
        {4, [this] { m_worker.sweep(); }},
        {6, [this] { m_worker.hedge(); }},
        {3, [this] { m_worker.takeQuestions(); }},
        {5, [this] { m_worker.answer(); }},
    };
    int all = 0;
    for (const auto &one : acts)
        all += one.weight;
    int which = roll(m_dice, all);
    for (const auto &one : acts) {
        which -= one.weight;
        if (which < 0)
            return one.what();
    }
}

} // namespace oncedesk::drill
