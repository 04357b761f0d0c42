#include "core/providers/chatcall.h"

#include "core/providers/chatoutcome.h"
#include "core/providers/httpclient.h"
#include "core/providers/timedcall.h"

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr auto countingTakes = std::chrono::milliseconds(2000); // at most, both forms together
// The list of a million tokens fits.
constexpr qint64 largestCount = qint64(16) * 1024 * 1024;

} // namespace

ChatCall::ChatCall(Order order, std::function<void(Outcome)> done)
    : m_order(std::move(order)), m_done(std::move(done))
{
    if (!m_order.settings->countTokens) {
        complete(u"not checked: switched off in the settings"_s);
        return;
    }
    if (m_order.memory->isAbsent()) {
        complete(u"not checked: the server has no /tokenize"_s);
        return;
    }
    m_patience = std::make_unique<TimedCall>(countingTakes, TimedCall::Sent::nothing, [this] {
        complete(u"not checked: /tokenize did not answer within %1 s"_s.arg(countingTakes.count() / 1000));
    });
    count(Form::messages);
}

ChatCall::~ChatCall() = default;

void ChatCall::count(Form form)
{
    const ChatSettings &settings = *m_order.settings;
    const QByteArray body =
        form == Form::messages ? countBody(m_order.prompts, settings) : plainCountBody(m_order.prompts);
    HttpRequest request = sideRequestFor(m_order.dispatch, {"POST", countUrl(settings.baseUrl), body},
                                         settings, m_order.headers);
    request.maxResponseBytes = largestCount;
    request.connectTimeout = std::min(request.connectTimeout, countingTakes);
    m_transfer = m_order.client->start(
        std::move(request), [this, form](const HttpExchange &exchange) { counted(form, exchange); });
}

void ChatCall::counted(Form form, const HttpExchange &exchange)
{
    const TokenCount found = tokenCountOf(exchange);
    if (found.unread && form == Form::messages)
        return count(Form::plain);
    if (found.absent)
        m_order.memory->noteAbsent();
    proceed(promptCheckOf(found, *m_order.settings));
}

void ChatCall::proceed(const PromptCheck &check)
{
    if (!check.failure)
        return complete(check.words);
    m_patience.reset();
    const auto done = std::move(m_done);
    done(*check.failure);
}

void ChatCall::complete(const QString &promptCheck)
{
    m_patience.reset();
    const ChatSettings &settings = *m_order.settings;
    const Dispatch &dispatch = m_order.dispatch;
    const QList<QByteArray> &secrets = m_order.headers.secrets;
    const HttpRequest request = requestFor(dispatch,
                                           {"POST", settings.baseUrl + "/chat/completions",
                                            completionBody(m_order.prompts, settings, dispatch.rehearsal)},
                                           settings, m_order.headers);
    WireRequest shown = asShown(request, secrets);
    shown.promptCheck = promptCheck;
    const auto tell = dispatch.onSend;
    m_completing = true;
    m_transfer = m_order.client->start(
        request, [settings = m_order.settings, secrets, done = std::move(m_done)](HttpExchange exchange) {
            Outcome outcome = chatOutcomeOf(withoutSecrets(std::move(exchange), secrets), *settings);
            if (auto *failed = std::get_if<FailedForSure>(&outcome))
                failed->message = QString::fromUtf8(withoutSecrets(failed->message.toUtf8(), secrets));
            done(outcome);
        });
    if (tell)
        tell(shown);
}

} // namespace oncedesk
