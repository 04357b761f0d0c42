#include "core/scenarios/stage.h"
#include "core/scenarios/stories.h"

namespace oncedesk::lab::stories {

using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray patient = R"({"timeout_s": 0.5, "fallbacks": ["lab-laser"]})";
const QByteArray winner = "SELECT a.ordinal FROM oncedesk.job_view j JOIN oncedesk.attempt_view a"
                          "    ON a.id = j.completed_by WHERE j.id = $1";
const QByteArray lostBecause = "SELECT string_agg(lost_because, ' ' ORDER BY id) FROM oncedesk.race_view "
                               "WHERE job_id = $1 AND outcome = 'lost'";
const QByteArray whose = "SELECT result->>'by' FROM oncedesk.job_view WHERE id = $1";

JobId submitted(Stage &stage, const QByteArray &policy = patient)
{
    return stage.submit({.policy = policy}).job.value_or(JobId());
}

} // namespace

void timeout(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 2.5, "result": {"by": "inkjet"}}])");
    stage.provider(laser, R"([{"result": {"by": "laser"}}])");
    stage.worker(u"worker 1"_s);
    const JobId job = submitted(stage);
    stage.awaitAttempt(job, 1, u"unknown"_s);
    stage.check(u"the ticket is unknown, not failed"_s,
                stage.value(job, "SELECT status FROM oncedesk.job_status_view WHERE id = $1") == u"unknown");
    const OpenedAttempt fallback = stage.open(job, laser, u"the first one hangs"_s);
    stage.check(u"the fallback button is refused while the first attempt is unknown"_s,
                !fallback.opened && fallback.refusal == u"attempt_unknown");
    stage.awaitStatus(job, u"succeeded"_s);
    stage.check(u"the late answer ended the doubt, and took the slot"_s,
                stage.value(job, whose) == u"inkjet");
    stage.check(u"nothing was carried out twice"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.attempt_view WHERE job_id = $1") == u"1");
}

void cancelAndRestart(Stage &stage)
{
    stage.provider(
        inkjet,
        R"([{"delay_s": 2, "result": {"by": "the first"}}, {"delay_s": 0.2, "result": {"by": "the second"}}])");
    stage.worker(u"worker 1"_s);
    const JobId job = submitted(stage, R"({"timeout_s": 0.5})");
    stage.awaitAttempt(job, 1, u"unknown"_s);
    stage.cancel(job, 1, u"the printer was seen to jam"_s);
    const OpenedAttempt second = stage.open(job, inkjet, u"printed by hand otherwise"_s);
    stage.check(u"after the cancel a new attempt may begin"_s, second.opened);
    stage.awaitStatus(job, u"succeeded"_s);
    stage.awaitRaces(job, 2);
    stage.check(u"attempt 2 holds the result slot"_s, stage.value(job, winner) == u"2");
    stage.check(u"attempt 1 answered later, and lost: it had been cancelled"_s,
                stage.value(job, lostBecause) == u"attempt_cancelled");
    stage.check(u"the result is the second one's; nothing was merged"_s,
                stage.value(job, whose) == u"the second");
}

void deadWorker(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 30}, {"delay_s": 0.2, "result": {"by": "the second"}}])");
    stage.worker(u"worker 1"_s);
    const JobId job = submitted(stage, R"({"timeout_s": 1})");
    stage.awaitAttempt(job, 1, u"started"_s);
    stage.killWorker(u"worker 1"_s);
    stage.worker(u"worker 2"_s);
    stage.awaitAttempt(job, 1, u"unknown"_s);
    stage.check(u"nobody repeats the call by itself"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.attempt_view WHERE job_id = $1") == u"1");
    stage.check(u"a new attempt is refused"_s,
                stage.open(job, inkjet, u"it is urgent"_s).refusal == u"attempt_unknown");
    stage.cancel(job, 1, u"asked the provider: it has no record"_s);
    stage.check(u"after the cancel it may begin"_s, stage.open(job, inkjet, u"it is urgent"_s).opened);
    stage.awaitStatus(job, u"succeeded"_s);
    stage.check(u"attempt 2 holds the result slot"_s, stage.value(job, winner) == u"2");
    stage.check(u"another worker carried it out"_s, stage.attempt(job, 2, "worker").endsWith(u"worker 2"));
}

void lateAnswer(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 2.5, "result": {"by": "inkjet"}}])");
    stage.worker(u"worker 1"_s);
    const JobId job = submitted(stage, R"({"timeout_s": 0.5})");
    stage.awaitAttempt(job, 1, u"unknown"_s);
    stage.cancel(job, 1, u"the customer went elsewhere"_s);
    stage.awaitRaces(job, 1);
    stage.check(u"the late answer lost: the attempt had been cancelled"_s,
                stage.value(job, lostBecause) == u"attempt_cancelled");
    stage.check(u"a cancelled attempt stays cancelled"_s, stage.attempt(job, 1, "state") == u"cancelled");
    stage.check(
        u"the result slot is empty"_s,
        stage.value(job,
                    "SELECT completed_by IS NULL AND result IS NULL FROM oncedesk.job_view WHERE id = $1") ==
            u"t");
    stage.check(u"of the answer its digest and length are kept, nothing else"_s,
                stage.value(job,
                            "SELECT result_sha256 IS NOT NULL AND result_size > 0 FROM oncedesk.race_view"
                            " WHERE job_id = $1") == u"t");
}

} // namespace oncedesk::lab::stories
