#include "tests/drill/payload.h"

namespace oncedesk::drill {

using namespace Qt::Literals::StringLiterals;

const QStringList providers{u"inkjet"_s, u"laser"_s, u"plotter"_s, u"foil"_s};

namespace {

const QList<QByteArray> policies{
    R"({"mode": "hedged", "hedge_after_s": 0.001, "timeout_s": 0.4, "retry_backoff_s": 0, "max_attempts": 9, "fallbacks": ["laser", "plotter"]})",
    R"({"mode": "hedged", "hedge_after_s": 0.02, "timeout_s": 0.1, "retry_backoff_s": 0.01, "fallbacks": ["foil", "plotter"]})",
    R"({"mode": "hedged", "hedge_after_s": 0.001, "timeout_s": 30, "max_attempts": 4, "fallbacks": ["plotter"]})",
    R"({"timeout_s": 0.02, "retry_backoff_s": 0, "max_attempts": 9, "fallbacks": ["laser", "foil", "plotter"]})",
    R"({"timeout_s": 0.15, "retry_backoff_s": 0.001, "max_attempts": 2})",
    R"({"start": "manual", "timeout_s": 0.3, "retry_backoff_s": 0, "max_attempts": 5})",
    R"({"timeout_s": 5, "retry_backoff_s": 0.05, "fallbacks": ["plotter"]})",
    "{}",
};

QByteArray amountOf(int amount)
{
    return QByteArray(R"({"amount": )") + QByteArray::number(amount) + R"(, "colour": "blue"})";
}

} // namespace

Payload Payload::any(Dice &dice)
{
    return {roll(dice, 4) ? "print.poster" : "print.flyer", providers[roll(dice, 2)].toUtf8(),
            amountOf(roll(dice, 1000)), policies[roll(dice, int(policies.size()))]};
}

Payload Payload::respelled() const
{
    Payload other = *this;
    const qsizetype comma = params.indexOf(',');
    other.params = R"({"colour":"blue",)" + params.mid(1, comma - 1) + ".00}";
    return other;
}

Payload Payload::changed(Dice &dice) const
{
    Payload other = *this;
    switch (roll(dice, 4)) {
    case 0:
        other.intent = intent == "print.poster" ? "print.flyer" : "print.poster";
        break;
    case 1:
        other.provider = provider == "inkjet" ? "laser" : "inkjet";
        break;
    case 2:
        other.policy = policies[(policies.indexOf(policy) + 1) % policies.size()];
        break;
    default:
        other.params = amountOf(1000 + roll(dice, 1000));
    }
    return other;
}

} // namespace oncedesk::drill
