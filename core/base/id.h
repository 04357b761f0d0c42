// Typed database identities: a JobId does not compare with an AttemptId.
#pragma once

#include <QHashFunctions>
#include <QtGlobal>
#include <compare>

namespace oncedesk {

template<class Tag>
class Id
{
public:
    constexpr Id() = default;
    constexpr explicit Id(qint64 value) : m_value(value) {}

    [[nodiscard]] constexpr qint64 value() const { return m_value; }
    // Identities start at 1; a default-constructed Id names nothing.
    [[nodiscard]] constexpr bool isValid() const { return m_value > 0; }

    friend constexpr auto operator<=>(const Id &, const Id &) = default;

private:
    qint64 m_value = 0;
};

template<class Tag>
size_t qHash(const Id<Tag> &id, size_t seed = 0) noexcept
{
    return ::qHash(id.value(), seed);
}

using JobId = Id<struct JobTag>;
using AttemptId = Id<struct AttemptTag>;
using RequestId = Id<struct RequestTag>;
using CertificationRunId = Id<struct CertificationRunTag>;

} // namespace oncedesk
