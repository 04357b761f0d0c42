// What differs between two JSON texts, place by place.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace oncedesk {

struct Difference
{
    enum class Kind { added, removed, changed };
    QString pointer; // RFC 6901, "" for the whole
    Kind kind = Kind::changed;
    QByteArray expected; // exact text, null when added
    QByteArray got;      // exact text, null when removed

    bool operator==(const Difference &) const = default;
};

inline constexpr qsizetype mostDifferences = 200;

// In the order of the expected text, at most mostDifferences. Equal values do not differ: 1 and 1.0, or keys
// in another order. Lists are compared element by element. Where one text is not JSON the whole differs.
[[nodiscard]] QList<Difference> differences(const QByteArray &expected, const QByteArray &got);

} // namespace oncedesk
