// Retry-After (RFC 9110, 10.2.3): how long a provider asks us to wait.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <chrono>
#include <optional>

namespace oncedesk {

// A longer wait than this is taken for a mistake and cut.
inline constexpr std::chrono::milliseconds longestRetryAfter = std::chrono::hours(24);

// Whole seconds, or an HTTP date counted from `now`, which should be the provider's own clock (its Date
// header). A moment that has passed is zero. None when the text is neither.
[[nodiscard]] std::optional<std::chrono::milliseconds> parseRetryAfter(const QByteArray &value,
                                                                       const QDateTime &now);

// The three spellings of RFC 9110, 5.6.7. Invalid when it is none of them.
[[nodiscard]] QDateTime parseHttpDate(const QByteArray &text);

} // namespace oncedesk
