#include "core/certify/decimal.h"

#include "core/base/jsontokenizer.h"

#include <QString>
#include <algorithm>

namespace oncedesk::certify {

namespace {

constexpr qint64 exponentBound = 1'000'000'000;

// a * b mod m, for m below 2^62, without a wider type.
quint64 multiplied(quint64 a, quint64 b, quint64 m)
{
    quint64 result = 0;
    for (; b > 0; b >>= 1) {
        if (b & 1)
            result = (result + a) % m;
        a = a * 2 % m;
    }
    return result;
}

quint64 powerOfTen(quint64 exponent, quint64 m)
{
    quint64 result = 1 % m;
    quint64 base = 10 % m;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            result = multiplied(result, base, m);
        base = multiplied(base, base, m);
    }
    return result;
}

} // namespace

std::optional<Decimal> Decimal::read(QByteArrayView number)
{
    Decimal result;
    qsizetype at = number.startsWith('-') ? 1 : 0;
    result.m_negative = at == 1;
    bool afterPoint = false;
    for (; at < number.size() && number[at] != 'e' && number[at] != 'E'; ++at) {
        if (number[at] == '.') {
            afterPoint = true;
            continue;
        }
        if (number[at] != '0' || !result.m_digits.isEmpty())
            result.m_digits += number[at];
        if (afterPoint)
            --result.m_exponent;
    }
    qint64 exponent = 0;
    bool negative = false;
    for (++at; at < number.size(); ++at) {
        if (json::isDigit(number[at]))
            exponent = std::min(exponent * 10 + (number[at] - '0'), exponentBound + 1);
        else
            negative = number[at] == '-';
    }
    if (exponent > exponentBound && !result.m_digits.isEmpty())
        return std::nullopt;
    result.m_exponent += negative ? -exponent : exponent;
    result.normalize();
    return result;
}

void Decimal::normalize()
{
    qsizetype leading = 0;
    while (leading < m_digits.size() && m_digits[leading] == '0')
        ++leading;
    qsizetype end = m_digits.size();
    while (end > leading && m_digits[end - 1] == '0')
        --end;
    m_exponent += m_digits.size() - end;
    m_digits = m_digits.mid(leading, end - leading);
    if (m_digits.isEmpty()) {
        m_negative = false;
        m_exponent = 0;
    }
}

int Decimal::compareSize(const Decimal &other) const
{
    if (m_digits.isEmpty() || other.m_digits.isEmpty())
        return int(!m_digits.isEmpty()) - int(!other.m_digits.isEmpty());
    if (top() != other.top())
        return top() < other.top() ? -1 : 1;
    return m_digits.compare(other.m_digits);
}

int Decimal::compare(const Decimal &other) const
{
    if (m_negative != other.m_negative)
        return m_negative ? -1 : 1;
    return m_negative ? -compareSize(other) : compareSize(other);
}

int Decimal::digitAt(qint64 power) const
{
    const qint64 index = top() - 1 - power;
    return index >= 0 && index < m_digits.size() ? m_digits[index] - '0' : 0;
}

std::optional<Decimal> Decimal::sum(const Decimal &a, const Decimal &b)
{
    if (a.m_digits.isEmpty())
        return b;
    if (b.m_digits.isEmpty())
        return a;
    const qint64 low = std::min(a.m_exponent, b.m_exponent);
    const qint64 high = std::max(a.top(), b.top()) + 1; // room for a carry
    if (high - low > sumDigits + 1)
        return std::nullopt;
    const bool aIsLarger = a.compareSize(b) >= 0;
    const Decimal &larger = aIsLarger ? a : b;
    const Decimal &smaller = aIsLarger ? b : a;
    const int sign = a.m_negative == b.m_negative ? 1 : -1;
    Decimal result;
    result.m_negative = larger.m_negative;
    result.m_exponent = low;
    result.m_digits.resize(high - low);
    int carry = 0;
    for (qint64 power = low; power < high; ++power) {
        int digit = larger.digitAt(power) + sign * smaller.digitAt(power) + carry;
        carry = 0;
        if (digit > 9) {
            digit -= 10;
            carry = 1;
        } else if (digit < 0) {
            digit += 10;
            carry = -1;
        }
        result.m_digits[high - 1 - power] = char('0' + digit);
    }
    result.normalize();
    return result;
}

std::optional<bool> Decimal::isMultipleOf(const Decimal &divisor) const
{
    if (!divisor.isPositive() || divisor.m_digits.size() > 18)
        return std::nullopt;
    if (m_digits.isEmpty())
        return true;
    // Its last digit is not zero, so no power of ten divides what stands before its exponent.
    if (m_exponent < divisor.m_exponent)
        return false;
    const quint64 m = divisor.m_digits.toULongLong();
    quint64 rest = 0;
    for (const char digit : m_digits)
        rest = (rest * 10 + quint64(digit - '0')) % m;
    return multiplied(rest, powerOfTen(quint64(m_exponent - divisor.m_exponent), m), m) == 0;
}

QByteArray Decimal::canonical() const
{
    if (m_digits.isEmpty())
        return "0";
    return QByteArray(m_negative ? "-" : "") + m_digits + 'e' + QByteArray::number(m_exponent);
}

QByteArray Decimal::text() const
{
    if (m_exponent > 30 || m_exponent < -m_digits.size() - 30)
        return canonical();
    QByteArray digits = m_digits.isEmpty() ? QByteArray("0") : m_digits;
    if (m_exponent >= 0) {
        digits += QByteArray(m_exponent, '0');
    } else {
        digits = digits.rightJustified(1 - m_exponent, '0');
        digits.insert(digits.size() + m_exponent, '.');
    }
    return m_negative ? QByteArray('-' + digits) : digits;
}

} // namespace oncedesk::certify
