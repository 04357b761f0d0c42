#include "core/providers/urltemplate.h"

#include "core/providers/headersetting.h"

#include <QUrl>
#include <QUrlQuery>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr qsizetype longestUrl = 2000;

Error refusal(const QString &key, const QString &mustBe)
{
    return {ErrorKind::invalid, u"Provider setting \"%1\" %2."_s.arg(key, mustBe), {}};
}

QByteArray replaced(QByteArray url, const QByteArray &job, const QByteArray &attempt, const QByteArray &key)
{
    // The values hold no braces (they are percent-encoded), so the order does not matter.
    return url.replace("{job}", job).replace("{attempt}", attempt).replace("{key}", key);
}

} // namespace

Result<QByteArray> readUrl(const QString &key, const QString &text, Placeholders placeholders)
{
    const QByteArray url = text.toUtf8();
    if (url.isEmpty() || url.size() > longestUrl)
        return refusal(key, u"must be an address of 1 to %1 bytes"_s.arg(longestUrl));
    // Only plain ASCII, so that libcurl and the check below cannot read it in two ways.
    const bool plain = std::all_of(url.begin(), url.end(), [](char c) { return c > 0x20 && c < 0x7f; });
    if (!plain || url.contains('\\'))
        return refusal(key,
                       u"may hold only visible ASCII characters; percent-encode others, and write a host "
                       "name in its xn-- form"_s);

    QByteArray sample = url;
    if (placeholders == Placeholders::allowed) {
        const qsizetype hostStart = url.indexOf("://") + 3;
        const qsizetype hostEnd = std::find_if(url.begin() + hostStart, url.end(),
                                               [](char c) { return c == '/' || c == '?' || c == '#'; }) -
                                  url.begin();
        if (url.left(hostEnd).contains('{'))
            return refusal(key, u"may hold {job}, {attempt} and {key} only behind the host name"_s);
        sample = replaced(sample, "1", "1", "1");
    }
    if (sample.contains('{') || sample.contains('}'))
        return refusal(key, placeholders == Placeholders::allowed
                                ? u"knows the placeholders {job}, {attempt} and {key} and no other braces"_s
                                : u"may not hold braces; placeholders belong into ask_url and stop_url"_s);

    const QUrl parsed = QUrl::fromEncoded(sample, QUrl::StrictMode);
    const QString scheme = parsed.scheme();
    if (!parsed.isValid() || parsed.host().isEmpty() || (scheme != u"http" && scheme != u"https") ||
        parsed.port() == 0)
        return refusal(key, u"must be a complete address that starts with http:// or https://"_s);
    if (parsed.authority().contains(u'@'))
        return refusal(key, u"may not hold a user or password; send a header with env:NAME"_s);
    if (parsed.hasFragment())
        return refusal(key, u"may not hold a fragment (#…), which is never sent"_s);
    const auto items = QUrlQuery(QUrl::fromEncoded(url, QUrl::TolerantMode)).queryItems(QUrl::FullyDecoded);
    for (const auto &[name, value] : items) {
        if (namesSecret(name) && !value.contains(u'{'))
            return refusal(key, u"holds \"%1\", which looks like a secret; send a header with env:NAME"_s.arg(
                                    name.left(100)));
    }
    return url;
}

QByteArray fillUrl(const QByteArray &url, const Dispatch &dispatch)
{
    return replaced(url, QByteArray::number(dispatch.job.value()), QByteArray::number(dispatch.ordinal),
                    outboundIdempotencyKey(dispatch.owner, dispatch.idempotencyKey).toPercentEncoding());
}

} // namespace oncedesk
