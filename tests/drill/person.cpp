#include "tests/drill/person.h"

namespace oncedesk::drill {

using Put = Voice::Put;

Person::Person(Voice &voice, Dice &dice) : m_voice(voice), m_scene(voice.scene()), m_dice(dice) {}

void Person::open()
{
    Entry entry = m_voice.begin("open");
    entry.job = roll(m_dice, 3) > 0 ? m_scene.stalled.any(m_dice) : m_scene.jobs.any(m_dice);
    if (roll(m_dice, 50) == 0)
        entry.job = 1'000'000'000'000;
    if (entry.job == 0)
        return;
    if (roll(m_dice, 2) == 0)
        entry.provider = providers[roll(m_dice, 4)].toUtf8();
    if (roll(m_dice, 4) > 0)
        entry.reason = entry.name();
    const Rows rows = m_voice.put(entry, "SELECT * FROM oncedesk.open_attempt($1, $2, $3)",
                                  {entry.job, entry.provider, entry.reason}, Put::once);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1) {
        entry.outcome = rows.utf8(0, "outcome");
        entry.why = rows.utf8(0, "refusal");
        const bool opened = entry.outcome == "opened";
        entry.toldAttempt = rows.integer(0, opened ? "attempt_id" : "blocking_attempt_id");
        entry.toldOrdinal = rows.integer(0, "ordinal");
        if (opened)
            m_scene.attempts.add(entry.toldAttempt);
    }
    m_voice.write(entry);
}

void Person::cancel()
{
    Entry entry = m_voice.begin("cancel");
    const Held held = m_scene.held.any(m_dice);
    switch (roll(m_dice, 4)) {
    case 0:
        entry.attempt = m_scene.attempts.any(m_dice);
        break;
    case 1:
        entry.attempt = m_scene.unknown.any(m_dice);
        break;
    default:
        entry.attempt = held.attempt;
    }
    if (entry.attempt == 0)
        return;
    entry.reason = entry.name();
    entry.evidence = QList<QByteArray>{"provider_confirmed_stopped", "provider_has_no_record",
                                       "accepted_risk"}[roll(m_dice, 3)];
    const Rows rows = m_voice.put(entry, "SELECT * FROM oncedesk.cancel_attempt($1, $2, $3)",
                                  {entry.attempt, entry.reason, entry.evidence}, Put::untilTold);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1) {
        entry.outcome = rows.utf8(0, "outcome");
        entry.why = rows.utf8(0, "state");
        if (entry.outcome == "cancelled" && entry.attempt == held.attempt)
            m_scene.stalled.add(held.job);
    }
    m_voice.write(entry);
}

void Person::close()
{
    Entry entry = m_voice.begin("close");
    entry.job = roll(m_dice, 4) > 0 ? m_scene.stalled.any(m_dice) : m_scene.jobs.any(m_dice);
    if (entry.job == 0)
        return;
    entry.version = roll(m_dice, 8) == 0 ? 2 : 1;
    entry.reason = entry.name();
    const Rows rows = m_voice.put(entry, "SELECT * FROM oncedesk.close_job($1, $2, $3)",
                                  {entry.job, entry.version, entry.reason}, Put::untilTold);
    if (entry.refused)
        m_voice.complain(entry, "refused");
    if (rows.size() == 1) {
        entry.outcome = rows.utf8(0, "outcome");
        entry.why = rows.utf8(0, "refusal");
    }
    m_voice.write(entry);
}

void Person::ask()
{
    const bool isStop = roll(m_dice, 4) == 0;
    Entry entry = m_voice.begin(isStop ? "stop" : "ask");
    entry.attempt = m_scene.attempts.any(m_dice);
    if (entry.attempt == 0)
        return;
    // Refused when the attempt was never started.
    const Rows rows = m_voice.put(
        entry, isStop ? "SELECT oncedesk.stop_at_provider($1)" : "SELECT oncedesk.ask_provider($1)",
        {entry.attempt}, Put::untilTold);
    if (rows.size() == 1)
        entry.request = rows.integer(0, 0);
    m_voice.write(entry);
}

} // namespace oncedesk::drill
