#include "core/certify/schemareader.h"

#include "core/certify/pointer.h"
#include "core/certify/schema.h"
#include "core/certify/suitefields.h"

#include <QSet>
#include <QUrl>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

Result<std::vector<SchemaNode>> SchemaReader::read()
{
    findDraft();
    if (!m_error)
        node(m_root, m_path);
    if (!m_error)
        linkReferences();
    if (!m_error) {
        std::vector<int> known(m_nodes.size(), 0);
        for (int i = 0; i < int(m_nodes.size()) && !m_error; ++i)
            nesting(i, known, 0);
    }
    if (m_error)
        return *m_error;
    return std::move(m_nodes);
}

void SchemaReader::findDraft()
{
    const Value *draft = m_root.member("$schema");
    if (!draft)
        return;
    QByteArray name = draft->string;
    if (name.endsWith('#'))
        name.chop(1);
    m_isDraft4 = name == "http://json-schema.org/draft-04/schema";
    if (!m_isDraft4 && name != "http://json-schema.org/draft-07/schema")
        refuse(below(m_path, "$schema"), u"names a draft that is not supported; Draft 4 and Draft 7 are: "
                                         "\"http://json-schema.org/draft-07/schema#\""_s);
}

void SchemaReader::refuse(const QString &path, const QString &what)
{
    if (!m_error)
        m_error = wrongInSuite(path, what);
}

bool SchemaReader::expect(const Value &value, Value::Kind kind, const QString &path)
{
    if (value.kind == kind)
        return true;
    refuse(path, u"must be "_s + named(kind));
    return false;
}

int SchemaReader::node(const Value &value, const QString &path)
{
    const int index = int(m_nodes.size());
    if (index >= Schema::mostNodes) {
        refuse(m_path, u"holds over %1 schemas; make it smaller"_s.arg(Schema::mostNodes));
        return 0;
    }
    m_nodes.emplace_back().path = path;
    m_byValue.insert(&value, index);
    if (value.kind == Value::Kind::boolean && !m_isDraft4) {
        m_nodes.back().refused = !value.truth;
        return index;
    }
    if (value.kind != Value::Kind::object) {
        refuse(path, m_isDraft4 ? u"must be a schema: an object"_s
                                : u"must be a schema: an object, true or false"_s);
        return index;
    }
    if (value.member("$ref"))
        reference(index, value);
    for (size_t i = 0; i < value.children.size() && !m_error; ++i) {
        const QByteArray &key = value.keys[i];
        const QString place = below(path, key);
        if (!keyword(index, key, value.children[i], place))
            refuse(place,
                   m_isDraft4
                       ? u"is no keyword of Draft 4 that is known here; remove it, correct its name, "
                         "or leave out \"$schema\" for Draft 7"_s
                       : u"is no keyword of Draft 7 that is known here; remove it or correct its name"_s);
    }
    finish(index, value);
    return index;
}

int SchemaReader::nodeOrTruth(const Value &value, const QString &path)
{
    const bool isTruth = m_isDraft4 && value.kind == Value::Kind::boolean;
    m_isDraft4 = m_isDraft4 && !isTruth;
    const int index = node(value, path);
    m_isDraft4 = m_isDraft4 || isTruth;
    return index;
}

void SchemaReader::finish(int index, const Value &schema)
{
    const auto needs = [&](const char *key, bool isThere, const QString &what) {
        if (schema.member(key) && !isThere)
            refuse(m_nodes[size_t(index)].path + u'/' + QLatin1StringView(key), what);
    };
    const Value *items = schema.member("items");
    needs("additionalItems", items && items->kind == Value::Kind::array,
          u"needs \"items\" to be a list; without one it would be ignored"_s);
    needs("then", schema.member("if"), u"needs \"if\"; without it it would be ignored"_s);
    needs("else", schema.member("if"), u"needs \"if\"; without it it would be ignored"_s);
    if (m_isDraft4)
        readDraft4Bounds(index, schema);
}

void SchemaReader::reference(int node, const Value &schema)
{
    static const QSet<QByteArray> harmless{"$ref",     "$schema",     "title",   "description",
                                           "$comment", "definitions", "default", "examples"};
    for (const QByteArray &key : schema.keys) {
        if (!harmless.contains(key))
            refuse(m_nodes[size_t(node)].path,
                   u"has \"%1\" beside \"$ref\", where it would be ignored; put both into "
                   "\"allOf\""_s.arg(QString::fromUtf8(key)));
    }
    const Value &target = *schema.member("$ref");
    const QString path = m_nodes[size_t(node)].path + u"/$ref"_s;
    if (!expect(target, Value::Kind::string, path))
        return;
    if (!target.string.startsWith('#'))
        refuse(path, u"points outside this schema, and nothing is fetched; begin it with #/definitions/"_s);
    m_references.emplace_back(node, target.string);
}

