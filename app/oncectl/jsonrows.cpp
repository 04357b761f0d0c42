#include "app/oncectl/jsonrows.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

void writeTime(JsonWriter &writer, const QString &name, const board::Moment &moment)
{
    writer.member(name, moment.iso);
}

void writeRow(JsonWriter &writer, const board::AttemptRow &attempt)
{
    writer.beginObject();
    writer.member(u"id"_s, attempt.id.value());
    writer.member(u"ordinal"_s, attempt.ordinal);
    writer.member(u"lane"_s, attempt.lane);
    writer.member(u"provider"_s, attempt.provider);
    writer.member(u"state"_s, toString(attempt.state));
    writer.member(u"live"_s, isLive(attempt.state));
    writer.key(u"job_version"_s);
    attempt.jobVersion ? writer.value(*attempt.jobVersion) : writer.null();
    writer.member(u"worker"_s, attempt.worker);
    writer.member(u"opened_because"_s, attempt.openedBecause);
    writer.member(u"opened_by"_s, attempt.openedBy);
    writer.member(u"open_reason"_s, attempt.openReason);
    writeId(writer, u"follows"_s, attempt.follows);
    writeTime(writer, u"opened_at"_s, attempt.openedAt);
    writeTime(writer, u"not_before"_s, attempt.notBefore);
    writeTime(writer, u"started_at"_s, attempt.startedAt);
    writeTime(writer, u"deadline_at"_s, attempt.deadlineAt);
    writeTime(writer, u"unknown_at"_s, attempt.unknownAt);
    writer.member(u"unknown_why"_s, attempt.unknownWhy);
    writeTime(writer, u"ended_at"_s, attempt.endedAt);
    writer.member(u"error_code"_s, attempt.errorCode);
    writer.member(u"error_message"_s, attempt.errorMessage);
    writer.key(u"retryable"_s);
    attempt.retryable ? writer.value(*attempt.retryable) : writer.null();
    writeTime(writer, u"cancel_requested_at"_s, attempt.cancelRequestedAt);
    writer.member(u"cancel_requested_by"_s, attempt.cancelRequestedBy);
    writer.member(u"cancel_reason"_s, attempt.cancelReason);
    writer.member(u"cancel_evidence"_s, attempt.cancelEvidence);
    writer.endObject();
}

void writeRow(JsonWriter &writer, const board::EventRow &event)
{
    writer.beginObject();
    writeTime(writer, u"at"_s, event.at);
    writer.member(u"attempt_id"_s, event.attempt.value());
    writer.member(u"event"_s, event.event);
    writer.member(u"actor"_s, event.actor);
    writer.rawMember(u"detail"_s, event.detail);
    writer.endObject();
}

void writeRow(JsonWriter &writer, const board::RequestRow &request)
{
    writer.beginObject();
    writer.member(u"id"_s, request.id.value());
    writer.member(u"attempt_id"_s, request.attempt.value());
    writer.member(u"kind"_s, request.kind);
    writer.member(u"provider"_s, request.provider);
    writeTime(writer, u"asked_at"_s, request.askedAt);
    writer.member(u"asked_by"_s, request.askedBy);
    writeTime(writer, u"claimed_at"_s, request.claimedAt);
    writer.member(u"worker"_s, request.worker);
    writeTime(writer, u"answered_at"_s, request.answeredAt);
    writer.member(u"answer"_s, request.answer);
    writer.endObject();
}

void writeRow(JsonWriter &writer, const board::AnswerRow &answer)
{
    writer.beginObject();
    writer.member(u"id"_s, answer.id);
    writer.member(u"request_id"_s, answer.request.value());
    writer.member(u"attempt_id"_s, answer.attempt.value());
    writeTime(writer, u"at"_s, answer.at);
    writer.member(u"answer"_s, answer.answer);
    writer.rawMember(u"payload"_s, answer.payload);
    writer.member(u"actor"_s, answer.actor);
    writer.endObject();
}

template<class Rows>
void writeList(JsonWriter &writer, const QString &name, const Rows &rows)
{
    writer.key(name);
    writer.beginArray();
    for (const auto &row : rows)
        writeRow(writer, row);
    writer.endArray();
}

} // namespace

