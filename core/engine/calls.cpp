#include "core/engine/calls.h"

#include "core/base/json.h"
#include "core/engine/reporter.h"
#include "core/engine/wording.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString noAnswerWithin(std::chrono::milliseconds timeout, bool nothingSent)
{
    return u"No answer within %1. "_s.arg(seconds(timeout)) %
           (nothingSent ? u"It is not certain that the request was sent."_s
                        : u"The request had been sent."_s);
}

FailedReport notSent(const QString &message)
{
    return {u"not_sent"_s, message, true, {}};
}

} // namespace

Calls::Calls(const Worker::Options &options, const ProviderTable &providers, Reporter &reporter,
             QObject *parent)
    : QObject(parent),
      m_lingeringAtMost(options.lingeringAtMost),
      m_providers(providers),
      m_reporter(reporter),
      m_deadlines(options.now)
{
    connect(&m_deadlines, &Deadlines::due, this, [this](qint64 key) { onDue(AttemptId(key)); });
    connect(&m_reporter, &Reporter::answered, this, &Calls::onAnswer);
}

Calls::~Calls() = default;

Worker::Counters Calls::counters() const
{
    Worker::Counters counters = m_counters;
    counters.inFlight = m_flights.inFlight();
    counters.lingering = m_flights.lingering();
    return counters;
}

void Calls::take(const QList<ClaimedAttempt> &attempts, Deadlines::Clock::time_point claimedSince)
{
    m_counters.claimed += attempts.size();
    for (const ClaimedAttempt &attempt : attempts)
        begin(attempt, claimedSince);
    Q_EMIT changed();
}

void Calls::begin(const ClaimedAttempt &attempt, Deadlines::Clock::time_point claimedSince)
{
    Flight &flight = m_flights.add(attempt);
    const AttemptId id = attempt.attempt;
    if (m_ended)
        return report(flight, notSent(u"The worker was stopping and did not send the request."_s));
    flight.provider = m_providers.provider(attempt.provider);
    if (!flight.provider)
        return report(flight, FailedReport{u"provider_misconfigured"_s,
                                           u"Nothing was sent. "_s % m_providers.fault(attempt.provider),
                                           false,
                                           {}});
    // Counted from before the claim, so that ours passes before the database's: then it is us who say what is
    // known about the request, and not a sweep that knows nothing.
    const auto deadline = claimedSince + attempt.timeout;
    // Whoever swept it may have acted on that already.
    if (m_deadlines.now() >= deadline)
        return report(flight, notSent(u"The deadline had passed before the request was sent."_s));

    m_deadlines.set(id.value(), deadline);
    flight.call =
        flight.provider->dispatch({id, attempt.job, attempt.ordinal, attempt.provider, attempt.owner,
                                   attempt.key, attempt.intent, attempt.params, attempt.timeout,
                                   // The connection may have taken long, or this process have stood still.
                                   [this, deadline] { return m_deadlines.now() < deadline; }},
                                  [this, id](Outcome outcome) { onOutcome(id, std::move(outcome)); });
    flight.attempt.params.clear();
}

void Calls::onOutcome(AttemptId id, Outcome outcome)
{
    Flight *flight = m_flights.find(id);
    if (!flight || !flight->call)
        return;
    m_deadlines.remove(id.value());
    retire(*flight);
    if (auto *finished = std::get_if<Finished>(&outcome)) {
        // A null QByteArray would be SQL NULL; an empty result is none.
        QByteArray body = finished->body.isNull() ? QByteArray("") : std::move(finished->body);
        if (!finished->model.isEmpty())
            Q_EMIT modelSeen(flight->attempt.provider, finished->model, id);
        const bool asBytes = !json::fitsJsonb(body);
        report(*flight, FinishedReport{std::move(body), asBytes});
    } else if (auto *failed = std::get_if<FailedForSure>(&outcome)) {
        report(*flight, FailedReport{failed->code, failed->message, failed->retryable, failed->retryAfter});
    } else if (!flight->markedUnknown) {
        markUnknown(*flight, std::get<Doubtful>(outcome).why);
    } else {
        m_flights.removeIfOver(*flight);
    }
    Q_EMIT changed();
}

