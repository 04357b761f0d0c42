// JSON Schema, Draft 4 or 7, over exact values: what an answer's shape must be.
//
// Not Valijson, which the tests ask for a second opinion: its parser overflows the stack on {"$ref": "#"},
// its patterns run by std::regex overflow it on a long text or never end, and its doubles take 2.5 for a
// multiple of 2 and 9007199254740993 for 9007199254740992.
#pragma once

#include "core/base/result.h"
#include "core/certify/pattern.h"
#include "core/certify/value.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

namespace oncedesk::certify {

struct SchemaNode;

class Schema
{
public:
    static constexpr int mostNodes = 1000;     // schemas within one
    static constexpr int mostNesting = 100;    // schemas that apply to the same value, one through another
    static constexpr int mostDepth = 1000;     // of one judgement, through values and schemas
    static constexpr qint64 steps = 1'000'000; // of one judgement

    // `path` names the schema in sentences. Every keyword must be known and well formed: what would be
    // ignored proves nothing. Nothing is fetched. Error kind: invalid.
    [[nodiscard]] static Result<Schema> read(const Value &value, const QString &path);

    [[nodiscard]] const QByteArray &text() const { return m_text; }
    // At most `most` sentences about what is wrong with the answer; none: it fits. What took too long to be
    // judged does not fit, and the first sentence says so.
    [[nodiscard]] QStringList faults(const Value &answer, Budget &budget, int most) const;

private:
    QByteArray m_text;
    std::shared_ptr<const std::vector<SchemaNode>> m_nodes; // the first is the whole
};

} // namespace oncedesk::certify
