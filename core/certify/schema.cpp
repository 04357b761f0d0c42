#include "core/certify/schema.h"

#include "core/certify/schemacheck.h"
#include "core/certify/schemareader.h"

namespace oncedesk::certify {

Result<Schema> Schema::read(const Value &value, const QString &path)
{
    auto nodes = SchemaReader(value, path).read();
    if (!nodes)
        return nodes.error();
    Schema result;
    result.m_text = value.text.toByteArray();
    result.m_nodes = std::make_shared<const std::vector<SchemaNode>>(std::move(nodes).value());
    return result;
}

QStringList Schema::faults(const Value &answer, Budget &budget, int most) const
{
    return SchemaCheck(*m_nodes, budget, most).faults(answer);
}

} // namespace oncedesk::certify
