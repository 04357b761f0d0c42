#include "tests/drill/worker.h"

namespace oncedesk::drill {

using Put = Voice::Put;

namespace {

constexpr size_t memory = 1000; // of its own, older ones

// As jsonb spells it, so that texts compare.
QByteArray resultOf(const Entry &entry, int place)
{
    return "{\"n\": " + QByteArray::number(place) + ", \"call\": " + QByteArray::number(entry.call) + '}';
}

} // namespace

Worker::Worker(Voice &voice, Dice &dice) : m_voice(voice), m_scene(voice.scene()), m_dice(dice) {}

Held Worker::someHeld()
{
    if (!m_own.empty() && roll(m_dice, 10) < 3)
        return m_own[m_dice() % m_own.size()];
    return m_scene.held.any(m_dice);
}

void Worker::learn(const Held &held)
{
    m_scene.held.add(held);
    m_own.push_back(held);
    if (m_own.size() > memory)
        m_own.pop_front();
}

void Worker::claim()
{
    Entry entry = m_voice.begin("claim");
    QStringList served;
    for (const QString &provider : providers) {
        if (roll(m_dice, 4) > 0)
            served += provider;
    }
    const Rows rows = m_voice.put(entry, "SELECT * FROM oncedesk.claim_attempts($1, $2, $3)",
                                  {entry.name(), Param::array(served), 1 + roll(m_dice, 6)}, Put::once);
    m_voice.write(entry);
    for (int row = 0; row < rows.size(); ++row) {
        Entry claimed = entry;
        claimed.kind = "claimed";
        claimed.place = row;
        claimed.attempt = rows.integer(row, "attempt_id");
        claimed.job = rows.integer(row, "job_id");
        claimed.toldOrdinal = rows.integer(row, "ordinal");
        claimed.provider = rows.utf8(row, "provider");
        claimed.owner = rows.utf8(row, "owner_id");
        claimed.key = rows.utf8(row, "idempotency_key");
        claimed.intent = rows.utf8(row, "intent");
        claimed.params = rows.utf8(row, "params");
        claimed.toldVersion = rows.integer(row, "job_version");
        claimed.token = rows.utf8(row, "claim_token");
        m_voice.write(claimed);
        m_scene.attempts.add(claimed.attempt);
        m_scene.jobs.add(claimed.job);
        learn({claimed.attempt, claimed.job, claimed.toldVersion, claimed.token});
    }
}

void Worker::finishOne()
{
    const Held held = someHeld();
    if (held.attempt == 0)
        return;
    Entry entry = m_voice.begin("finish");
    entry.attempt = held.attempt;
    entry.token = held.token;
    entry.value = resultOf(entry, 0);
    const Rows rows = m_voice.put(entry, "SELECT * FROM oncedesk.finish_attempt($1, $2, $3)",
                                  {entry.attempt, entry.token, entry.value}, Put::untilTold);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1) {
        entry.outcome = rows.utf8(0, "outcome");
        entry.why = rows.utf8(0, "lost_because");
        entry.toldVersion = rows.integer(0, "job_version");
        entry.toldWinner = rows.integer(0, "winner");
    }
    m_voice.write(entry);
}

void Worker::finishSome()
{
    const Entry call = m_voice.begin("finish");
    QList<Entry> entries;
    QList<qint64> attempts;
    QList<QByteArray> tokens;
    QList<QByteArray> values;
    for (int i = 1 + roll(m_dice, 8); i > 0; --i) {
        const Held held = someHeld(); // the same twice, at times
        if (held.attempt == 0)
            return;
        Entry entry = call;
        entry.place = int(entries.size());
        entry.attempt = held.attempt;
        entry.token = held.token;
        entry.value = resultOf(call, entry.place);
        attempts += entry.attempt;
        tokens += entry.token;
        values += entry.value;
        entries += entry;
    }
    Entry answered = call;
    const Rows rows =
        m_voice.put(answered, "SELECT * FROM oncedesk.finish_attempts($1, $2, $3)",
                    {Param::array(attempts), Param::array(tokens), Param::array(values)}, Put::untilTold);
    if (answered.refused || (answered.ended != 0 && rows.size() != entries.size()))
        m_voice.complain(call, "not a row for each attempt");
    for (Entry &entry : entries) {
        entry.began = answered.began;
        entry.ended = answered.ended;
        entry.doubts = answered.doubts;
        if (entry.place < rows.size()) {
            entry.toldAttempt = rows.integer(entry.place, "attempt_id");
            entry.outcome = rows.utf8(entry.place, "outcome");
            entry.why = rows.utf8(entry.place, "lost_because");
            entry.toldVersion = rows.integer(entry.place, "job_version");
            entry.toldWinner = rows.integer(entry.place, "winner");
        }
        m_voice.write(entry);
    }
}

