#include "core/base/json.h"

#include "core/base/jsonfault.h"
#include "core/base/jsonspelling.h"

#include <QSet>
#include <QStringList>
#include <vector>

namespace oncedesk::json {

using namespace Qt::Literals::StringLiterals;

namespace {

// Nested values are read by recursion inside PostgreSQL: stay far below its default stack limit.
constexpr int jsonbDepth = 1000;
constexpr qsizetype jsonbBytes = 16 * 1024 * 1024;
// "1e131071" is 8 bytes going in and 131,072 coming out, and no value of PostgreSQL is longer than 1 GB.
constexpr qint64 jsonbSpelledBytes = 64 * 1024 * 1024;
// The limits of numeric.
constexpr qint64 numericDigitsBefore = 131072;
constexpr qint64 numericDigitsAfter = 16383;

QString place(const QByteArray &text, qsizetype at)
{
    qsizetype line = 1;
    qsizetype column = 1;
    for (qsizetype i = 0; i < at; ++i) {
        if (text[i] == '\n') {
            ++line;
            column = 1;
        } else if ((uchar(text[i]) & 0xC0) != 0x80) {
            ++column;
        }
    }
    return u"line %1, column %2"_s.arg(line).arg(column);
}

Error invalid(const Limits &limits, const QString &sentence)
{
    return {ErrorKind::invalid, QString::fromUtf8(limits.subject) + u": "_s + sentence, {}};
}

Error invalidAt(const Limits &limits, const QByteArray &text, qsizetype at, const QString &what,
                const QString &advice)
{
    return invalid(limits, what + u" ("_s + place(text, at) + u"). "_s + advice + u'.');
}

// A key as a sentence shows it: on one line and never long.
QString shown(const QByteArray &key)
{
    const QString text = QString::fromUtf8(key);
    return QString::fromUtf8(quote(text.size() > 60 ? text.left(60) + u'…' : text));
}

QByteArray slice(const QByteArray &text, const Token &token)
{
    return QByteArray::fromRawData(text.constData() + token.begin, token.end - token.begin);
}

QByteArray keyOf(const QByteArray &text, const Token &token)
{
    if (token.escaped)
        return unescaped(text, token);
    return QByteArray::fromRawData(text.constData() + token.begin + 1, token.end - token.begin - 2);
}

std::optional<QList<QByteArray>> steps(const QString &pointer)
{
    if (!pointer.isValidUtf16() || (!pointer.isEmpty() && !pointer.startsWith(u'/')))
        return std::nullopt;
    QList<QByteArray> result;
    const auto parts = QStringView(pointer).split(u'/').mid(1);
    for (const QStringView part : parts) {
        QString step;
        for (qsizetype i = 0; i < part.size(); ++i) {
            if (part[i] != u'~') {
                step += part[i];
                continue;
            }
            ++i;
            if (i == part.size() || (part[i] != u'0' && part[i] != u'1'))
                return std::nullopt;
            step += part[i] == u'0' ? u'~' : u'/';
        }
        result += step.toUtf8();
    }
    return result;
}

// -1 when the step names no element: RFC 6901 wants digits without a needless zero.
qint64 arrayIndex(const QByteArray &step)
{
    bool ok = false;
    const qint64 index = step.toLongLong(&ok);
    return ok && QByteArray::number(index) == step ? index : -1;
}

} // namespace

Result<Done> checkObject(const QByteArray &text, const Limits &limits)
{
    qsizetype faultAt = -1;
    return checkObject(text, limits, faultAt);
}

Result<Done> checkObject(const QByteArray &text, const Limits &limits, qsizetype &faultAt)
{
    faultAt = -1;
    const auto wrong = [&](qsizetype at, const QString &what, const QString &advice) {
        faultAt = at;
        return invalidAt(limits, text, at, what, advice);
    };
    if (text.size() > limits.textBytes) {
        return invalid(limits, u"the text is over %1 bytes long, at most %2 of them are kept. Send less."_s
                                   .arg(limits.textBytes)
                                   .arg(limits.bytes));
    }
    Tokenizer tokenizer(text, limits.depth);
    std::vector<QSet<QByteArray>> keys; // of each container now open
    bool first = true;
    qint64 spelled = 0;
    while (true) {
        const Token token = tokenizer.next();
        if (token.kind == Token::Kind::fault) {
            const Fault &fault = tokenizer.fault();
            return wrong(fault.at, QString::fromUtf8(fault.what), QString::fromUtf8(fault.advice));
        }
        if (first && token.kind != Token::Kind::beginObject) {
            return wrong(token.begin, u"this is not a JSON object"_s,
                         u"Send an object in braces, for example {}"_s);
        }
        first = false;
        if (token.nulAt >= 0) {
            return wrong(token.nulAt, u"\\u0000 cannot be stored"_s, u"Remove it"_s);
        }
        if (token.loneSurrogateAt >= 0) {
            return wrong(token.loneSurrogateAt, u"half of a surrogate pair stands alone"_s,
                         u"Send the whole character"_s);
        }
        spelled += spelledBytes(text, token);
        switch (token.kind) {
        case Token::Kind::beginObject:
        case Token::Kind::beginArray:
            keys.emplace_back();
            break;
        case Token::Kind::endObject:
        case Token::Kind::endArray:
            keys.pop_back();
            break;
        case Token::Kind::key: {
            const QByteArray key = keyOf(text, token);
            const auto before = keys.back().size();
            keys.back().insert(key);
            if (keys.back().size() == before) {
                return wrong(token.begin, u"the key %1 appears twice"_s.arg(shown(key)),
                             u"Keep one of them"_s);
            }
            break;
        }
        case Token::Kind::number: {
            const NumberExtent size = extent(slice(text, token));
            if (!size.exponentInRange || size.before > limits.digits || size.after > limits.digits) {
                return wrong(token.begin,
                             u"a number needs more than %1 digits before or after its decimal point"_s.arg(
                                 limits.digits),
                             u"Send it as a string"_s);
            }
            break;
        }
        case Token::Kind::end:
            spelled += 2 * tokenizer.commas();
            if (spelled > limits.bytes) {
                return invalid(limits, u"the text is %1 bytes long as the database spells it, at most %2 "
                                       "are allowed. Send less."_s.arg(spelled)
                                           .arg(limits.bytes));
            }
            return Done{};
        case Token::Kind::string:
        case Token::Kind::word:
        case Token::Kind::fault:
            break;
        }
    }
}

bool fitsJsonb(const QByteArray &text)
{
    if (text.size() > jsonbBytes)
        return false;
    Tokenizer tokenizer(text, jsonbDepth);
    qint64 spelled = 0;
    while (true) {
        const Token token = tokenizer.next();
        if (token.kind == Token::Kind::end)
            return true;
        if (token.kind == Token::Kind::fault || token.nulAt >= 0 || token.loneSurrogateAt >= 0)
            return false;
        if (token.kind == Token::Kind::number) {
            const NumberExtent size = extent(slice(text, token));
            if (!size.exponentInRange || size.before > numericDigitsBefore || size.after > numericDigitsAfter)
                return false;
        }
        spelled += spelledBytes(text, token);
        if (spelled + 2 * tokenizer.commas() > jsonbSpelledBytes)
            return false;
    }
}

std::optional<QByteArray> member(const QByteArray &json, const QString &pointer)
{
    const auto path = steps(pointer);
    if (!path)
        return std::nullopt;

    struct Container
    {
        bool onPath = false;   // its place is a beginning of the pointer, and not all of it
        bool isTarget = false; // its place is the pointer
        qsizetype begin = 0;
        qint64 elementsToSkip = -1; // of an array on the path: before the one that matches
        bool nextMatches = false;   // of an object: the key read last matches
    };
    std::vector<Container> open;
    std::optional<QByteArray> found;
    Tokenizer tokenizer(json, jsonbDepth);
    while (true) {
        const Token token = tokenizer.next();
        switch (token.kind) {
        case Token::Kind::fault:
            return std::nullopt;
        case Token::Kind::end:
            return found;
        case Token::Kind::key:
            open.back().nextMatches =
                open.back().onPath && keyOf(json, token) == path->at(qsizetype(open.size()) - 1);
            break;
        case Token::Kind::endObject:
        case Token::Kind::endArray:
            if (open.back().isTarget)
                found = json.mid(open.back().begin, token.end - open.back().begin);
            open.pop_back();
            break;
        case Token::Kind::beginObject:
        case Token::Kind::beginArray:
        case Token::Kind::string:
        case Token::Kind::number:
        case Token::Kind::word: {
            const auto level = qsizetype(open.size());
            bool matches = level == 0;
            if (!matches && open.back().elementsToSkip >= 0)
                matches = open.back().elementsToSkip-- == 0;
            else if (!matches)
                matches = open.back().nextMatches;
            const bool isTarget = matches && level == path->size();
            if (matches)
                found.reset(); // a repeated key: what an earlier one held no longer counts
            if (token.kind == Token::Kind::beginObject || token.kind == Token::Kind::beginArray) {
                Container container{matches && !isTarget, isTarget, token.begin};
                if (container.onPath && token.kind == Token::Kind::beginArray)
                    container.elementsToSkip = arrayIndex(path->at(level));
                open.push_back(container);
            } else if (isTarget) {
                found = json.mid(token.begin, token.end - token.begin);
            }
            break;
        }
        }
    }
}

} // namespace oncedesk::json
