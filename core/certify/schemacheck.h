// Holds one answer against the nodes of a schema, within a bound of steps.
#pragma once

#include "core/certify/schemanode.h"
#include "core/certify/value.h"

#include <QStringList>
#include <vector>

namespace oncedesk::certify {

class SchemaCheck
{
public:
    SchemaCheck(const std::vector<SchemaNode> &nodes, Budget &budget, int most)
        : m_nodes(nodes), m_budget(budget), m_most(most)
    {
    }

    [[nodiscard]] QStringList faults(const Value &answer);

private:
    // Each says whether the value fits; while m_quiet is above 0 no sentence is made.
    bool fits(int node, const Value &value);
    bool fitsNode(const SchemaNode &node, const Value &value);
    bool fitsParts(const SchemaNode &node, const Value &value);
    bool fitsValue(const SchemaNode &node, const Value &value);
    bool fitsNumber(const SchemaNode &node, const Value &value);
    bool fitsString(const SchemaNode &node, const Value &value);
    bool fitsArray(const SchemaNode &node, const Value &value);
    bool fitsObject(const SchemaNode &node, const Value &value);
    bool fitsProperties(const SchemaNode &node, const Value &value);
    bool fitsDependencies(const SchemaNode &node, const Value &value);
    bool fitsSameValue(const SchemaNode &node, const Value &value);
    bool fitsBelow(int node, const Value &child, const QByteArray &step);
    bool fitsQuietly(int node, const Value &value);
    bool fitsPattern(const Pattern &pattern, const QByteArray &text, bool &known);

    bool fault(const QString &what);                       // always false
    bool got(const QString &expected, const Value &value); // always false
    [[nodiscard]] QString placeShown() const;
    void stop(const QString &why);
    void spend(qint64 steps);

    const std::vector<SchemaNode> &m_nodes;
    Budget &m_budget;
    int m_most;
    qint64 m_steps = 0;
    int m_depth = 0;
    int m_quiet = 0;
    QList<QByteArray> m_place;
    QString m_stopped; // why judging was given up
    QStringList m_faults;
};

} // namespace oncedesk::certify
