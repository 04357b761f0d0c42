#include "core/providers/outbound.h"

#include <algorithm>

namespace oncedesk {

ResolvedHeaders headersFor(const Dispatch &about, const LinkSettings &link)
{
    if (!about.rehearsal)
        return resolveHeaders(link.headers);
    QList<HeaderSetting> headers = link.dryRunHeaders;
    for (const HeaderSetting &usual : link.headers) {
        const bool replaced = std::any_of(
            link.dryRunHeaders.begin(), link.dryRunHeaders.end(), [&](const HeaderSetting &dryRun) {
                return dryRun.name.compare(usual.name, Qt::CaseInsensitive) == 0;
            });
        if (!replaced)
            headers.append(usual);
    }
    return resolveHeaders(headers);
}

HttpRequest sideRequestFor(const Dispatch &about, const OutboundMessage &message, const LinkSettings &link,
                           const ResolvedHeaders &headers)
{
    HttpRequest request;
    request.method = message.method;
    request.url = message.url;
    request.body = message.body;
    request.maxResponseBytes = link.maxResponseBytes;
    request.connectTimeout = link.connectTimeout;
    request.headers = headers.headers;
    if (about.rehearsal) {
        // Visible ASCII stays as it is, and no CR or LF can end the header.
        request.headers.append(HttpHeader{"Oncedesk-Certification", about.rehearsal->mark.toPercentEncoding(
                                                                        " !\"#$&'()*+,/:;<=>?@[\\]^`{|}")});
    }
    request.headers.append(HttpHeader{"User-Agent", "oncedesk/" ONCEDESK_VERSION});
    if (message.method == "POST")
        request.headers.append(HttpHeader{"Content-Type", "application/json"});
    return request;
}

HttpRequest requestFor(const Dispatch &about, const OutboundMessage &message, const LinkSettings &link,
                       const ResolvedHeaders &headers)
{
    HttpRequest request = sideRequestFor(about, message, link, headers);
    request.maySend = about.maySend;
    request.headers.append(
        HttpHeader{"Idempotency-Key", outboundIdempotencyKey(about.owner, about.idempotencyKey)});
    request.headers.append(HttpHeader{"Oncedesk-Job", QByteArray::number(about.job.value())});
    request.headers.append(HttpHeader{"Oncedesk-Attempt", QByteArray::number(about.ordinal)});
    request.headers.append(HttpHeader{"Oncedesk-Intent", about.intent.toUtf8().toPercentEncoding(":@+")});
    return request;
}

WireRequest asShown(const HttpRequest &request, const QList<QByteArray> &secrets)
{
    WireRequest shown{request.method, request.url, {}, request.body, {}};
    for (const HttpHeader &header : request.headers)
        shown.headers.append({header.name, secrets.contains(header.value) ? "•••" : header.value});
    return shown;
}

QByteArray withoutSecrets(QByteArray text, const QList<QByteArray> &secrets)
{
    for (const QByteArray &secret : secrets)
        text.replace(secret, "•••");
    return text;
}

HttpExchange withoutSecrets(HttpExchange exchange, const QList<QByteArray> &secrets)
{
    if (exchange.status >= 200 && exchange.status < 300)
        return exchange;
    exchange.body = withoutSecrets(std::move(exchange.body), secrets);
    for (HttpHeader &header : exchange.headers)
        header.value = withoutSecrets(std::move(header.value), secrets);
    return exchange;
}

} // namespace oncedesk
