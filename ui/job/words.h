// The contract's words, for people.
#pragma once

#include <QString>

namespace oncedesk::words {

// submit, person, retry, failover, hedge
[[nodiscard]] QString openedBecause(const QString &word);
// slot_taken, attempt_cancelled, …
[[nodiscard]] QString lostBecause(const QString &word);
// provider_confirmed_stopped, …
[[nodiscard]] QString evidence(const QString &word);
// What a provider answers: running, no_record, …
[[nodiscard]] QString answer(const QString &word);
// What people did: cancel_attempt, …, and what came of it.
[[nodiscard]] QString action(const QString &word);
[[nodiscard]] QString outcome(const QString &word);
// created, replayed, conflict
[[nodiscard]] QString submission(const QString &word);

// Of an event fallback_passed_over: "laser was not used: certificate expired."
[[nodiscard]] QString notUsed(const QByteArray &detail);
[[nodiscard]] QString passedOver(const QByteArray &detail);

// One line of at most 40 characters.
[[nodiscard]] QString brief(const QString &text);

} // namespace oncedesk::words