void SchemaReader::linkReferences()
{
    for (const auto &[node, target] : m_references) {
        const auto pointer = Pointer::read(QUrl::fromPercentEncoding(target.mid(1)));
        const Value *found = nullptr;
        if (pointer && !pointer->hasWildcard())
            pointer->visit(m_root, [&](const Value &value, const QList<QByteArray> &) {
                found = &value;
                return false;
            });
        const auto known = m_byValue.constFind(found);
        if (!found || known == m_byValue.constEnd()) {
            refuse(m_nodes[size_t(node)].path + u"/$ref"_s, u"points at no schema; correct it"_s);
            return;
        }
        m_nodes[size_t(node)].ref = *known;
    }
}

int SchemaReader::nesting(int index, std::vector<int> &known, int above)
{
    constexpr int underWay = -1;
    const SchemaNode &node = m_nodes[size_t(index)];
    if (known[size_t(index)] == underWay || above > Schema::mostNesting) {
        refuse(node.path,
               known[size_t(index)] == underWay
                   ? u"leads back to itself without going into the value; break the circle"_s
                   : u"applies too many schemas to one value, one through another; make it simpler"_s);
        return 0;
    }
    if (known[size_t(index)] > 0) {
        if (above + known[size_t(index)] > Schema::mostNesting + 1)
            refuse(node.path,
                   u"applies too many schemas to one value, one through another; make it simpler"_s);
        return known[size_t(index)];
    }
    known[size_t(index)] = underWay;
    int deepest = 0;
    const auto through = [&](int other) {
        if (other >= 0 && !m_error)
            deepest = std::max(deepest, nesting(other, known, above + 1));
    };
    for (const std::vector<int> *others : {&node.allOf, &node.anyOf, &node.oneOf})
        for (const int other : *others)
            through(other);
    for (const auto &dependent : node.dependentSchemas)
        through(dependent.second);
    for (const int other : {node.ref, node.no, node.condition, node.then, node.otherwise})
        through(other);
    return known[size_t(index)] = deepest + 1;
}

std::optional<qint64> SchemaReader::count(const Value &value, const QString &path)
{
    constexpr qint64 most = 1'000'000'000;
    const auto number = value.kind == Value::Kind::number ? value.number() : std::nullopt;
    const bool fits = number && number->isWhole() && !(*number < Decimal()) &&
                      !(*Decimal::read(QByteArray::number(most)) < *number);
    if (!fits) {
        refuse(path, u"must be a whole number from 0 to %1"_s.arg(most));
        return std::nullopt;
    }
    return number->text().toLongLong();
}

std::optional<Decimal> SchemaReader::number(const Value &value, const QString &path)
{
    if (value.kind != Value::Kind::number)
        refuse(path, u"must be a number"_s);
    const auto number = value.kind == Value::Kind::number ? value.number() : std::nullopt;
    if (!number)
        refuse(path, u"must be a number that is not so large"_s);
    return number;
}

QList<QByteArray> SchemaReader::names(const Value &value, const QString &path)
{
    QList<QByteArray> result;
    if (!expect(value, Value::Kind::array, path))
        return result;
    for (const Value &child : value.children) {
        if (child.kind != Value::Kind::string)
            refuse(path, u"must be a list of names in quotes"_s);
        result += child.string;
    }
    return result;
}

std::vector<int> SchemaReader::nodes(const Value &value, const QString &path)
{
    std::vector<int> result;
    if (value.kind != Value::Kind::array || value.children.empty()) {
        refuse(path, u"must be a list of at least one schema"_s);
        return result;
    }
    for (size_t i = 0; i < value.children.size() && !m_error; ++i)
        result.push_back(node(value.children[i], below(path, QByteArray::number(qint64(i)))));
    return result;
}

std::optional<Pattern> SchemaReader::pattern(const QByteArray &text, const QString &path)
{
    auto read = Pattern::read(QString::fromUtf8(text));
    if (!read) {
        refuse(path, read.error().sentence);
        return std::nullopt;
    }
    return std::move(read).value();
}

} // namespace oncedesk::certify
