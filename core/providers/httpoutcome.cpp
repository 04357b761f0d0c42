#include "core/providers/httpoutcome.h"

#include "core/base/json.h"
#include "core/providers/retryafter.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr qsizetype longestModelName = 200;

QString onOneLine(QString text)
{
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control)
            c = u' ';
    }
    return text.simplified();
}

// The longest wait wins when a provider names several.
std::optional<std::chrono::milliseconds> retryAfter(const HttpExchange &exchange, const QDateTime &now)
{
    QDateTime theirNow = now;
    for (const QByteArray &date : exchange.values("Date")) {
        if (const QDateTime moment = parseHttpDate(date); moment.isValid())
            theirNow = moment;
    }
    std::optional<std::chrono::milliseconds> longest;
    for (const QByteArray &value : exchange.values("Retry-After")) {
        const auto wait = parseRetryAfter(value, theirNow);
        if (wait && (!longest || *longest < *wait))
            longest = wait;
    }
    return longest;
}

// A body that only the end of the link ends may be half of one. Complete JSON cannot be: cut anywhere, an
// object, a list or a text is not JSON any more.
bool mayBeCutOff(const HttpExchange &exchange)
{
    if (!exchange.endsWithLink)
        return false;
    const auto whole = json::member(exchange.body, QString());
    return !whole || !QByteArrayView("{[\"").contains(whole->at(0));
}

bool leavesDoubt(int status)
{
    return status == 408 || status == 409 || status == 425 || status < 400 || status >= 500;
}

QString whatItSaid(const HttpExchange &exchange)
{
    const QString words = excerpt(exchange.body);
    const QString said = u"The provider answered HTTP %1"_s.arg(exchange.status);
    return said + (words.isEmpty() ? u"."_s : QString(u": "_s + words));
}

Outcome outcomeOfStatus(const HttpExchange &exchange, const QSet<int> &definiteStatuses, const QDateTime &now)
{
    const int status = exchange.status;
    if (status >= 200 && status < 300) {
        if (mayBeCutOff(exchange))
            return Doubtful{u"The provider answered HTTP %1 without saying how long its answer is, and the "
                            u"link ended before "
                            "a whole JSON value had come."_s.arg(status)};
        return Finished{exchange.body};
    }

    const QString code = u"http_%1"_s.arg(status);
    const auto wait = retryAfter(exchange, now);
    if (status == 429 || (status == 503 && wait))
        return FailedForSure{code, whatItSaid(exchange), true, wait};
    if (definiteStatuses.contains(status)) {
        // It did not happen, and the status itself speaks of a passing trouble; 409 does not.
        return FailedForSure{code, whatItSaid(exchange), status != 409 && leavesDoubt(status), wait};
    }
    if (status >= 300 && status < 400) {
        // 303, and in practice 301 and 302, are what a server sends after it has acted on a POST; nothing
        // tells them for sure from a mere change of address. Doubt costs a look, a second effect cannot be
        // undone.
        const QByteArray target = exchange.values("Location").value(0);
        return Doubtful{
            u"The provider answered HTTP %1, a redirect to \"%2\", which is never followed. If it did "
            "nothing else, give the final address in the settings."_s.arg(status)
                .arg(excerpt(target))};
    }
    if (leavesDoubt(status))
        return Doubtful{whatItSaid(exchange)};
    return FailedForSure{code, whatItSaid(exchange), false, std::nullopt};
}

} // namespace

Outcome outcomeOf(const HttpExchange &exchange, const QSet<int> &definiteStatuses, const QDateTime &now)
{
    switch (exchange.end) {
    case HttpExchange::End::answered:
        return outcomeOfStatus(exchange, definiteStatuses, now);
    case HttpExchange::End::nothingSent:
        return FailedForSure{exchange.code, u"Nothing was sent: %1."_s.arg(exchange.problem), true,
                             std::nullopt};
    case HttpExchange::End::broken:
        break;
    }
    return Doubtful{u"The request went out and no whole answer came back: %1."_s.arg(exchange.problem)};
}

QString excerpt(const QByteArray &body, qsizetype bytes)
{
    QString text = onOneLine(QString::fromUtf8(body.left(bytes)));
    // The cut may have gone through the middle of a character.
    while (body.size() > bytes && text.endsWith(QChar::ReplacementCharacter))
        text.chop(1);
    if (body.size() > bytes)
        text += u'…';
    return text;
}

QString modelNamedIn(const QByteArray &body, const QString &pointer)
{
    QString name = onOneLine(json::string(body, pointer).value_or(QString())).left(longestModelName);
    if (!name.isEmpty() && name.back().isHighSurrogate())
        name.chop(1);
    return name;
}

} // namespace oncedesk
