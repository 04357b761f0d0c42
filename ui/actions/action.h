// One thing that people do, to one target after another: the call of the contract, and its answers in words.
#pragma once

#include "core/base/result.h"
#include "ui/actions/actiontarget.h"

#include <QCoreApplication>
#include <optional>

namespace oncedesk {

// What the database answered.
struct ActionAnswer
{
    enum class Kind { done, requested, refused };
    Kind kind = Kind::refused;
    QString refusal;                   // the contract's word
    std::optional<AttemptState> state; // that the attempt is in now
    int ordinal = 0;                   // of the attempt that was opened
    std::optional<AttemptId> blocking; // why another one was refused
    std::optional<RequestId> request;  // whose answer is still to come
};

// Immutable: used on the GUI thread and on the database's.
class Action
{
    Q_DECLARE_TR_FUNCTIONS(Action)
public:
    virtual ~Action() = default;

    // On the database's thread. The first is inside Database::run, the second one statement.
    virtual Result<QList<ActionTarget>> read(Session &session, const QList<qint64> &ids) const = 0;
    virtual Result<ActionAnswer> carryOut(Session &session, const ActionTarget &target) const = 0;

    // On the GUI thread. Why it cannot be done to this target as it is; empty when it can.
    [[nodiscard]] virtual QString whyNot(const ActionTarget &target) const = 0;
    // Whether what was agreed to still describes it.
    [[nodiscard]] virtual bool stillHolds(const ActionTarget &before, const ActionTarget &now) const;
    // One sentence. `blocking` is the attempt that the answer names.
    [[nodiscard]] virtual QString words(const ActionTarget &target, const ActionAnswer &answer,
                                        const std::optional<ActionTarget> &blocking) const = 0;
    // "2 cancelled", "1 stop requested"; for the sum of many.
    [[nodiscard]] virtual QString tally(ActionAnswer::Kind kind, int count) const = 0;
};

// The contract's refusals in human words, without a full stop.
[[nodiscard]] QString refusalWords(const QString &refusal, const std::optional<ActionTarget> &blocking = {});
// The evidence of a cancel in human words.
[[nodiscard]] QString evidenceWords(const QString &evidence);
// A provider's answer to a question or a stop request.
[[nodiscard]] QString answerWords(const QString &answer);

// First letter in upper case.
[[nodiscard]] QString asSentence(const QString &text);

} // namespace oncedesk
