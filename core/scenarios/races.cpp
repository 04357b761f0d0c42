#include "core/scenarios/stage.h"
#include "core/scenarios/stories.h"

namespace oncedesk::lab::stories {

using namespace Qt::Literals::StringLiterals;

void hedging(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 2.5, "result": {"by": "inkjet"}}])");
    stage.provider(laser, R"([{"delay_s": 0.2, "result": {"by": "laser"}}])");
    stage.worker(u"worker 1"_s);
    stage.check(u"laser has proved that it means the same"_s, stage.certify(laser));
    const JobId job =
        stage
            .submit(
                {.policy =
                     R"({"mode": "hedged", "hedge_after_s": 0.4, "timeout_s": 10, "fallbacks": ["lab-laser"]})"})
            .job.value_or(JobId());
    stage.awaitStatus(job, u"succeeded"_s);
    stage.awaitRaces(job, 2);
    stage.check(
        u"both lanes read the same version"_s,
        stage.value(job, "SELECT count(DISTINCT version_read) FROM oncedesk.race_view WHERE job_id = $1") ==
            u"1");
    stage.check(u"exactly one won"_s, stage.value(job, "SELECT count(*) FROM oncedesk.race_view"
                                                       " WHERE job_id = $1 AND outcome = 'won'") == u"1");
    stage.check(u"it is laser, which answered first"_s,
                stage.value(job, "SELECT result->>'by' FROM oncedesk.job_view WHERE id = $1") == u"laser");
    stage.check(u"inkjet answered later, and its answer is thrown away"_s,
                stage.attempt(job, 1, "state") == u"superseded");
}

void failover(Stage &stage)
{
    const QByteArray policy = R"({"fallbacks": ["lab-laser"]})";
    stage.provider(
        inkjet,
        R"([{"outcome": "failed", "code": "out_of_paper", "message": "Out of paper.", "retryable": false}])");
    stage.provider(laser, R"([{"delay_s": 0.1, "result": {"by": "laser"}}])");
    stage.worker(u"worker 1"_s);
    const JobId refused = stage.submit({.policy = policy}).job.value_or(JobId());
    stage.awaitStatus(refused, u"stalled"_s);
    stage.check(u"laser is certified for nothing: it is not used, and the ticket says why"_s,
                stage
                    .value(refused, "SELECT detail->>'why' FROM oncedesk.event_view"
                                    " WHERE job_id = $1 AND event = 'fallback_passed_over'")
                    .contains(u"certif"));
    stage.check(u"laser passes the contract suite"_s, stage.certify(laser));
    const JobId allowed =
        stage.submit({.client = u"client 2"_s, .policy = policy, .key = stage.key() + "-again"})
            .job.value_or(JobId());
    stage.awaitStatus(allowed, u"succeeded"_s);
    stage.check(u"now it stands in, under the same ticket"_s,
                stage.attempt(allowed, 2, "provider") == laser &&
                    stage.attempt(allowed, 2, "opened_because") == u"failover");
}

void twoWorkers(Stage &stage)
{
    stage.provider(inkjet, R"([{"result": {"by": "inkjet"}}])");
    const JobId job = stage.submit({}).job.value_or(JobId());
    const auto [first, second] = stage.claimAtOnce(u"worker 1"_s, u"worker 2"_s);
    stage.check(u"one of them got the attempt, the other nothing"_s, first.size() + second.size() == 1);
    if (first.size() + second.size() == 0)
        return;
    const bool isFirst = !first.isEmpty();
    const ClaimedAttempt attempt = isFirst ? first.first() : second.first();
    const QString worker = isFirst ? u"worker 1"_s : u"worker 2"_s;
    stage.check(u"its result takes the slot"_s, stage.finish(attempt, worker, R"({"by": "inkjet"})").won);
    stage.check(u"said again, it gets the same answer and changes nothing"_s,
                stage.finish(attempt, worker, R"({"by": "inkjet"})").won);
    stage.check(u"there was one compare-and-swap"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.race_view WHERE job_id = $1") == u"1");
}

} // namespace oncedesk::lab::stories
