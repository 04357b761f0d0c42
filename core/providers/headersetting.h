// A request header of a provider's settings; a secret is only named there and lives in the worker's
// environment.
#pragma once

#include "core/base/result.h"
#include "core/providers/httpexchange.h"
#include "core/providers/provider.h"

#include <QJsonObject>
#include <QList>
#include <optional>

namespace oncedesk {

struct HeaderSetting
{
    QByteArray name;
    QByteArray literal;
    QByteArray variable; // not empty: the value is this environment variable's, read at each dispatch
};

// Checks an object of headers in settings; `key` is its name there. Error kind: invalid.
Result<QList<HeaderSetting>> readHeaderSettings(const QString &key, const QJsonObject &headers);

// True when a header or query item of this name usually carries a secret.
[[nodiscard]] bool namesSecret(const QString &name);

struct ResolvedHeaders
{
    QList<HttpHeader> headers;
    QList<QByteArray> secrets;            // values that must not reach a message
    std::optional<FailedForSure> failure; // a variable is missing or no header value
};

[[nodiscard]] ResolvedHeaders resolveHeaders(const QList<HeaderSetting> &settings);

} // namespace oncedesk
