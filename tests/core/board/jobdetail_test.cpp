#include "core/board/jobdetail.h"

#include "tests/core/board/boardtest.h"

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;

class OneJob : public BoardTest
{
protected:
    JobDetail read(qint64 job)
    {
        const auto detail = take(jobDetail(m_session, JobId(job)));
        EXPECT_TRUE(detail.has_value());
        return detail.value_or(JobDetail());
    }
};

TEST_F(OneJob, IsNoneWhenThereIsNoSuchJob)
{
    EXPECT_FALSE(take(jobDetail(m_session, JobId(4711))).has_value());
    EXPECT_FALSE(take(jobDetail(m_session, JobId())).has_value());
}

TEST_F(OneJob, ComesWholeThroughTheWholeStory)
{
    const QByteArray params = R"({"n": 1234567890123456789012345678901234567890, "f": 1.50})";
    const qint64 id = submit(u"alice"_s, "k 1", "lost", params, R"({"timeout_s": 60})");
    submit(u"alice"_s, "k 1", "lost", params, R"({"timeout_s": 60})");
    submit(u"alice"_s, "k 1", "laser", "{}");
    const Claimed first = claim("lost");
    loseSight(first);
    // Asked, the provider has no record; a person cancels and starts again elsewhere.
    write("SELECT oncedesk.ask_provider($1)", {first.attempt});
    const auto asked =
        write("SELECT request_id, token FROM oncedesk.claim_requests('worker-1', '{lost}', 1)");
    write("SELECT oncedesk.answer_request($1, $2::uuid, 'no_record', '{\"seen\": 0}')",
          {asked.integer(), asked.rows.utf8(0, 1)});
    write("SELECT * FROM oncedesk.cancel_attempt($1, 'No record of it', 'provider_has_no_record')",
          {first.attempt});
    write("SELECT * FROM oncedesk.open_attempt($1, 'laser', 'try the other')", {id});
    const Claimed second = claim("laser");
    finish(second, R"({"pages": 1.10})");
    finish(first, R"({"pages": 2})"); // late

    const JobDetail job = read(id);
    EXPECT_EQ(job.id, JobId(id));
    EXPECT_EQ(job.status, JobStatus::succeeded);
    EXPECT_EQ(job.owner, u"alice"_s);
    EXPECT_EQ(job.key, u"k 1"_s);
    EXPECT_EQ(job.intent, u"print.poster"_s);
    EXPECT_EQ(job.provider, u"lost"_s);
    EXPECT_EQ(job.params, R"({"f": 1.50, "n": 1234567890123456789012345678901234567890})");
    EXPECT_EQ(job.policy, R"({"timeout_s": 60})");
    EXPECT_EQ(job.version, 2);
    EXPECT_EQ(job.completedBy, AttemptId(second.attempt));
    EXPECT_TRUE(job.completedAt.happened());
    EXPECT_EQ(job.result, R"({"pages": 1.10})");
    EXPECT_TRUE(job.resultBytes.isNull());
    EXPECT_FALSE(job.closedAt.happened());
    EXPECT_FALSE(job.createdBy.isEmpty());
    EXPECT_FALSE(job.historyIsCut);

    ASSERT_EQ(job.attempts.size(), 2);
    const AttemptRow &cancelled = job.attempts[0];
    EXPECT_EQ(cancelled.ordinal, 1);
    EXPECT_EQ(cancelled.state, AttemptState::cancelled);
    EXPECT_EQ(cancelled.openedBecause, u"submit"_s);
    EXPECT_EQ(cancelled.worker, u"worker-1"_s);
    EXPECT_EQ(cancelled.jobVersion, 1);
    EXPECT_EQ(cancelled.unknownWhy, u"The link was lost."_s);
    EXPECT_EQ(cancelled.cancelReason, u"No record of it"_s);
    EXPECT_EQ(cancelled.cancelEvidence, u"provider_has_no_record"_s);
    EXPECT_TRUE(cancelled.startedAt.happened() && cancelled.deadlineAt.happened() &&
                cancelled.unknownAt.happened() && cancelled.endedAt.happened());
    EXPECT_EQ(job.attempts[1].state, AttemptState::succeeded);
    EXPECT_EQ(job.attempts[1].openedBecause, u"person"_s);
    EXPECT_EQ(job.attempts[1].openReason, u"try the other"_s);
    EXPECT_FALSE(job.attempts[1].unknownAt.happened());

    QStringList events;
    for (const EventRow &event : job.events)
        events += event.event + u'@' + QString::number(event.attempt.value() == first.attempt ? 1 : 2);
    for (const QString &event : {u"pending@1"_s, u"started@1"_s, u"unknown@1"_s, u"cancelled@1"_s,
                                 u"pending@2"_s, u"started@2"_s, u"succeeded@2"_s})
        EXPECT_EQ(events.count(event), 1) << event.toStdString();
    EXPECT_LT(events.indexOf(u"pending@1"_s), events.indexOf(u"started@1"_s));
    EXPECT_LT(events.indexOf(u"started@1"_s), events.indexOf(u"unknown@1"_s));
    EXPECT_LT(events.indexOf(u"unknown@1"_s), events.indexOf(u"cancelled@1"_s));
    EXPECT_LT(events.indexOf(u"cancelled@1"_s), events.indexOf(u"succeeded@2"_s));

    ASSERT_EQ(job.submissions.size(), 3);
    EXPECT_EQ(job.submissions[0].outcome, u"created"_s);
    EXPECT_EQ(job.submissions[2].outcome, u"conflict"_s);
    ASSERT_EQ(job.races.size(), 2);
    EXPECT_TRUE(job.races[0].won);
    EXPECT_EQ(job.races[1].lostBecause, u"attempt_cancelled"_s);
    ASSERT_EQ(job.requests.size(), 1);
    EXPECT_EQ(job.requests[0].kind, u"ask"_s);
    EXPECT_EQ(job.requests[0].answer, u"no_record"_s);
    EXPECT_EQ(job.requests[0].worker, u"worker-1"_s);
    ASSERT_EQ(job.answers.size(), 1);
    EXPECT_EQ(job.answers[0].payload, R"({"seen": 0})");
    EXPECT_EQ(job.answers[0].request, job.requests[0].id);
    QStringList actions;
    for (const ActionRow &action : job.actions)
        actions += action.action;
    EXPECT_TRUE(actions.contains(u"cancel_attempt"_s) && actions.contains(u"open_attempt"_s));
}

