// The keywords of Draft 4 and Draft 7 that look at a value alone.
#include "core/certify/schemareader.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

bool SchemaReader::keyword(int node, const QByteArray &key, const Value &value, const QString &path)
{
    return valueKeyword(node, key, value, path) || numberKeyword(node, key, value, path) ||
           listKeyword(node, key, value, path) || objectKeyword(node, key, value, path) ||
           combiningKeyword(node, key, value, path) || annotation(key, value, path);
}

bool SchemaReader::valueKeyword(int index, const QByteArray &key, const Value &value, const QString &path)
{
    SchemaNode &node = m_nodes[size_t(index)];
    if (key == "type") {
        static const QHash<QByteArray, int> bits{
            {"null", SchemaNode::null},      {"boolean", SchemaNode::boolean}, {"number", SchemaNode::number},
            {"string", SchemaNode::string},  {"array", SchemaNode::array},     {"object", SchemaNode::object},
            {"integer", SchemaNode::integer}};
        const bool isOne = value.kind == Value::Kind::string;
        const QList<QByteArray> types = isOne ? QList<QByteArray>{value.string} : names(value, path);
        for (const QByteArray &type : types) {
            const int bit = bits.value(type, -1);
            if (bit < 0)
                refuse(
                    path,
                    u"must be null, boolean, integer, number, string, array or object, or a list of them"_s);
            else
                node.types |= 1u << bit;
        }
        if (types.isEmpty())
            refuse(path, u"must name at least one type"_s);
    } else if (key == "enum") {
        if (value.kind != Value::Kind::array || value.children.empty()) {
            refuse(path, u"must be a list of at least one value"_s);
            return true;
        }
        node.allowed.emplace();
        for (const Value &child : value.children)
            node.allowed->insert(canonical(child));
        node.allowedShown = shown(value.text);
    } else if (key == "const" && !m_isDraft4) {
        node.constant = canonical(value);
        node.constantShown = shown(value.text);
    } else if (key == "minLength") {
        node.minLength = count(value, path);
    } else if (key == "maxLength") {
        node.maxLength = count(value, path);
    } else if (key == "pattern") {
        if (expect(value, Value::Kind::string, path))
            node.pattern = pattern(value.string, path);
    } else if (key == "format") {
        static const QHash<QByteArray, Format> formats{{"date", Format::date},
                                                       {"time", Format::time},
                                                       {"date-time", Format::dateTime},
                                                       {"uuid", Format::uuid}};
        node.format = formats.value(value.string, Format::none);
        if (node.format == Format::none)
            refuse(
                path,
                u"must be date, time, date-time or uuid; others are not checked, write a \"pattern\" instead"_s);
    } else {
        return false;
    }
    return true;
}

bool SchemaReader::numberKeyword(int index, const QByteArray &key, const Value &value, const QString &path)
{
    SchemaNode &node = m_nodes[size_t(index)];
    if (key == "minimum") {
        node.minimum = number(value, path);
    } else if (key == "maximum") {
        node.maximum = number(value, path);
    } else if (key == "exclusiveMinimum" || key == "exclusiveMaximum") {
        if (m_isDraft4) // see readDraft4Bounds
            expect(value, Value::Kind::boolean, path);
        else if (value.kind == Value::Kind::boolean)
            refuse(path, u"must be a number; true and false belong to Draft 4, which \"$schema\" can name"_s);
        else
            (key == "exclusiveMinimum" ? node.above : node.below) = number(value, path);
    } else if (key == "multipleOf") {
        node.multipleOf = number(value, path);
        if (node.multipleOf && !node.multipleOf->isMultipleOf(*node.multipleOf))
            refuse(path, u"must be above 0, with at most 18 significant digits"_s);
    } else {
        return false;
    }
    return true;
}

void SchemaReader::readDraft4Bounds(int index, const Value &schema)
{
    SchemaNode &node = m_nodes[size_t(index)];
    const auto make = [&](const char *key, std::optional<Decimal> &bound, std::optional<Decimal> &exclusive) {
        const Value *flag = schema.member(key);
        if (!flag)
            return;
        if (!bound)
            refuse(node.path + u'/' + QLatin1StringView(key),
                   u"needs \"minimum\" or \"maximum\" beside it"_s);
        if (flag->truth)
            exclusive = std::exchange(bound, std::nullopt);
    };
    make("exclusiveMinimum", node.minimum, node.above);
    make("exclusiveMaximum", node.maximum, node.below);
}

} // namespace oncedesk::certify
