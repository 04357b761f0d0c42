// A JSON number as the decimal it is, exact at any length: never a double.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <optional>

namespace oncedesk::certify {

class Decimal
{
public:
    // Digits that a sum may span; beyond it sum() gives none.
    static constexpr qint64 sumDigits = 1000;

    Decimal() = default; // zero
    // `number` is the text of a JSON number. None when its exponent is beyond a thousand million.
    [[nodiscard]] static std::optional<Decimal> read(QByteArrayView number);
    [[nodiscard]] static std::optional<Decimal> sum(const Decimal &a, const Decimal &b);

    [[nodiscard]] bool isWhole() const { return m_exponent >= 0; }
    [[nodiscard]] bool isPositive() const { return !m_negative && !m_digits.isEmpty(); }
    [[nodiscard]] bool operator==(const Decimal &other) const { return compare(other) == 0; }
    [[nodiscard]] bool operator<(const Decimal &other) const { return compare(other) < 0; }
    // None when `divisor` is not positive or has over 18 significant digits.
    [[nodiscard]] std::optional<bool> isMultipleOf(const Decimal &divisor) const;
    // One spelling for each value: equal decimals, equal bytes.
    [[nodiscard]] QByteArray canonical() const;
    // As people write it, where that is not long.
    [[nodiscard]] QByteArray text() const;

private:
    [[nodiscard]] int compare(const Decimal &other) const;
    [[nodiscard]] int compareSize(const Decimal &other) const;
    // The power of ten just above the first digit.
    [[nodiscard]] qint64 top() const { return m_digits.size() + m_exponent; }
    [[nodiscard]] int digitAt(qint64 power) const;
    void normalize();

    bool m_negative = false;
    QByteArray m_digits; // without zeros at either end; empty is zero
    qint64 m_exponent = 0;
};

} // namespace oncedesk::certify
