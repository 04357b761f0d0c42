#include "core/base/jsonspelling.h"

#include <QChar>
#include <algorithm>
#include <limits>

namespace oncedesk::json {

namespace {

void appendUtf8(QByteArray &out, char32_t c)
{
    if (c < 0x80) {
        out += char(c);
    } else if (c < 0x800) {
        out += char(0xC0 | (c >> 6));
        out += char(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += char(0xE0 | (c >> 12));
        out += char(0x80 | ((c >> 6) & 0x3F));
        out += char(0x80 | (c & 0x3F));
    } else {
        out += char(0xF0 | (c >> 18));
        out += char(0x80 | ((c >> 12) & 0x3F));
        out += char(0x80 | ((c >> 6) & 0x3F));
        out += char(0x80 | (c & 0x3F));
    }
}

} // namespace

int hex4(QByteArrayView digits)
{
    int value = 0;
    for (const char c : digits) {
        int digit = 0;
        if (isDigit(c))
            digit = c - '0';
        else if (c >= 'a' && c <= 'f')
            digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'F')
            digit = c - 'A' + 10;
        else
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

QByteArray unescaped(QByteArrayView text, const Token &token)
{
    const QByteArrayView inner = text.sliced(token.begin + 1, token.end - token.begin - 2);
    if (!token.escaped)
        return inner.toByteArray();
    QByteArray out;
    out.reserve(inner.size());
    for (qsizetype i = 0; i < inner.size(); ++i) {
        if (inner[i] != '\\') {
            out += inner[i];
            continue;
        }
        ++i;
        switch (inner[i]) {
        case 'b':
            out += '\b';
            break;
        case 'f':
            out += '\f';
            break;
        case 'n':
            out += '\n';
            break;
        case 'r':
            out += '\r';
            break;
        case 't':
            out += '\t';
            break;
        case 'u': {
            char32_t c = char32_t(hex4(inner.sliced(i + 1, 4)));
            i += 4;
            if (QChar::isHighSurrogate(c) && inner.sliced(i + 1).startsWith("\\u")) {
                const int low = hex4(inner.sliced(i + 3, 4));
                if (QChar::isLowSurrogate(char32_t(low))) {
                    c = QChar::surrogateToUcs4(char16_t(c), char16_t(low));
                    i += 6;
                }
            }
            appendUtf8(out, c);
            break;
        }
        default: // a quote, a slash or a backslash stands for itself
            out += inner[i];
        }
    }
    return out;
}

NumberExtent extent(QByteArrayView number)
{
    qsizetype at = number.startsWith('-') ? 1 : 0;
    qint64 whole = 0;       // digits before the point as written
    qint64 fraction = 0;    // digits after it as written
    qint64 firstDigit = -1; // index among all digits of the first that is not zero
    bool afterPoint = false;
    for (; at < number.size() && number[at] != 'e' && number[at] != 'E'; ++at) {
        if (number[at] == '.') {
            afterPoint = true;
            continue;
        }
        if (number[at] != '0' && firstDigit < 0)
            firstDigit = whole + fraction;
        ++(afterPoint ? fraction : whole);
    }

    // PostgreSQL reads no exponent of INT_MAX / 2 or more.
    constexpr qint64 bound = std::numeric_limits<int>::max() / 2;
    qint64 exponent = 0;
    bool negative = false;
    for (++at; at < number.size(); ++at) {
        if (isDigit(number[at]))
            exponent = std::min(exponent * 10 + (number[at] - '0'), bound);
        else
            negative = number[at] == '-';
    }

    NumberExtent result;
    result.exponentInRange = exponent < bound;
    if (negative)
        exponent = -exponent;
    result.isZero = firstDigit < 0;
    result.after = std::max<qint64>(0, fraction - exponent);
    if (firstDigit >= 0)
        result.before = std::max<qint64>(1, whole - firstDigit + exponent);
    return result;
}

qint64 spelledBytes(QByteArrayView text, const Token &token)
{
    switch (token.kind) {
    case Token::Kind::key:
    case Token::Kind::string: {
        const qint64 separator = token.kind == Token::Kind::key ? 2 : 0;
        if (!token.escaped)
            return token.end - token.begin + separator;
        qint64 bytes = 2 + separator;
        const QByteArray content = unescaped(text, token);
        for (const char c : content) {
            if (c == '"' || c == '\\' || c == '\b' || c == '\f' || c == '\n' || c == '\r' || c == '\t')
                bytes += 2;
            else
                bytes += uchar(c) < 0x20 ? 6 : 1;
        }
        return bytes;
    }
    case Token::Kind::number: {
        const QByteArrayView number = text.sliced(token.begin, token.end - token.begin);
        const NumberExtent size = extent(number);
        return (number.startsWith('-') && !size.isZero ? 1 : 0) + size.before +
               (size.after > 0 ? size.after + 1 : 0);
    }
    case Token::Kind::beginObject:
    case Token::Kind::endObject:
    case Token::Kind::beginArray:
    case Token::Kind::endArray:
    case Token::Kind::word:
    case Token::Kind::end:
    case Token::Kind::fault:
        break;
    }
    return token.end - token.begin;
}

} // namespace oncedesk::json
