#include "core/base/jsontokenizer.h"

#include "core/base/jsonspelling.h"

#include <QChar>

namespace oncedesk::json {

namespace {

bool isContinuation(char c)
{
    return (uchar(c) & 0xC0) == 0x80;
}

} // namespace

char Tokenizer::peek(qsizetype ahead) const
{
    return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
}

void Tokenizer::skipSpace()
{
    while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r')
        ++m_at;
}

Token Tokenizer::fail(qsizetype at, const char *what, const char *advice)
{
    m_fault = {at, what, advice};
    return {Token::Kind::fault, at, at};
}

Token Tokenizer::next()
{
    skipSpace();
    if (m_expect == Expect::separator) {
        if (m_open.empty()) {
            if (m_at == m_text.size())
                return {Token::Kind::end, m_at, m_at};
            return fail(m_at, "something follows after the value has ended", "Send one JSON value alone");
        }
        const bool inObject = m_open.back();
        if (peek() == ',') {
            ++m_at;
            ++m_commas;
            m_expect = inObject ? Expect::key : Expect::value;
            skipSpace();
        } else if (peek() == (inObject ? '}' : ']')) {
            return close(inObject ? Token::Kind::endObject : Token::Kind::endArray);
        } else if (m_at == m_text.size()) {
            return fail(m_at, "the text ends too early", "Send the whole JSON text");
        } else {
            return fail(m_at, inObject ? "a comma or } is missing" : "a comma or ] is missing",
                        "Correct the JSON text");
        }
    }

    if (m_at == m_text.size()) {
        return m_open.empty() ? fail(m_at, "the text is empty", "Send a JSON value")
                              : fail(m_at, "the text ends too early", "Send the whole JSON text");
    }

    if (m_expect == Expect::keyOrEnd && peek() == '}')
        return close(Token::Kind::endObject);
    if (m_expect == Expect::valueOrEnd && peek() == ']')
        return close(Token::Kind::endArray);

    if (m_expect == Expect::key || m_expect == Expect::keyOrEnd) {
        if (peek() != '"')
            return fail(m_at, "a key in double quotes is missing", "Correct the JSON text");
        Token key = string(Token::Kind::key);
        if (key.kind == Token::Kind::fault)
            return key;
        skipSpace();
        if (peek() != ':')
            return fail(m_at, "a colon after the key is missing", "Correct the JSON text");
        ++m_at;
        m_expect = Expect::value;
        return key;
    }
    return value();
}

Token Tokenizer::value()
{
    switch (peek()) {
    case '{':
        return open(Token::Kind::beginObject, Expect::keyOrEnd);
    case '[':
        return open(Token::Kind::beginArray, Expect::valueOrEnd);
    case '"':
        return string(Token::Kind::string);
    case 't':
        return word("true");
    case 'f':
        return word("false");
    case 'n':
        return word("null");
    case 'N':
    case 'I':
        return fail(m_at, "NaN and Infinity are not JSON", "Use a number, a string or null");
    case '\0':
        return fail(m_at, "a NUL byte is no part of JSON", "Remove it");
    default:
        if (peek() == '-' || isDigit(peek()))
            return number();
        return fail(m_at, "this is not the beginning of a JSON value", "Correct the JSON text");
    }
}

Token Tokenizer::open(Token::Kind kind, Expect next)
{
    if (int(m_open.size()) >= m_depthLimit)
        return fail(m_at, "objects and arrays are nested too deeply", "Flatten them");
    m_open.push_back(kind == Token::Kind::beginObject);
    m_expect = next;
    ++m_at;
    return {kind, m_at - 1, m_at};
}

Token Tokenizer::close(Token::Kind kind)
{
    m_open.pop_back();
    m_expect = Expect::separator;
    ++m_at;
    return {kind, m_at - 1, m_at};
}

Token Tokenizer::word(const char *spelling)
{
    const QByteArrayView expected(spelling);
    if (!m_text.sliced(m_at).startsWith(expected))
        return fail(m_at, "this is not true, false or null", "Put text in double quotes");
    const qsizetype begin = m_at;
    m_at += expected.size();
    m_expect = Expect::separator;
    return {Token::Kind::word, begin, m_at};
}

Token Tokenizer::number()
{
    const qsizetype begin = m_at;
    const char *advice = "Write the number as JSON does, for example -1.5e3";
    if (peek() == '-')
        ++m_at;
    if (peek() == 'I')
        return fail(begin, "NaN and Infinity are not JSON", "Use a number, a string or null");
    if (peek() == '0') {
        ++m_at;
        if (isDigit(peek()))
            return fail(begin, "a number begins with a needless zero", advice);
    } else if (isDigit(peek())) {
        while (isDigit(peek()))
            ++m_at;
    } else {
        return fail(begin, "a number has no digits", advice);
    }
    if (peek() == '.') {
        ++m_at;
        if (!isDigit(peek()))
            return fail(begin, "a number has no digits after its decimal point", advice);
        while (isDigit(peek()))
            ++m_at;
    }
    if (peek() == 'e' || peek() == 'E') {
        ++m_at;
        if (peek() == '+' || peek() == '-')
            ++m_at;
        if (!isDigit(peek()))
            return fail(begin, "a number has no digits in its exponent", advice);
        while (isDigit(peek()))
            ++m_at;
    }
    m_expect = Expect::separator;
    return {Token::Kind::number, begin, m_at};
}

int Tokenizer::readHex4(qsizetype at) const
{
    return at + 4 <= m_text.size() ? hex4(m_text.sliced(at, 4)) : -1;
}

// RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
bool Tokenizer::readUtf8Character()
{
    const uchar first = uchar(peek());
    uchar lowest = 0x80;
    uchar highest = 0xBF;
    int more = 0;
    if (first >= 0xC2 && first <= 0xDF) {
        more = 1;
    } else if (first >= 0xE0 && first <= 0xEF) {
        more = 2;
        if (first == 0xE0)
            lowest = 0xA0;
        if (first == 0xED)
            highest = 0x9F;
    } else if (first >= 0xF0 && first <= 0xF4) {
        more = 3;
        if (first == 0xF0)
            lowest = 0x90;
        if (first == 0xF4)
            highest = 0x8F;
    } else {
        return false;
    }
    if (uchar(peek(1)) < lowest || uchar(peek(1)) > highest)
        return false;
    for (int i = 2; i <= more; ++i) {
        if (!isContinuation(peek(i)))
            return false;
    }
    m_at += more + 1;
    return true;
}

Token Tokenizer::string(Token::Kind kind)
{
    Token token{kind, m_at, m_at};
    ++m_at;
    while (peek() != '"') {
        if (m_at == m_text.size())
            return fail(m_at, "the text ends inside a string", "Send the whole JSON text");
        const uchar c = uchar(peek());
        if (c < 0x20)
            return fail(m_at, "a control character stands in a string", "Write it as an escape, such as \\n");
        if (c >= 0x80) {
            if (!readUtf8Character())
                return fail(m_at, "a byte is not valid UTF-8", "Send the text as UTF-8");
            continue;
        }
        if (c != '\\') {
            ++m_at;
            continue;
        }
        token.escaped = true;
        switch (peek(1)) {
        case '"':
        case '\\':
        case '/':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
            m_at += 2;
            continue;
        case 'u':
            break;
        default:
            return fail(m_at, "JSON has no such escape", "Write a backslash itself as two");
        }
        const int unit = readHex4(m_at + 2);
        if (unit < 0)
            return fail(m_at, "\\u is not followed by four hexadecimal digits", "Correct the escape");
        if (unit == 0 && token.nulAt < 0)
            token.nulAt = m_at;
        if (QChar::isHighSurrogate(char32_t(unit)) && peek(6) == '\\' && peek(7) == 'u') {
            const int low = readHex4(m_at + 8);
            if (low >= 0 && QChar::isLowSurrogate(char32_t(low))) {
                m_at += 12;
                continue;
            }
        }
        if (QChar::isSurrogate(char32_t(unit)) && token.loneSurrogateAt < 0)
            token.loneSurrogateAt = m_at;
        m_at += 6;
    }
    ++m_at;
    token.end = m_at;
    m_expect = Expect::separator;
    return token;
}

} // namespace oncedesk::json