void writeRow(JsonWriter &writer, const board::JobRow &row)
{
    writer.beginObject();
    writer.member(u"id"_s, row.id.value());
    writer.member(u"status"_s, toString(row.status));
    writer.member(u"owner_id"_s, row.owner);
    writer.member(u"idempotency_key"_s, row.key);
    writer.member(u"intent"_s, row.intent);
    writer.member(u"provider"_s, row.provider);
    writer.member(u"version"_s, row.version);
    writeTime(writer, u"created_at"_s, row.createdAt);
    writeTime(writer, u"completed_at"_s, row.completedAt);
    writeTime(writer, u"closed_at"_s, row.closedAt);
    writer.member(u"is_demo"_s, row.isDemo);
    writer.key(u"attempts"_s);
    writer.beginArray();
    for (const board::AttemptMark &mark : row.attempts) {
        writer.beginObject();
        writer.member(u"ordinal"_s, mark.ordinal);
        writer.member(u"state"_s, toString(mark.state));
        writer.member(u"provider"_s, mark.provider);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
}

void writeRow(JsonWriter &writer, const board::SubmissionRow &row)
{
    writer.beginObject();
    writer.member(u"id"_s, row.id);
    writeTime(writer, u"at"_s, row.at);
    writer.member(u"outcome"_s, row.outcome);
    writer.member(u"job_id"_s, row.job.value());
    writer.member(u"owner_id"_s, row.owner);
    writer.member(u"idempotency_key"_s, row.key);
    writer.key(u"differs"_s);
    writer.beginArray();
    for (const QString &path : row.differs)
        writer.value(path);
    writer.endArray();
    writer.member(u"client"_s, row.client);
    writer.member(u"actor"_s, row.actor);
    writer.endObject();
}

void writeRow(JsonWriter &writer, const board::RaceRow &row)
{
    writer.beginObject();
    writer.member(u"id"_s, row.id);
    writeTime(writer, u"at"_s, row.at);
    writer.member(u"outcome"_s, row.won ? u"won"_s : u"lost"_s);
    writer.member(u"lost_because"_s, row.lostBecause);
    writer.member(u"job_id"_s, row.job.value());
    writer.member(u"attempt_id"_s, row.attempt.value());
    writer.member(u"ordinal"_s, row.ordinal);
    writer.member(u"provider"_s, row.provider);
    writer.member(u"owner_id"_s, row.owner);
    writer.member(u"idempotency_key"_s, row.key);
    writer.member(u"intent"_s, row.intent);
    writer.member(u"version_read"_s, row.versionRead);
    writer.member(u"version_found"_s, row.versionFound);
    writeId(writer, u"winner"_s, row.winner);
    writer.member(u"winner_provider"_s, row.winnerProvider);
    writer.member(u"result_sha256"_s, row.resultSha256);
    writer.key(u"result_size"_s);
    row.won ? writer.null() : writer.value(row.resultSize);
    writer.member(u"actor"_s, row.actor);
    writer.endObject();
}

void writeRow(JsonWriter &writer, const board::ActionRow &row)
{
    writer.beginObject();
    writer.member(u"id"_s, row.id);
    writeTime(writer, u"at"_s, row.at);
    writer.member(u"actor"_s, row.actor);
    writer.member(u"action"_s, row.action);
    writeId(writer, u"job_id"_s, row.job);
    writeId(writer, u"attempt_id"_s, row.attempt);
    writer.member(u"reason"_s, row.reason);
    writer.member(u"evidence"_s, row.evidence);
    writer.member(u"outcome"_s, row.outcome);
    writer.rawMember(u"detail"_s, row.detail);
    writer.endObject();
}

void writeJob(JsonWriter &writer, const board::JobDetail &job)
{
    writer.beginObject();
    writer.member(u"id"_s, job.id.value());
    writer.member(u"status"_s, toString(job.status));
    writer.member(u"owner_id"_s, job.owner);
    writer.member(u"idempotency_key"_s, job.key);
    writer.member(u"intent"_s, job.intent);
    writer.member(u"provider"_s, job.provider);
    writer.rawMember(u"params"_s, job.params);
    writer.rawMember(u"policy"_s, job.policy);
    writer.member(u"version"_s, job.version);
    writeTime(writer, u"created_at"_s, job.createdAt);
    writer.member(u"created_by"_s, job.createdBy);
    writeId(writer, u"completed_by"_s, job.completedBy);
    writeTime(writer, u"completed_at"_s, job.completedAt);
    writer.rawMember(u"result"_s, job.result);
    writer.member(u"result_base64"_s,
                  job.resultBytes.isNull() ? QString() : QString::fromLatin1(job.resultBytes.toBase64()));
    writeTime(writer, u"closed_at"_s, job.closedAt);
    writer.member(u"closed_by"_s, job.closedBy);
    writer.member(u"close_reason"_s, job.closeReason);
    writer.member(u"is_demo"_s, job.isDemo);
    writeList(writer, u"attempts"_s, job.attempts);
    writeList(writer, u"events"_s, job.events);
    writeList(writer, u"submissions"_s, job.submissions);
    writeList(writer, u"races"_s, job.races);
    writeList(writer, u"actions"_s, job.actions);
    writeList(writer, u"requests"_s, job.requests);
    writeList(writer, u"answers"_s, job.answers);
    writer.member(u"history_is_cut"_s, job.historyIsCut);
    writer.endObject();
}

} // namespace oncedesk
