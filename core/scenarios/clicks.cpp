#include "core/scenarios/stage.h"
#include "core/scenarios/stories.h"

namespace oncedesk::lab::stories {

using namespace Qt::Literals::StringLiterals;
using Outcome = Submission::Outcome;

void doubleClick(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 0.3, "result": {"by": "inkjet", "sheets": 1}}])");
    stage.worker(u"worker 1"_s);
    const auto clicks = stage.submitAtOnce({{.client = u"click 1"_s}, {.client = u"click 2"_s}});
    const Submission &first = clicks[0];
    const Submission &second = clicks[1];
    stage.check(u"both clicks got the same ticket"_s, first.job.has_value() && first.job == second.job);
    stage.check(u"one of them created it, the other found it there"_s,
                (first.outcome == Outcome::created) != (second.outcome == Outcome::created));
    const JobId job = first.job.value_or(JobId());
    stage.awaitStatus(job, u"succeeded"_s);
    stage.check(u"the provider was called once"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.attempt_view WHERE job_id = $1") == u"1");
    const Submission third = stage.submit({.client = u"click 3"_s});
    stage.check(u"a third click, after the result is there, gets the same ticket and starts nothing"_s,
                third.outcome == Outcome::replayed && third.job == first.job);
}

void mismatchedPayload(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 0.3, "result": {"by": "inkjet"}}])");
    stage.worker(u"worker 1"_s);
    const Submission first = stage.submit({.params = R"({"amount": 450})"});
    const Submission other = stage.submit({.client = u"client 2"_s, .params = R"({"amount": 540})"});
    stage.check(u"the same key with another amount is a conflict"_s, other.outcome == Outcome::conflict);
    stage.check(u"it says what differs"_s, other.differs == QStringList{u"params/amount"_s});
    const JobId job = first.job.value_or(JobId());
    stage.awaitStatus(job, u"succeeded"_s);
    stage.check(u"nothing but the first was carried out"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.attempt_view WHERE job_id = $1") == u"1");
    stage.check(u"the amount is the first one's"_s,
                stage.value(job, "SELECT params->>'amount' FROM oncedesk.job_view WHERE id = $1") == u"450");
    const Submission spelt = stage.submit({.params = R"({ "amount" : 450.0 })"});
    stage.check(u"the first amount spelt 450.0 is the same amount"_s, spelt.outcome == Outcome::replayed);
}

void twoOwners(Stage &stage)
{
    stage.provider(inkjet, R"([{"result": {"by": "inkjet"}}])");
    stage.worker(u"worker 1"_s);
    const auto both = stage.submitAtOnce(
        {{.client = u"lab"_s}, {.client = u"neighbour"_s, .params = R"({"amount": 9})", .owner = neighbour}});
    stage.check(u"each owner has a ticket of its own"_s, both[0].outcome == Outcome::created &&
                                                             both[1].outcome == Outcome::created &&
                                                             both[0].job != both[1].job);
    stage.check(u"both hold the very same key"_s,
                stage.value(both[0].job.value_or(JobId()),
                            "SELECT count(*) FROM oncedesk.job_view o JOIN oncedesk.job_view j"
                            "    ON o.idempotency_key = j.idempotency_key WHERE j.id = $1") == u"2");
    for (const Submission &one : both)
        stage.awaitStatus(one.job.value_or(JobId()), u"succeeded"_s);
    stage.check(u"neither sees the other's amount"_s,
                stage.value(both[0].job.value_or(JobId()),
                            "SELECT params->>'amount' FROM oncedesk.job_view WHERE id = $1") == u"450");
}

void lostAnswer(Stage &stage)
{
    stage.provider(inkjet, R"([{"delay_s": 0.2, "result": {"by": "inkjet"}}])");
    stage.worker(u"worker 1"_s);
    stage.submitAndHangUp({});
    const Submission again = stage.submit({.client = u"client 1, again"_s});
    const JobId job = again.job.value_or(JobId());
    stage.check(u"asked again, the client is told its ticket"_s, again.job.has_value());
    stage.awaitStatus(job, u"succeeded"_s);
    stage.check(u"there is one ticket under the key"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.job_view o JOIN oncedesk.job_view j"
                                 "    ON o.owner_id = j.owner_id AND o.idempotency_key = j.idempotency_key"
                                 " WHERE j.id = $1") == u"1");
    stage.check(u"the provider was called once"_s,
                stage.value(job, "SELECT count(*) FROM oncedesk.attempt_view WHERE job_id = $1") == u"1");
}

} // namespace oncedesk::lab::stories
