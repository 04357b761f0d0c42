// Reads JSON text (RFC 8259, strict UTF-8) token by token, without recursion and without copying.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <vector>

namespace oncedesk::json {

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

struct Token
{
    enum class Kind { beginObject, endObject, beginArray, endArray, key, string, number, word, end, fault };
    Kind kind = Kind::fault;
    // Byte range in the text; for strings and keys the quotes are inside.
    qsizetype begin = 0;
    qsizetype end = 0;
    // Of strings and keys. What the grammar allows and PostgreSQL does not is for the caller to judge: where
    // the first \u0000 or half of a surrogate pair is written, -1 for nowhere.
    bool escaped = false;
    qsizetype nulAt = -1;
    qsizetype loneSurrogateAt = -1;
};

// Why reading stopped: what was found, and what to do about it.
struct Fault
{
    qsizetype at = 0;
    const char *what = nullptr;
    const char *advice = nullptr;
};

class Tokenizer
{
public:
    // The text must outlive the tokenizer. Containers nested deeper than `depth` are a fault.
    Tokenizer(QByteArrayView text, int depth) : m_text(text), m_depthLimit(depth) {}

    // After end or fault it must not be called again.
    Token next();
    // Containers open after the token returned last.
    [[nodiscard]] int depth() const { return int(m_open.size()); }
    // Commas read so far.
    [[nodiscard]] qint64 commas() const { return m_commas; }
    // Why the last token was a fault.
    [[nodiscard]] const Fault &fault() const { return m_fault; }

private:
    enum class Expect { value, valueOrEnd, key, keyOrEnd, separator };

    Token value();
    Token open(Token::Kind kind, Expect next);
    Token close(Token::Kind kind);
    Token string(Token::Kind kind);
    Token number();
    Token word(const char *spelling);
    Token fail(qsizetype at, const char *what, const char *advice);
    void skipSpace();
    // The byte under the cursor, 0 at the end (a NUL byte is no part of any token either).
    [[nodiscard]] char peek(qsizetype ahead = 0) const;
    [[nodiscard]] bool readUtf8Character();
    [[nodiscard]] int readHex4(qsizetype at) const; // -1 when it is not four hex digits

    QByteArrayView m_text;
    int m_depthLimit;
    qsizetype m_at = 0;
    qint64 m_commas = 0;
    Expect m_expect = Expect::value;
    std::vector<bool> m_open; // true: an object
    Fault m_fault;
};

} // namespace oncedesk::json
