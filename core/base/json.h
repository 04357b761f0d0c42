// JSON as text, checked strictly and never rewritten: digits, key order and spelling stay as they were given.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <optional>

namespace oncedesk::json {

struct Limits
{
    const char *subject = "params";         // what the sentence of an error begins with
    qsizetype bytes = 1024 * 1024;          // as jsonb spells it, which is what the database measures
    qsizetype textBytes = 16 * 1024 * 1024; // as given, with its space and escapes
    int depth = 64;                         // containers inside one another
    int digits = 308; // before, and after, the decimal point of a number written without exponent
};

inline constexpr Limits paramsLimits{};
inline constexpr Limits policyLimits{"policy"};
inline constexpr Limits settingsLimits{"settings"};

// One JSON object within the limits that jsonb stores without losing anything: strict UTF-8, no key twice in
// an object (however it is escaped), no half of a surrogate pair, no \u0000. Error kind: invalid, with what
// is wrong, where (line and column, counted in characters from 1) and what to do.
[[nodiscard]] Result<Done> checkObject(const QByteArray &text, const Limits &limits = paramsLimits);

// Whether PostgreSQL stores this text as jsonb, and gives it back, without an error: any JSON value up to
// 16 MiB, 64 MiB once its numbers are written out; keys may repeat (jsonb keeps the last). False when in
// doubt.
[[nodiscard]] bool fitsJsonb(const QByteArray &text);

// The exact text of the value at an RFC 6901 pointer ("" is the whole, "/result/0"), without the space around
// it. None when it is absent, the pointer is malformed, or the text is not JSON (nested over 1,000 deep
// counts as that). Of a repeated key the last counts, as in jsonb. What jsonb refuses in strings (\u0000,
// half of a surrogate pair) is no obstacle.
[[nodiscard]] std::optional<QByteArray> member(const QByteArray &json, const QString &pointer);

// The characters of the string at a pointer, escapes resolved; what is no character becomes U+FFFD. None
// where something else or nothing stands.
[[nodiscard]] std::optional<QString> string(const QByteArray &json, const QString &pointer);

// The text as a JSON string, quotes included. Half of a surrogate pair is kept as its escape.
[[nodiscard]] QByteArray quote(const QString &text);

} // namespace oncedesk::json
