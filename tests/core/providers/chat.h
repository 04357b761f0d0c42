// Short words for tests of chat providers: a server that answers completions, and what it is told.
#pragma once

#include "core/base/json.h"
#include "tests/core/providers/carryout.h"

namespace oncedesk {

inline QByteArray chatSettings(const QByteArray &url, const QByteArray &more = {})
{
    return "{\"base_url\": \"" + url + "\", \"model\": \"small-1\"" +
           (more.contains("\"user\"") ? "" : ", \"user\": \"{{params}}\"") + (more.isEmpty() ? "" : ", ") +
           more + "}";
}

inline std::unique_ptr<Provider> chatProvider(const ProviderServer &server, const QByteArray &more = {})
{
    auto made = makeProvider(QStringLiteral("chat"), chatSettings(server.url("/v1"), more));
    if (!made)
        throw std::runtime_error(made.error().sentence.toStdString());
    return std::move(made).value();
}

// The body of a completion with this content.
inline QByteArray completion(const QString &content, const QByteArray &finishReason = "stop")
{
    return "{\"id\": \"c-1\", \"model\": \"small-1-2026\", \"choices\": [{\"index\": 0, \"finish_reason\": "
           "\"" +
           finishReason + "\", \"message\": {\"role\": \"assistant\", \"content\": " + json::quote(content) +
           "}}]}";
}

// 404 for /tokenize, and this reply to completions.
inline ProviderServer::Script completing(const Reply &reply)
{
    return [reply](const ServedRequest &request) {
        return request.path == "/v1/chat/completions" ? reply : Reply::answer(404);
    };
}

inline ProviderServer::Script completing()
{
    return completing(Reply::answer(200, completion(QStringLiteral("{}"))));
}

inline QList<ServedRequest> requestsTo(const ProviderServer &server, const QByteArray &path)
{
    QList<ServedRequest> found;
    for (const ServedRequest &request : server.requests()) {
        if (request.path == path)
            found.append(request);
    }
    return found;
}

inline QList<ServedRequest> completions(const ProviderServer &server)
{
    return requestsTo(server, "/v1/chat/completions");
}

inline QList<ServedRequest> tokenizations(const ProviderServer &server)
{
    return requestsTo(server, "/tokenize");
}

// The string or JSON text at a place in what the server was sent.
inline std::string said(const ServedRequest &request, const QString &pointer)
{
    const QByteArray text = json::member(request.body, pointer).value_or("nothing");
    return json::string(text, QString()).value_or(QString::fromUtf8(text)).toStdString();
}

// One job, and what was shown of the request for it.
inline WireRequest shownOf(Provider &provider, Dispatch dispatch = aDispatch())
{
    std::optional<WireRequest> shown;
    dispatch.onSend = [&](const WireRequest &request) {
        EXPECT_FALSE(shown) << "shown twice";
        shown = request;
    };
    carryOut(provider, dispatch);
    return shown.value_or(WireRequest());
}

inline QByteArray headerOf(const WireRequest &request, QByteArrayView name)
{
    for (const auto &[key, value] : request.headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

inline Dispatch aRehearsal(const QByteArray &mark = "12/case 3/1")
{
    Dispatch dispatch = aDispatch();
    dispatch.rehearsal = Rehearsal{mark, std::nullopt};
    return dispatch;
}

} // namespace oncedesk
