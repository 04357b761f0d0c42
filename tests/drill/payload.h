// What jobs of the drill ask for: little providers, short deadlines, every kind of policy.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <random>

namespace oncedesk::drill {

using Dice = std::mt19937_64;

inline int roll(Dice &dice, int sides)
{
    return int(dice() % quint64(sides));
}

struct Payload
{
    QByteArray intent;
    QByteArray provider;
    QByteArray params;
    QByteArray policy;

    static Payload any(Dice &dice);
    // The same to the contract, spelled in another way.
    [[nodiscard]] Payload respelled() const;
    // Differs in one thing.
    [[nodiscard]] Payload changed(Dice &dice) const;
};

// laser and plotter are certified for print.poster, laser alone for print.flyer, foil for nothing.
extern const QStringList providers;

} // namespace oncedesk::drill
