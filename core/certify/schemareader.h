// Reads a JSON Schema into nodes, strictly.
#pragma once

#include "core/base/result.h"
#include "core/certify/schemanode.h"
#include "core/certify/value.h"

#include <QHash>
#include <optional>
#include <vector>

namespace oncedesk::certify {

class SchemaReader
{
public:
    explicit SchemaReader(const Value &root, QString path) : m_root(root), m_path(std::move(path)) {}

    Result<std::vector<SchemaNode>> read();

private:
    void findDraft();
    // The new node's index. A mistake is noted and reading goes on to its end.
    int node(const Value &value, const QString &path);
    // False when no such keyword is known.
    bool keyword(int node, const QByteArray &key, const Value &value, const QString &path);
    bool valueKeyword(int node, const QByteArray &key, const Value &value, const QString &path);
    bool numberKeyword(int node, const QByteArray &key, const Value &value, const QString &path);
    bool listKeyword(int node, const QByteArray &key, const Value &value, const QString &path);
    bool objectKeyword(int node, const QByteArray &key, const Value &value, const QString &path);
    bool combiningKeyword(int node, const QByteArray &key, const Value &value, const QString &path);
    bool annotation(const QByteArray &key, const Value &value, const QString &path);

    // What its keywords mean to each other.
    void finish(int node, const Value &schema);
    void readDraft4Bounds(int node, const Value &schema);
    void reference(int node, const Value &schema);
    void linkReferences();
    // How many schemas apply to one value through this one; notes a circle.
    int nesting(int node, std::vector<int> &known, int above);

    [[nodiscard]] std::optional<qint64> count(const Value &value, const QString &path);
    [[nodiscard]] std::optional<Decimal> number(const Value &value, const QString &path);
    [[nodiscard]] QList<QByteArray> names(const Value &value, const QString &path);
    // Draft 4 knows true and false only in place of some schemas.
    int nodeOrTruth(const Value &value, const QString &path);
    [[nodiscard]] std::vector<int> nodes(const Value &value, const QString &path);
    [[nodiscard]] std::optional<Pattern> pattern(const QByteArray &text, const QString &path);
    bool expect(const Value &value, Value::Kind kind, const QString &path);
    void refuse(const QString &path, const QString &what);

    const Value &m_root;
    QString m_path;
    bool m_isDraft4 = false;
    std::vector<SchemaNode> m_nodes;
    QHash<const Value *, int> m_byValue;
    std::vector<std::pair<int, QByteArray>> m_references;
    std::optional<Error> m_error;
};

} // namespace oncedesk::certify
