#include "core/scenarios/scenario.h"

#include "core/scenarios/stage.h"
#include "core/scenarios/stories.h"

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;

const QList<Scenario> &scenarios()
{
    static const QList<Scenario> all{
        {u"double-click"_s, u"Double click"_s,
         u"Two clicks at the same moment are one ticket and one call."_s, &stories::doubleClick},
        {u"mismatched-payload"_s, u"Mismatched payload"_s,
         u"The same key with another amount is a conflict, and starts nothing."_s,
         &stories::mismatchedPayload},
        {u"two-owners"_s, u"One key, two owners"_s, u"Two owners may use the same key and never meet."_s,
         &stories::twoOwners},
        {u"lost-answer"_s, u"Answer lost on the way back"_s,
         u"A client that never heard the answer asks again, and nothing is doubled."_s, &stories::lostAnswer},
        {u"timeout"_s, u"Timeout"_s,
         u"A timeout is unknown, not failed: it blocks the fallback until it ends, and its late answer counts."_s,
         &stories::timeout},
        {u"cancel-and-restart"_s, u"Cancel and restart"_s,
         u"Reverse order: the second attempt wins; the first one's late answer loses."_s,
         &stories::cancelAndRestart},
        {u"hedging"_s, u"Hedging"_s,
         u"Reverse order: two lanes race for one result slot; the quicker one takes it."_s,
         &stories::hedging},
        {u"dead-worker"_s, u"Dead worker"_s,
         u"A worker dies amid a call: nobody repeats it until a person has said so."_s, &stories::deadWorker},
        {u"late-answer"_s, u"Late answer after cancel"_s,
         u"What comes after a cancel is thrown away, and kept on record."_s, &stories::lateAnswer},
        {u"failover"_s, u"Failover refused, certified, allowed"_s,
         u"A fallback is used by itself only once it has proved that it means the same."_s,
         &stories::failover},
        {u"two-workers"_s, u"Two workers, one attempt"_s,
         u"Two workers claim at the same moment; one gets it."_s, &stories::twoWorkers},
    };
    return all;
}

const Scenario *scenario(const QString &name)
{
    for (const Scenario &one : scenarios()) {
        if (one.name == name)
            return &one;
    }
    return nullptr;
}

Result<Played> play(const Scenario &scenario, const ConnectionSettings &settings, const Audience &audience)
{
    Stage stage(settings, scenario.name, audience);
    if (const auto ready = stage.setUp(); !ready) {
        stage.tearDown();
        return ready.error();
    }
    scenario.play(stage);
    stage.tearDown();
    return stage.played();
}

} // namespace oncedesk::lab
