#include "tests/drill/submitter.h"

namespace oncedesk::drill {

using Put = Voice::Put;

namespace {

constexpr size_t memory = 1000; // of its own, older ones

} // namespace

Submitter::Submitter(quint64 seed, Voice &voice, Dice &dice)
    : m_seed(seed), m_voice(voice), m_scene(voice.scene()), m_dice(dice)
{
}

QByteArray Submitter::ownerAtRandom()
{
    return QList<QByteArray>{"anna", "bela", "cora"}[roll(m_dice, 3)];
}

Submission Submitter::someSubmission()
{
    if (!m_submitted.empty() && roll(m_dice, 2) == 0)
        return m_submitted[m_dice() % m_submitted.size()];
    return m_scene.submissions.any(m_dice);
}

void Submitter::submitNew()
{
    // Numbers small enough that owners use the same keys, and now and then two callers one.
    const QByteArray key = "poster " + QByteArray::number(quint64(m_dice() % 1'000'000'000));
    const Submission submission{ownerAtRandom(), key, Payload::any(m_dice)};
    submit(submission);
    m_scene.submissions.add(submission);
    m_submitted.push_back(submission);
    if (m_submitted.size() > memory)
        m_submitted.pop_front();
}

void Submitter::submitTheSame()
{
    Submission again = someSubmission();
    if (again.key.isEmpty())
        return;
    if (roll(m_dice, 2) == 0)
        again.payload = again.payload.respelled();
    submit(again);
}

void Submitter::submitAnother()
{
    Submission other = someSubmission();
    if (other.key.isEmpty())
        return;
    if (roll(m_dice, 4) == 0)
        other.owner = ownerAtRandom(); // the same key, and nobody's business
    else
        other.payload = other.payload.changed(m_dice);
    submit(other);
}

void Submitter::submitContested()
{
    const int number = m_scene.contested++ / 8;
    Dice common{m_seed + quint64(number)}; // what all that submit this key agree on
    Submission submission{QList<QByteArray>{"anna", "bela", "cora"}[number % 3],
                          "contested " + QByteArray::number(number), Payload::any(common)};
    if (roll(m_dice, 3) == 0)
        submission.payload = submission.payload.changed(common);
    submit(submission);
    m_scene.submissions.add(submission);
}

void Submitter::submit(const Submission &submission)
{
    const Payload &payload = submission.payload;
    Entry entry = m_voice.begin("submit");
    entry.owner = submission.owner;
    entry.key = submission.key;
    entry.intent = payload.intent;
    entry.provider = payload.provider;
    entry.params = payload.params;
    entry.policy = payload.policy;
    const Rows rows = m_voice.put(
        entry, "SELECT * FROM oncedesk.submit_job($1, $2, $3, $4, $5, $6, $7)",
        {entry.owner, entry.key, entry.intent, entry.provider, entry.params, entry.policy, entry.name()},
        Put::untilTold);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1) {
        entry.outcome = rows.utf8(0, "outcome");
        entry.toldJob = rows.integer(0, entry.outcome == "conflict" ? "conflicts_with" : "job_id");
        entry.differs = rows.utf8(0, "differs");
        m_scene.jobs.add(entry.toldJob);
        if (payload.policy.contains("manual"))
            m_scene.stalled.add(entry.toldJob);
    }
    m_voice.write(entry);
}

} // namespace oncedesk::drill
