// The keywords of Draft 4 and Draft 7 that hold schemas. A node read in between moves the others, so each is
// assigned by its index afterwards.
#include "core/certify/schemareader.h"
#include "core/certify/suitefields.h"

#include <QSet>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

bool SchemaReader::listKeyword(int index, const QByteArray &key, const Value &value, const QString &path)
{
    const auto own = [&]() -> SchemaNode & { return m_nodes[size_t(index)]; };
    if (key == "items" && value.kind == Value::Kind::array) {
        std::vector<int> list;
        if (!value.children.empty())
            list = nodes(value, path);
        own().itemList = std::move(list);
    } else if (key == "items" || key == "additionalItems") {
        const int items = key == "items" ? node(value, path) : nodeOrTruth(value, path);
        own().items = items;
    } else if (key == "contains" && !m_isDraft4) {
        const int contains = node(value, path);
        own().contains = contains;
    } else if (key == "minItems") {
        own().minItems = count(value, path);
    } else if (key == "maxItems") {
        own().maxItems = count(value, path);
    } else if (key == "uniqueItems") {
        own().unique = expect(value, Value::Kind::boolean, path) && value.truth;
    } else {
        return false;
    }
    return true;
}

bool SchemaReader::objectKeyword(int index, const QByteArray &key, const Value &value, const QString &path)
{
    const auto own = [&]() -> SchemaNode & { return m_nodes[size_t(index)]; };
    const auto each = [&](const auto &take) {
        if (!expect(value, Value::Kind::object, path))
            return;
        for (size_t i = 0; i < value.children.size() && !m_error; ++i)
            take(value.keys[i], value.children[i], below(path, value.keys[i]));
    };
    if (key == "minProperties") {
        own().minProperties = count(value, path);
    } else if (key == "maxProperties") {
        own().maxProperties = count(value, path);
    } else if (key == "required") {
        own().required = names(value, path);
    } else if (key == "properties") {
        each([&](const QByteArray &name, const Value &schema, const QString &place) {
            const int property = node(schema, place);
            own().properties.insert(name, property);
        });
    } else if (key == "patternProperties") {
        each([&](const QByteArray &name, const Value &schema, const QString &place) {
            auto read = pattern(name, place);
            const int property = node(schema, place);
            if (read)
                own().patternProperties.emplace_back(*std::move(read), property);
        });
    } else if (key == "additionalProperties") {
        const int additional = nodeOrTruth(value, path);
        own().additionalProperties = additional;
    } else if (key == "propertyNames" && !m_isDraft4) {
        const int propertyNames = node(value, path);
        own().propertyNames = propertyNames;
    } else if (key == "dependencies") {
        each([&](const QByteArray &name, const Value &dependent, const QString &place) {
            if (dependent.kind == Value::Kind::array) {
                own().dependentKeys.emplace_back(name, names(dependent, place));
            } else {
                const int schema = node(dependent, place);
                own().dependentSchemas.emplace_back(name, schema);
            }
        });
    } else {
        return false;
    }
    return true;
}

bool SchemaReader::combiningKeyword(int index, const QByteArray &key, const Value &value, const QString &path)
{
    const auto own = [&]() -> SchemaNode & { return m_nodes[size_t(index)]; };
    if (key == "allOf" || key == "anyOf" || key == "oneOf") {
        std::vector<int> list = nodes(value, path);
        (key == "allOf" ? own().allOf : key == "anyOf" ? own().anyOf : own().oneOf) = std::move(list);
    } else if (key == "not") {
        const int no = node(value, path);
        own().no = no;
    } else if (!m_isDraft4 && (key == "if" || key == "then" || key == "else")) {
        const int part = node(value, path);
        (key == "if" ? own().condition : key == "then" ? own().then : own().otherwise) = part;
    } else if (key == "definitions") {
        if (expect(value, Value::Kind::object, path)) {
            for (size_t i = 0; i < value.children.size() && !m_error; ++i)
                node(value.children[i], below(path, value.keys[i]));
        }
    } else {
        return false;
    }
    return true;
}

bool SchemaReader::annotation(const QByteArray &key, const Value &value, const QString &path)
{
    static const QSet<QByteArray> annotations{"title",    "description", "default", "$comment", "examples",
                                              "readOnly", "writeOnly",   "$ref",    "$schema",  "$id"};
    if (!m_isDraft4 && (key == "contentMediaType" || key == "contentEncoding")) {
        refuse(path, u"is not checked here; write a \"pattern\" instead"_s);
        return true;
    }
    const bool isId = key == "$id" || (m_isDraft4 && key == "id");
    if ((key == "$schema" || isId) && &value != m_root.member(key))
        refuse(path, u"belongs at the top of the schema only"_s);
    return isId || annotations.contains(key) || key.startsWith("x-");
}

} // namespace oncedesk::certify
