#include "core/certify/schemacheck.h"

#include "core/certify/pointer.h"
#include "core/certify/schema.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

QStringList SchemaCheck::faults(const Value &answer)
{
    fits(0, answer);
    if (!m_stopped.isEmpty())
        m_faults.prepend(m_stopped);
    return m_faults.first(std::min<qsizetype>(m_faults.size(), m_most));
}

bool SchemaCheck::fault(const QString &what)
{
    if (m_quiet == 0 && m_faults.size() < m_most) {
        m_faults += u"%1 %2."_s.arg(placeShown(), what);
    }
    return false;
}

QString SchemaCheck::placeShown() const
{
    return m_place.isEmpty() ? u"The answer"_s : shown(spelled(m_place).toUtf8());
}

bool SchemaCheck::got(const QString &expected, const Value &value)
{
    if (m_quiet > 0)
        return false;
    return fault(u"must be %1, got %2"_s.arg(expected, shown(value.text)));
}

void SchemaCheck::stop(const QString &why)
{
    if (m_stopped.isEmpty())
        m_stopped = why;
}

void SchemaCheck::spend(qint64 steps)
{
    m_steps += steps;
    if (m_steps > Schema::steps)
        stop(u"The schema was given up: it takes over %1 steps on this answer."_s.arg(Schema::steps));
}

bool SchemaCheck::fitsQuietly(int node, const Value &value)
{
    ++m_quiet;
    const bool result = fits(node, value);
    --m_quiet;
    return result;
}

bool SchemaCheck::fitsBelow(int node, const Value &child, const QByteArray &step)
{
    m_place.append(step);
    const bool result = fits(node, child);
    m_place.removeLast();
    return result;
}

bool SchemaCheck::fits(int index, const Value &value)
{
    spend(1);
    // What is given up fits nothing, and nothing more is looked at.
    if (!m_stopped.isEmpty())
        return false;
    if (m_depth >= Schema::mostDepth) {
        stop(u"The schema was given up: it goes over %1 schemas deep into this answer."_s.arg(
            Schema::mostDepth));
        return false;
    }
    ++m_depth;
    const bool result = fitsNode(m_nodes[size_t(index)], value);
    --m_depth;
    return result;
}

bool SchemaCheck::fitsNode(const SchemaNode &node, const Value &value)
{
    if (node.refused)
        return fault(u"must not be there"_s);
    if (node.ref >= 0)
        return fits(node.ref, value);
    const bool alone = fitsValue(node, value);
    const bool parts = fitsParts(node, value);
    return fitsSameValue(node, value) && alone && parts;
}

bool SchemaCheck::fitsParts(const SchemaNode &node, const Value &value)
{
    switch (value.kind) {
    case Value::Kind::number:
        return fitsNumber(node, value);
    case Value::Kind::string:
        return fitsString(node, value);
    case Value::Kind::array:
        return fitsArray(node, value);
    case Value::Kind::object:
        return fitsObject(node, value);
    case Value::Kind::null:
    case Value::Kind::boolean:
        break;
    }
    return true;
}

bool SchemaCheck::fitsArray(const SchemaNode &node, const Value &value)
{
    const qint64 size = qint64(value.children.size());
    bool result = true;
    if (node.minItems && size < *node.minItems)
        result = fault(u"must hold at least %1, got %2"_s.arg(counted(*node.minItems, u"value")).arg(size));
    if (node.maxItems && size > *node.maxItems)
        result = fault(u"must hold at most %1, got %2"_s.arg(counted(*node.maxItems, u"value")).arg(size));
    if (node.unique) {
        spend(value.text.size() / 16);
        QSet<QByteArray> seen;
        for (const Value &child : value.children) {
            const auto before = seen.size();
            seen.insert(canonical(child));
            if (seen.size() == before) {
                result = fault(u"must not hold a value twice, got %1 again"_s.arg(shown(child.text)));
                break;
            }
        }
    }
    for (size_t i = 0; i < value.children.size() && m_stopped.isEmpty(); ++i) {
        const int schema = i < node.itemList.size() ? node.itemList[i] : node.items;
        if (schema >= 0 && !fitsBelow(schema, value.children[i], QByteArray::number(qint64(i))))
            result = false;
    }
    if (node.contains >= 0) {
        const bool found = std::any_of(value.children.begin(), value.children.end(), [&](const Value &child) {
            return m_stopped.isEmpty() && fitsQuietly(node.contains, child);
        });
        if (!found)
            result = fault(u"holds no value that fits \"contains\""_s);
    }
    return result;
}