void Worker::finishWithAWrongToken()
{
    Entry entry = m_voice.begin("intrude");
    entry.attempt = m_scene.attempts.any(m_dice);
    entry.token = "00000000-0000-4000-8000-" + QByteArray::number(100'000'000'000 + roll(m_dice, 1000));
    (void)m_voice.put(entry, "SELECT * FROM oncedesk.finish_attempt($1, $2, '{\"stolen\": true}')",
                      {entry.attempt, entry.token}, Put::untilTold);
    if (entry.ended != 0 && !entry.refused)
        m_voice.complain(entry, "a result was taken with a token that was never given out");
    m_voice.write(entry);
}

void Worker::fail()
{
    const Held held = someHeld();
    if (held.attempt == 0)
        return;
    Entry entry = m_voice.begin("fail");
    entry.attempt = held.attempt;
    entry.token = held.token;
    entry.reason = entry.name();
    const Rows rows =
        m_voice.put(entry, "SELECT * FROM oncedesk.fail_attempt($1, $2, 'http_503', $3, $4)",
                    {entry.attempt, entry.token, entry.reason, roll(m_dice, 3) > 0}, Put::untilTold);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1) {
        entry.why = rows.utf8(0, "state");
        entry.toldAttempt = rows.integer(0, "next_attempt_id");
        entry.toldOrdinal = rows.integer(0, "next_ordinal");
        entry.provider = rows.utf8(0, "next_provider");
        if (entry.toldAttempt != 0)
            m_scene.attempts.add(entry.toldAttempt);
        else
            m_scene.stalled.add(held.job);
    }
    m_voice.write(entry);
}

void Worker::markUnknown()
{
    const Held held = someHeld();
    if (held.attempt == 0)
        return;
    Entry entry = m_voice.begin("unknown");
    entry.attempt = held.attempt;
    entry.token = held.token;
    entry.reason = entry.name();
    const Rows rows = m_voice.put(entry, "SELECT oncedesk.mark_unknown($1, $2, $3)",
                                  {entry.attempt, entry.token, entry.reason}, Put::untilTold);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1)
        entry.why = rows.utf8(0, 0);
    if (entry.why == "unknown")
        m_scene.unknown.add(entry.attempt);
    m_voice.write(entry);
}

void Worker::sweep()
{
    Entry entry = m_voice.begin("sweep");
    const Rows rows =
        m_voice.put(entry, "SELECT * FROM oncedesk.sweep_overdue($1)", {1 + roll(m_dice, 50)}, Put::once);
    m_voice.write(entry);
    for (int row = 0; row < rows.size(); ++row) {
        Entry swept = entry;
        swept.kind = "swept";
        swept.place = row;
        swept.attempt = rows.integer(row, "attempt_id");
        swept.job = rows.integer(row, "job_id");
        m_voice.write(swept);
        m_scene.unknown.add(swept.attempt);
    }
}

void Worker::hedge()
{
    Entry entry = m_voice.begin("hedge");
    const Rows rows =
        m_voice.put(entry, "SELECT * FROM oncedesk.open_due_hedges($1)", {1 + roll(m_dice, 20)}, Put::once);
    m_voice.write(entry);
    for (int row = 0; row < rows.size(); ++row) {
        Entry hedged = entry;
        hedged.kind = "hedged";
        hedged.place = row;
        hedged.attempt = rows.integer(row, "attempt_id");
        hedged.job = rows.integer(row, "job_id");
        hedged.toldOrdinal = rows.integer(row, "ordinal");
        hedged.provider = rows.utf8(row, "provider");
        m_voice.write(hedged);
        m_scene.attempts.add(hedged.attempt);
    }
}

void Worker::takeQuestions()
{
    Entry entry = m_voice.begin("take");
    const Rows rows = m_voice.put(entry, "SELECT * FROM oncedesk.claim_requests($1, $2, $3)",
                                  {entry.name(), Param::array(providers), 1 + roll(m_dice, 4)}, Put::once);
    m_voice.write(entry);
    for (int row = 0; row < rows.size(); ++row) {
        Entry taken = entry;
        taken.kind = "taken";
        taken.place = row;
        taken.request = rows.integer(row, "request_id");
        taken.attempt = rows.integer(row, "attempt_id");
        taken.job = rows.integer(row, "job_id");
        taken.provider = rows.utf8(row, "provider");
        taken.outcome = rows.utf8(row, "kind");
        taken.token = rows.utf8(row, "token");
        m_voice.write(taken);
        m_scene.questions.add({taken.request, taken.attempt, taken.token, taken.outcome == "stop"});
    }
}

void Worker::answer()
{
    const Question question = m_scene.questions.any(m_dice);
    if (question.request == 0)
        return;
    Entry entry = m_voice.begin("answer");
    entry.request = question.request;
    entry.attempt = question.attempt;
    entry.token = question.token;
    entry.outcome =
        question.isStop
            ? QList<QByteArray>{"stopped", "stopped", "not_stopped", "unreachable"}[roll(m_dice, 4)]
            : QList<QByteArray>{"running", "succeeded", "failed", "no_record"}[roll(m_dice, 4)];
    entry.value = resultOf(entry, 0);
    // Refused when another worker has taken the question over.
    const Rows rows = m_voice.put(entry, "SELECT oncedesk.answer_request($1, $2, $3, $4)",
                                  {entry.request, entry.token, entry.outcome, entry.value}, Put::untilTold);
    if (rows.size() == 1)
        entry.why = rows.utf8(0, 0);
    m_voice.write(entry);
}

} // namespace oncedesk::drill