void Calls::onDue(AttemptId id)
{
    Flight *flight = m_flights.find(id);
    if (!flight || !flight->call)
        return;
    if (!flight->markedUnknown) {
        markUnknown(*flight, noAnswerWithin(flight->attempt.timeout, flight->call->nothingSent()));
        linger(*flight);
    } else {
        abort(id, {});
    }
    Q_EMIT changed();
}

void Calls::movedElsewhere(AttemptId attempt, AttemptState state)
{
    Flight *flight = m_flights.find(attempt);
    if (!flight || !flight->call || flight->markedUnknown || state == AttemptState::started)
        return;
    flight->markedUnknown = true; // nothing about it is left to be reported but a late outcome
    m_flights.releaseSlot(*flight);
    linger(*flight);
    Q_EMIT changed();
}

void Calls::linger(Flight &flight)
{
    m_deadlines.set(flight.attempt.attempt.value(), m_deadlines.now() + flight.provider->linger());
    m_flights.sort(flight);
    dropSurplus();
}

void Calls::end()
{
    m_ended = true;
    for (const AttemptId id : m_flights.withCall())
        abort(id, u"The worker was stopped while waiting for the answer."_s);
    Q_EMIT changed();
}

void Calls::abort(AttemptId id, const QString &why)
{
    Flight &flight = *m_flights.find(id);
    m_deadlines.remove(id.value());
    const bool nothingSent = flight.call->nothingSent();
    flight.call.reset(); // before it is said that nothing was sent
    m_flights.sort(flight);
    if (nothingSent)
        report(flight, notSent(u"The request was never sent: the connection did not come about in time."_s));
    else if (!flight.markedUnknown)
        markUnknown(flight, why);
    else
        m_flights.removeIfOver(flight);
}

void Calls::dropSurplus()
{
    while (m_flights.lingering() > m_lingeringAtMost)
        abort(m_flights.longestLingering(), {});
}

void Calls::retire(Flight &flight)
{
    if (m_retired.empty())
        QMetaObject::invokeMethod(
            this, [this] { m_retired.clear(); }, Qt::QueuedConnection);
    m_retired.push_back({flight.provider, std::move(flight.call)});
    m_flights.sort(flight);
}

void Calls::report(Flight &flight, decltype(Report::body) body)
{
    ++flight.reports;
    m_reporter.report({flight.attempt.attempt, flight.attempt.token, std::move(body)});
}

void Calls::markUnknown(Flight &flight, const QString &why)
{
    flight.markedUnknown = true;
    report(flight, UnknownReport{why});
}

void Calls::onAnswer(const Report &report, const ReportAnswer &answer)
{
    Flight *flight = m_flights.find(report.attempt);
    if (!flight)
        return;
    --flight->reports;
    count(report, answer, flight->attempt);
    m_flights.releaseSlot(*flight);
    m_flights.sort(*flight);
    m_flights.removeIfOver(*flight);
    dropSurplus();
    if (const auto *fail = std::get_if<FailOutcome>(&answer); fail && fail->nextAttempt)
        Q_EMIT nextAttemptIn(fail->nextIn);
    Q_EMIT changed();
}

void Calls::count(const Report &report, const ReportAnswer &answer, const ClaimedAttempt &attempt)
{
    if (const auto *finish = std::get_if<FinishOutcome>(&answer))
        ++(finish->won ? m_counters.won : m_counters.lost);
    else if (const auto *fail = std::get_if<FailOutcome>(&answer);
             fail && fail->state == AttemptState::failed)
        ++m_counters.failed;
    else if (const auto *state = std::get_if<AttemptState>(&answer); state && *state == AttemptState::unknown)
        ++m_counters.unknown;
    Q_EMIT log(describe(attempt) % u": "_s % describe(report, answer));
}

} // namespace oncedesk