bool SchemaCheck::fitsObject(const SchemaNode &node, const Value &value)
{
    const qint64 size = qint64(value.children.size());
    bool result = true;
    if (node.minProperties && size < *node.minProperties)
        result =
            fault(u"must hold at least %1, got %2"_s.arg(counted(*node.minProperties, u"key")).arg(size));
    if (node.maxProperties && size > *node.maxProperties)
        result = fault(u"must hold at most %1, got %2"_s.arg(counted(*node.maxProperties, u"key")).arg(size));
    spend(node.required.size() / 8);
    for (const QByteArray &key : node.required) {
        if (!value.member(key))
            result = fault(u"must have the key \"%1\""_s.arg(shown(key)));
    }
    const bool properties = fitsProperties(node, value);
    return fitsDependencies(node, value) && properties && result;
}

bool SchemaCheck::fitsProperties(const SchemaNode &node, const Value &value)
{
    if (node.properties.isEmpty() && node.patternProperties.empty() && node.additionalProperties < 0 &&
        node.propertyNames < 0)
        return true;
    bool result = true;
    for (size_t i = 0; i < value.children.size() && m_stopped.isEmpty(); ++i) {
        const QByteArray &key = value.keys[i];
        const Value &child = value.children[i];
        bool isCovered = false;
        const auto cover = [&](int schema) {
            isCovered = true;
            if (!fitsBelow(schema, child, key))
                result = false;
        };
        spend(1);
        if (const auto property = node.properties.constFind(key); property != node.properties.constEnd())
            cover(*property);
        for (const auto &[pattern, schema] : node.patternProperties) {
            bool known = true;
            if (fitsPattern(pattern, key, known))
                cover(schema);
        }
        if (!isCovered && node.additionalProperties >= 0) {
            if (m_nodes[size_t(node.additionalProperties)].refused)
                result = fault(u"must have no key \"%1\""_s.arg(shown(key)));
            else
                cover(node.additionalProperties);
        }
        if (node.propertyNames >= 0) {
            Value name;
            name.kind = Value::Kind::string;
            name.text = key;
            name.string = key;
            if (!fitsQuietly(node.propertyNames, name))
                result = fault(u"must not have a key named \"%1\""_s.arg(shown(key)));
        }
    }
    return result;
}

bool SchemaCheck::fitsDependencies(const SchemaNode &node, const Value &value)
{
    bool result = true;
    for (const auto &[key, others] : node.dependentKeys) {
        spend(1 + others.size() / 8);
        if (!value.member(key))
            continue;
        for (const QByteArray &other : others) {
            if (!value.member(other))
                result = fault(u"must have the key \"%1\" beside \"%2\""_s.arg(shown(other), shown(key)));
        }
    }
    for (const auto &[key, schema] : node.dependentSchemas) {
        if (value.member(key) && !fits(schema, value))
            result = false;
    }
    return result;
}

bool SchemaCheck::fitsSameValue(const SchemaNode &node, const Value &value)
{
    bool result = true;
    for (const int schema : node.allOf) {
        if (!fits(schema, value))
            result = false;
    }
    const auto fitting = [&](const std::vector<int> &schemas, int enough) {
        int count = 0;
        for (const int schema : schemas) {
            if (count < enough && fitsQuietly(schema, value))
                ++count;
        }
        return count;
    };
    if (!node.anyOf.empty() && fitting(node.anyOf, 1) == 0) {
        // One alternative says what it misses; of several none is the one that was meant.
        result = node.anyOf.size() == 1
                     ? fits(node.anyOf[0], value)
                     : got(u"one of the %1 forms in \"anyOf\""_s.arg(node.anyOf.size()), value);
    }
    if (!node.oneOf.empty()) {
        const int count = fitting(node.oneOf, 2);
        if (count != 1)
            result = got(u"exactly one of the %1 forms in \"oneOf\" (it fits %2)"_s.arg(node.oneOf.size())
                             .arg(count == 0 ? u"none"_s : u"several"_s),
                         value);
    }
    if (node.no >= 0 && fitsQuietly(node.no, value))
        result = got(u"another value: it fits what \"not\" forbids"_s, value);
    if (node.condition >= 0) {
        const int next = fitsQuietly(node.condition, value) ? node.then : node.otherwise;
        if (next >= 0 && !fits(next, value))
            result = false;
    }
    return result;
}

} // namespace oncedesk::certify
