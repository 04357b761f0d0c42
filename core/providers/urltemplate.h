// Addresses in a provider's settings, plain or with {job}, {attempt} and {key} in them.
#pragma once

#include "core/providers/provider.h"

#include <QByteArray>
#include <QString>

namespace oncedesk {

enum class Placeholders { none, allowed };

// Checks one address: http or https, no user or password, no secret in the query, no fragment. Gives its
// bytes as they go into a request. Error kind: invalid; `key` names the setting.
Result<QByteArray> readUrl(const QString &key, const QString &text, Placeholders placeholders);

// Puts the values in, percent-encoded: {key} decodes to exactly the Idempotency-Key that was sent.
[[nodiscard]] QByteArray fillUrl(const QByteArray &url, const Dispatch &dispatch);

} // namespace oncedesk
