// Where in a JSON text: an RFC 6901 pointer in which the segment * stands for every element and member.
#pragma once

#include "core/certify/value.h"

#include <QList>
#include <functional>
#include <optional>

namespace oncedesk::certify {

class Pointer
{
public:
    // None when the text is no pointer. "params:" in front is for the caller to take off.
    [[nodiscard]] static std::optional<Pointer> read(const QString &text);

    [[nodiscard]] bool hasWildcard() const;
    // Calls `visit` with each value there and its own pointer's steps, in order, until it returns false.
    using Visit = std::function<bool(const Value &, const QList<QByteArray> &)>;
    void visit(const Value &root, const Visit &visit) const;

private:
    [[nodiscard]] bool visitBelow(const Value &value, qsizetype step, QList<QByteArray> &place,
                                  const Visit &visit) const;

    QList<QByteArray> m_steps; // a null one stands for *
};

// RFC 6901 spelling of the steps.
[[nodiscard]] QString spelled(const QList<QByteArray> &steps);

// The index a step names in an array, -1 when none.
[[nodiscard]] qsizetype arrayIndex(const QByteArray &step);

} // namespace oncedesk::certify
