#include "core/providers/httpanswer.h"

#include "core/base/json.h"
#include "core/providers/httpoutcome.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

bool isSuccess(const HttpExchange &exchange)
{
    return exchange.end == HttpExchange::End::answered && exchange.status >= 200 && exchange.status < 300;
}

// What was seen, as evidence: {"http_status": 500, "body": "…"} or {"problem": "…"}.
QByteArray seen(const HttpExchange &exchange, const QString &problem = {})
{
    QByteArrayList members;
    if (!problem.isEmpty())
        members.append("\"problem\": " + json::quote(problem));
    else if (exchange.end != HttpExchange::End::answered)
        members.append("\"problem\": " + json::quote(exchange.problem));
    if (exchange.end == HttpExchange::End::answered) {
        members.append("\"http_status\": " + QByteArray::number(exchange.status));
        members.append("\"body\": " + json::quote(excerpt(exchange.body)));
    }
    return "{" + members.join(", ") + "}";
}

// The body itself where it can be stored as it is, else a description of it.
QByteArray bodyOrSeen(const HttpExchange &exchange)
{
    return json::fitsJsonb(exchange.body) ? exchange.body : seen(exchange);
}

} // namespace

Answer unreachable(const QString &why)
{
    return {u"unreachable"_s, "{\"problem\": " + json::quote(why) + "}"};
}

Answer askAnswerOf(const HttpExchange &exchange, const HttpSettings &settings)
{
    const bool answered = exchange.end == HttpExchange::End::answered;
    if (answered && exchange.status == 404)
        return {u"no_record"_s, seen(exchange)};
    if (!isSuccess(exchange))
        return {u"unreachable"_s, seen(exchange)};

    const QString said = json::string(exchange.body, settings.askState).value_or(QString());
    const QString state = settings.askStates.value(said, said);
    if (state == u"succeeded") {
        const QByteArray result =
            json::member(exchange.body, settings.askResult).value_or(exchange.body.trimmed());
        if (!json::fitsJsonb(result)) {
            // Without a result that can be stored the answer cannot conclude anything.
            return {u"unreachable"_s, seen(exchange, u"it says succeeded, with a result that the database "
                                                     "cannot hold as JSON"_s)};
        }
        return {state, result};
    }
    if (HttpSettings::askedStates().contains(state))
        return {state, bodyOrSeen(exchange)};
    const QStringList words = HttpSettings::askedStates() + settings.askStates.keys();
    return {u"unreachable"_s, seen(exchange, u"the answer has none of %1 at \"%2\""_s.arg(
                                                 words.join(u", "_s), settings.askState))};
}

Answer stopAnswerOf(const HttpExchange &exchange, const HttpSettings &settings)
{
    if (!isSuccess(exchange))
        return {u"unreachable"_s, seen(exchange)};
    const bool stopped =
        json::member(exchange.body, settings.stopConfirmed) == QByteArray("true") ||
        settings.stopStates.contains(json::string(exchange.body, settings.stopConfirmed).value_or(QString()));
    return {stopped ? u"stopped"_s : u"not_stopped"_s, bodyOrSeen(exchange)};
}

} // namespace oncedesk
