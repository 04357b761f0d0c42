#include "core/certify/value.h"

#include "core/base/jsonspelling.h"
#include "core/base/jsontokenizer.h"

#include <algorithm>
#include <numeric>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

namespace {

constexpr qsizetype shownCharacters = 200;

Error notJson(const QString &sentence)
{
    return {ErrorKind::invalid, sentence, {}};
}

// Sorts the keys of an object that has ended. False when one appears twice.
bool sortKeys(Value &object)
{
    object.byKey.resize(object.keys.size());
    std::iota(object.byKey.begin(), object.byKey.end(), 0);
    std::sort(object.byKey.begin(), object.byKey.end(),
              [&](quint32 a, quint32 b) { return object.keys[a] < object.keys[b]; });
    return std::adjacent_find(object.byKey.begin(), object.byKey.end(), [&](quint32 a, quint32 b) {
               return object.keys[a] == object.keys[b];
           }) == object.byKey.end();
}

Value::Kind kindOf(json::Token::Kind token, char first)
{
    switch (token) {
    case json::Token::Kind::beginObject:
        return Value::Kind::object;
    case json::Token::Kind::beginArray:
        return Value::Kind::array;
    case json::Token::Kind::string:
        return Value::Kind::string;
    case json::Token::Kind::number:
        return Value::Kind::number;
    case json::Token::Kind::word:
    case json::Token::Kind::key:
    case json::Token::Kind::endObject:
    case json::Token::Kind::endArray:
    case json::Token::Kind::end:
    case json::Token::Kind::fault:
        break;
    }
    return first == 'n' ? Value::Kind::null : Value::Kind::boolean;
}

} // namespace

const Value *Value::member(QByteArrayView key) const
{
    const auto found = std::lower_bound(byKey.begin(), byKey.end(), key,
                                        [&](quint32 i, QByteArrayView k) { return keys[i] < k; });
    return found != byKey.end() && keys[*found] == key ? &children[*found] : nullptr;
}

Result<Document> Document::parse(const QByteArray &text)
{
    if (text.size() > mostBytes)
        return notJson(u"it is %1 bytes long, at most %2 are judged"_s.arg(text.size()).arg(mostBytes));
    Document document(text);
    const QByteArrayView view(document.m_text);
    json::Tokenizer tokenizer(view, mostDepth);
    std::vector<Value *> open; // a container grows only while it is the last one here: nothing moves above it
    qsizetype values = 0;
    while (true) {
        const json::Token token = tokenizer.next();
        if (token.kind == json::Token::Kind::fault)
            return notJson(u"%1 (byte %2)"_s.arg(QLatin1StringView(tokenizer.fault().what))
                               .arg(tokenizer.fault().at + 1));
        if (token.nulAt >= 0)
            return notJson(u"\\u0000 cannot be stored (byte %1)"_s.arg(token.nulAt + 1));
        if (token.loneSurrogateAt >= 0)
            return notJson(
                u"half of a surrogate pair stands alone (byte %1)"_s.arg(token.loneSurrogateAt + 1));
        switch (token.kind) {
        case json::Token::Kind::end:
            return document;
        case json::Token::Kind::key:
            open.back()->keys.push_back(json::unescaped(view, token));
            break;
        case json::Token::Kind::endObject:
        case json::Token::Kind::endArray: {
            Value &container = *open.back();
            const qsizetype begin = container.text.data() - view.data();
            container.text = view.sliced(begin, token.end - begin);
            if (container.kind == Value::Kind::object && !sortKeys(container))
                return notJson(u"an object holds a key twice (it begins at byte %1)"_s.arg(begin + 1));
            open.pop_back();
            break;
        }
        case json::Token::Kind::beginObject:
        case json::Token::Kind::beginArray:
        case json::Token::Kind::string:
        case json::Token::Kind::number:
        case json::Token::Kind::word:
        case json::Token::Kind::fault: {
            if (++values > mostValues)
                return notJson(u"it holds over %1 values, more than are judged"_s.arg(mostValues));
            Value &value = open.empty() ? *document.m_root : open.back()->children.emplace_back();
            value.kind = kindOf(token.kind, view[token.begin]);
            value.truth = view[token.begin] == 't';
            value.text = view.sliced(token.begin, token.end - token.begin);
            if (value.kind == Value::Kind::string)
                value.string = json::unescaped(view, token);
            else if (value.kind == Value::Kind::array || value.kind == Value::Kind::object)
                open.push_back(&value);
            break;
        }
        }
    }
}

QByteArray canonical(const Value &value)
{
    switch (value.kind) {
    case Value::Kind::null:
    case Value::Kind::boolean:
        return value.text.toByteArray();
    case Value::Kind::number: {
        const auto number = value.number();
        return number ? number->canonical() : value.text.toByteArray();
    }
    case Value::Kind::string:
        break;
    case Value::Kind::array: {
        QByteArray text = "[";
        for (const Value &child : value.children)
            text += canonical(child) + ',';
        return text + ']';
    }
    case Value::Kind::object: {
        QByteArray text = "{";
        for (const quint32 i : value.byKey)
            text += QByteArray::number(value.keys[i].size()) + ':' + value.keys[i] +
                    canonical(value.children[i]) + ',';
        return text + '}';
    }
    }
    // The length goes before it, so that no text ends another one.
    return '"' + QByteArray::number(value.string.size()) + ':' + value.string;
}

QString named(Value::Kind kind)
{
    switch (kind) {
    case Value::Kind::null:
        return u"null"_s;
    case Value::Kind::boolean:
        return u"true or false"_s;
    case Value::Kind::number:
        return u"a number"_s;
    case Value::Kind::string:
        return u"a text"_s;
    case Value::Kind::array:
        return u"a list"_s;
    case Value::Kind::object:
        break;
    }
    return u"an object"_s;
}

QString counted(qint64 number, QStringView one)
{
    return QString::number(number) + u' ' + one + (number == 1 ? u""_s : u"s"_s);
}

QString shown(QByteArrayView text)
{
    // Four bytes are the most a character takes.
    const QString whole =
        QString::fromUtf8(text.first(std::min(text.size(), shownCharacters * 4))).simplified();
    const bool cut = whole.size() > shownCharacters || text.size() > shownCharacters * 4;
    return cut ? whole.left(shownCharacters - 1) + u'…' : whole;
}

} // namespace oncedesk::certify
