// What a request to a provider over HTTP carries: the job's identity, the headers of the settings, and
// secrets that go out and are shown nowhere.
#pragma once

#include "core/providers/httpexchange.h"
#include "core/providers/linksettings.h"
#include "core/providers/provider.h"

namespace oncedesk {

struct OutboundMessage
{
    QByteArray method; // GET or POST, whose body is JSON
    QByteArray url;
    QByteArray body;
};

// The headers of the settings for this call; in a rehearsal those of dry runs come first.
[[nodiscard]] ResolvedHeaders headersFor(const Dispatch &about, const LinkSettings &link);

// Under the identity of the job and attempt, and written only if `about.maySend` agrees.
[[nodiscard]] HttpRequest requestFor(const Dispatch &about, const OutboundMessage &message,
                                     const LinkSettings &link, const ResolvedHeaders &headers);

// The same without that identity: a side question, which nobody may take for the attempt itself.
[[nodiscard]] HttpRequest sideRequestFor(const Dispatch &about, const OutboundMessage &message,
                                         const LinkSettings &link, const ResolvedHeaders &headers);

// The request for people, each secret as "•••".
[[nodiscard]] WireRequest asShown(const HttpRequest &request, const QList<QByteArray> &secrets);

// A refusal may repeat our own headers, and its words go into the database: take the secrets out of them.
// What a provider answers well is kept as it is.
[[nodiscard]] HttpExchange withoutSecrets(HttpExchange exchange, const QList<QByteArray> &secrets);
[[nodiscard]] QByteArray withoutSecrets(QByteArray text, const QList<QByteArray> &secrets);

} // namespace oncedesk
