// What a token of JSON text stands for, and how jsonb spells it.
#pragma once

#include "core/base/jsontokenizer.h"

namespace oncedesk::json {

// The number four hexadecimal digits stand for, -1 when one of them is none.
[[nodiscard]] int hex4(QByteArrayView digits);

// The characters a string or key token stands for, as UTF-8. Half a surrogate pair becomes the three bytes
// that strict UTF-8 forbids, so it equals no valid text.
[[nodiscard]] QByteArray unescaped(QByteArrayView text, const Token &token);

// How many digits a number token needs when it is written without an exponent, trailing zeros kept, as
// numeric and jsonb spell it.
struct NumberExtent
{
    qint64 before = 1;
    qint64 after = 0;
    bool isZero = false;
    bool exponentInRange = true; // false: beyond what numeric reads at all, whatever the value
};
[[nodiscard]] NumberExtent extent(QByteArrayView number);

// Bytes that jsonb's text output spends on a token; the space after a colon is counted with its key. A comma
// and its space are two more.
[[nodiscard]] qint64 spelledBytes(QByteArrayView text, const Token &token);

} // namespace oncedesk::json
