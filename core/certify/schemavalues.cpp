// What a schema asks of one value by itself.
#include "core/certify/schemacheck.h"

#include <QDate>
#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

namespace {

quint32 typesOf(const Value &value)
{
    switch (value.kind) {
    case Value::Kind::null:
        return 1u << SchemaNode::null;
    case Value::Kind::boolean:
        return 1u << SchemaNode::boolean;
    case Value::Kind::number: {
        const auto number = value.number();
        // 1.0 is whole: by value, as Draft 7 says.
        return 1u << SchemaNode::number | (number && number->isWhole() ? 1u << SchemaNode::integer : 0u);
    }
    case Value::Kind::string:
        return 1u << SchemaNode::string;
    case Value::Kind::array:
        return 1u << SchemaNode::array;
    case Value::Kind::object:
        break;
    }
    return 1u << SchemaNode::object;
}

QString typesNamed(quint32 types)
{
    static const QStringList names{u"null"_s,   u"true or false"_s, u"a number"_s,      u"a text"_s,
                                   u"a list"_s, u"an object"_s,     u"a whole number"_s};
    QStringList result;
    for (int bit = 0; bit < names.size(); ++bit) {
        if (types & 1u << bit)
            result += names[bit];
    }
    return result.join(u" or "_s);
}

bool isDate(const QString &text)
{
    static const QRegularExpression form(u"^\\d{4}-\\d{2}-\\d{2}\\z"_s);
    return form.match(text).hasMatch() && QDate::fromString(text, Qt::ISODate).isValid();
}

// RFC 3339; a leap second is allowed at the end of any minute.
bool isTime(const QString &text)
{
    static const QRegularExpression form(
        u"^([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([zZ]|[+-]([01]\\d|2[0-3]):[0-5]\\d)\\z"_s);
    return form.match(text).hasMatch();
}

bool isUuid(const QString &text)
{
    static const QRegularExpression form(
        u"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\z"_s);
    return form.match(text).hasMatch();
}

bool hasFormat(const QString &text, Format format)
{
    if (text.size() > 100)
        return format == Format::none;
    switch (format) {
    case Format::none:
        return true;
    case Format::date:
        return isDate(text);
    case Format::time:
        return isTime(text);
    case Format::dateTime:
        return text.size() > 11 && (text[10] == u'T' || text[10] == u't') && isDate(text.left(10)) &&
               isTime(text.mid(11));
    case Format::uuid:
        break;
    }
    return isUuid(text);
}

QString named(Format format)
{
    switch (format) {
    case Format::none:
        break;
    case Format::date:
        return u"a date such as 2026-02-28"_s;
    case Format::time:
        return u"a time such as 16:52:45Z"_s;
    case Format::dateTime:
        return u"a moment such as 2026-02-28T16:52:45Z"_s;
    case Format::uuid:
        return u"a UUID"_s;
    }
    return {};
}

} // namespace

bool SchemaCheck::fitsValue(const SchemaNode &node, const Value &value)
{
    bool result = true;
    if (node.types != 0 && (node.types & typesOf(value)) == 0)
        result = got(typesNamed(node.types), value);
    if (node.allowed || node.constant) {
        spend(value.text.size() / 16);
        const QByteArray text = canonical(value);
        if (node.allowed && !node.allowed->contains(text))
            result = got(u"one of "_s + node.allowedShown, value);
        if (node.constant && *node.constant != text)
            result = got(node.constantShown, value);
    }
    return result;
}

bool SchemaCheck::fitsNumber(const SchemaNode &node, const Value &value)
{
    if (!node.minimum && !node.maximum && !node.above && !node.below && !node.multipleOf)
        return true;
    spend(value.text.size() / 16);
    const auto number = value.number();
    if (!number)
        return fault(u"is a number too large to be judged, got %1"_s.arg(shown(value.text)));
    bool result = true;
    const auto text = [](const std::optional<Decimal> &bound) { return shown(bound->text()); };
    if (node.minimum && *number < *node.minimum)
        result = got(u"at least "_s + text(node.minimum), value);
    if (node.maximum && *node.maximum < *number)
        result = got(u"at most "_s + text(node.maximum), value);
    if (node.above && !(*node.above < *number))
        result = got(u"above "_s + text(node.above), value);
    if (node.below && !(*number < *node.below))
        result = got(u"below "_s + text(node.below), value);
    if (node.multipleOf && number->isMultipleOf(*node.multipleOf) != true)
        result = got(u"a multiple of "_s + text(node.multipleOf), value);
    return result;
}

bool SchemaCheck::fitsString(const SchemaNode &node, const Value &value)
{
    if (!node.minLength && !node.maxLength && !node.pattern && node.format == Format::none)
        return true;
    spend(value.string.size() / 16);
    bool result = true;
    if (node.minLength || node.maxLength) {
        // Characters, not bytes: every byte but those that go on with one.
        const auto length = std::count_if(value.string.begin(), value.string.end(),
                                          [](char c) { return (uchar(c) & 0xC0) != 0x80; });
        if (node.minLength && length < *node.minLength)
            result = got(u"at least %1 long"_s.arg(counted(*node.minLength, u"character")), value);
        if (node.maxLength && length > *node.maxLength)
            result = got(u"at most %1 long"_s.arg(counted(*node.maxLength, u"character")), value);
    }
    bool known = true;
    if (node.pattern && !fitsPattern(*node.pattern, value.string, known) && known)
        result = got(u"a match of %1"_s.arg(shown(node.pattern->text().toUtf8())), value);
    if (!hasFormat(QString::fromUtf8(value.string.left(500)), node.format))
        result = got(named(node.format), value);
    return result && known;
}

bool SchemaCheck::fitsPattern(const Pattern &pattern, const QByteArray &text, bool &known)
{
    QString why;
    switch (pattern.match(QString::fromUtf8(text), m_budget, why)) {
    case Pattern::Fit::fits:
        return true;
    case Pattern::Fit::differs:
        return false;
    case Pattern::Fit::unjudged:
        break;
    }
    known = false;
    stop(u"%1 %2."_s.arg(placeShown(), why));
    return false;
}

} // namespace oncedesk::certify
