#include "core/engine/requests.h"

#include "core/base/jsonwriter.h"
#include "core/engine/wording.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostAtOnce = 32;

QByteArray because(const QString &why)
{
    JsonWriter json;
    json.beginObject();
    json.member(u"why"_s, why);
    json.endObject();
    return json.text();
}

bool isAsk(const ProviderRequest &request)
{
    return request.kind == u"ask";
}

} // namespace

Requests::Requests(Database &database, Availability &availability, const Worker::Options &options,
                   const QString &worker, const ProviderTable &providers, QObject *parent)
    : QObject(parent),
      m_database(database),
      m_availability(availability),
      m_providers(providers),
      m_worker(worker),
      m_patience(options.requestPatience),
      m_pause(options.intervals.poll),
      m_deadlines(options.now)
{
    connect(&m_deadlines, &Deadlines::due, this, [this](qint64 key) {
        onAnswer(RequestId(key),
                 {u"unreachable"_s, because(u"No answer within %1."_s.arg(seconds(m_patience)))});
    });
}

Requests::~Requests() = default;

void Requests::look()
{
    if (m_looking) {
        m_lookAgain = true;
        return;
    }
    const int room = mostAtOnce - int(m_exchanges.size());
    const QStringList providers = m_providers.all();
    if (m_stopped || room <= 0 || providers.isEmpty() || !m_availability.isThere())
        return;
    m_looking = true;
    m_lookAgain = false;
    m_database
        .run([worker = m_worker, providers, room](Session &session) {
            return Ledger(session).claimRequests(worker, providers, room);
        })
        .then(this, [this, room](const Result<QList<ProviderRequest>> &requests) {
            m_looking = false;
            if (!requests) {
                m_availability.failed(requests.error());
            } else {
                m_availability.answered();
                for (const ProviderRequest &request : *requests)
                    begin(request);
                if (m_lookAgain || requests->size() == room)
                    look();
            }
            Q_EMIT changed();
        });
}

void Requests::begin(const ProviderRequest &request)
{
    const RequestId id = request.request;
    // Handed out again while we still had it: the new token is the one that counts.
    m_exchanges.erase(id);
    Exchange &exchange = m_exchanges[id];
    exchange.request = request;
    exchange.provider = m_providers.provider(request.provider);
    const bool ask = isAsk(request);
    if (!exchange.provider)
        return onAnswer(id, {u"unreachable"_s, because(m_providers.fault(request.provider))});
    if (ask && !exchange.provider->canAsk())
        return onAnswer(id, {u"unreachable"_s, because(u"The provider's settings name no way to ask it."_s)});
    if (!ask && !exchange.provider->canStop())
        return onAnswer(id,
                        {u"unreachable"_s, because(u"The provider's settings name no way to stop it."_s)});
    const Dispatch about{request.attempt, request.job,    request.ordinal, request.provider, request.owner,
                         request.key,     request.intent, request.params,  m_patience};
    auto done = [this, id](Answer answer) { onAnswer(id, std::move(answer)); };
    exchange.call = ask ? exchange.provider->ask(about, std::move(done))
                        : exchange.provider->stop(about, std::move(done));
    m_deadlines.set(id.value(), m_deadlines.now() + m_patience);
}

void Requests::onAnswer(RequestId id, Answer answer)
{
    const auto found = m_exchanges.find(id);
    if (found == m_exchanges.end())
        return;
    Exchange &exchange = found->second;
    m_deadlines.remove(id.value());
    if (exchange.call) {
        // Its callback may be on the stack.
        QMetaObject::invokeMethod(
            this, [provider = exchange.provider, call = std::shared_ptr<Call>(std::move(exchange.call))] {},
            Qt::QueuedConnection);
    }
    exchange.answer = std::move(answer);
    send(id, exchange.request.token);
}

Requests::Exchange *Requests::find(RequestId id, const QByteArray &token)
{
    const auto found = m_exchanges.find(id);
    return found == m_exchanges.end() || found->second.request.token != token ? nullptr : &found->second;
}

void Requests::send(RequestId id, const QByteArray &token)
{
    const Exchange *exchange = find(id, token);
    if (!exchange)
        return;
    m_database
        .call([id, token, answer = exchange->answer](Session &session) {
            return Ledger(session).answerRequest(id, token, answer.answer, answer.payload);
        })
        .then(this, [this, id, token](const Result<AttemptState> &state) { onSent(id, token, state); });
}

void Requests::onSent(RequestId id, const QByteArray &token, const Result<AttemptState> &state)
{
    const Exchange *exchange = find(id, token);
    if (!exchange)
        return;
    if (!state && isTransient(state.error())) {
        m_availability.failed(state.error());
        QTimer::singleShot(m_pause, this, [this, id, token] { send(id, token); });
        return;
    }
    const ProviderRequest request = exchange->request;
    const QString answer = exchange->answer.answer;
    m_exchanges.erase(id);
    const QString what = u"Attempt %1 of #%2 at %3, %4: "_s.arg(request.attempt.value())
                             .arg(request.job.value())
                             .arg(request.provider, isAsk(request) ? u"asked"_s : u"told to stop"_s);
    if (state) {
        Q_EMIT log(what % answer % u". It is "_s % toString(*state) % u" now."_s);
        Q_EMIT answered(request.attempt, *state);
    } else {
        Q_EMIT log(what % u"the answer was not taken. "_s % state.error().sentence);
    }
    Q_EMIT changed();
    look();
}

void Requests::end()
{
    m_stopped = true;
    m_exchanges.clear();
    Q_EMIT changed();
}

} // namespace oncedesk