TEST_F(OneJob, KeepsAResultThatIsNoJsonAsBytes)
{
    const qint64 id = submit(u"a"_s, "k");
    const Claimed attempt = claim("laser");
    write("SELECT * FROM oncedesk.finish_attempt_bytes($1, $2::uuid, '\\x00ff41'::bytea)",
          {attempt.attempt, attempt.token});
    const JobDetail job = read(id);
    EXPECT_TRUE(job.result.isNull());
    EXPECT_EQ(job.resultBytes, QByteArray("\x00\xff\x41", 3));
}

TEST_F(OneJob, TellsWhyItWasClosed)
{
    const JobDetail job = read(closed(u"a"_s, "k"));
    EXPECT_EQ(job.status, JobStatus::closed);
    EXPECT_EQ(job.closeReason, u"not wanted"_s);
    EXPECT_TRUE(job.closedAt.happened());
    EXPECT_FALSE(job.closedBy.isEmpty());
    ASSERT_EQ(job.attempts.size(), 1);
    EXPECT_EQ(job.attempts[0].errorCode, u"http_500"_s);
    EXPECT_EQ(job.attempts[0].errorMessage, u"The provider said no."_s);
    EXPECT_EQ(job.attempts[0].retryable, false);
}

TEST_F(OneJob, CutsALongHistoryAndSaysSo)
{
    const qint64 id = waiting(u"a"_s, "k");
    write("SELECT oncedesk.submit_job('a', 'k', 'print.poster', 'idle', '{}', '{}', 'again ' || n) "
          "FROM generate_series(1, 1100) AS n");
    const JobDetail job = read(id);
    EXPECT_TRUE(job.historyIsCut);
    ASSERT_EQ(job.submissions.size(), 1000);
    EXPECT_EQ(job.submissions.last().client, u"again 1100"_s);
    EXPECT_EQ(job.submissions.first().client, u"again 101"_s);
}

TEST_F(OneJob, IsReadAsOfOneMoment)
{
    const qint64 id = submit(u"a"_s, "k");
    ASSERT_TRUE(m_session.script("BEGIN").ok());
    ASSERT_TRUE(readOneSnapshot(m_session).ok());
    EXPECT_EQ(read(id).submissions.size(), 1);
    submit(u"a"_s, "k");
    finish(claim("laser"));
    const JobDetail before = read(id);
    EXPECT_EQ(before.submissions.size(), 1);
    EXPECT_EQ(before.status, JobStatus::waiting);
    EXPECT_TRUE(before.races.isEmpty());
    ASSERT_TRUE(m_session.script("COMMIT").ok());
    EXPECT_EQ(read(id).status, JobStatus::succeeded);
}

} // namespace
} // namespace oncedesk::board
