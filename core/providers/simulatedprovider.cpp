#include "core/providers/simulatedprovider.h"

#include "core/base/json.h"
#include "core/providers/settingsreader.h"
#include "core/providers/timedcall.h"

#include <QJsonArray>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr qsizetype mostSteps = 1000;
constexpr qsizetype longestModel = 200;
const QByteArray defaultResult = QByteArrayLiteral("{\"simulated\": true}");

std::optional<Outcome> readOutcome(SettingsReader &reader, const QString &word, const QByteArray &result)
{
    if (word == u"succeeded") {
        (void)reader.present(u"result"_s);
        return Finished{result};
    }
    if (word == u"failed") {
        FailedForSure failed;
        failed.code = reader.text(u"code"_s).value_or(u"simulated_failure"_s);
        failed.message =
            reader.text(u"message"_s).value_or(u"The simulated provider failed, as its settings say."_s);
        failed.retryable = reader.truth(u"retryable"_s).value_or(false);
        failed.retryAfter = reader.seconds(u"retry_after_s"_s, 0, 86400);
        if (failed.retryAfter && !failed.retryable)
            reader.refuse(u"retry_after_s"_s, u"needs \"retryable\": true beside it"_s);
        return failed;
    }
    if (word == u"unknown") {
        return Doubtful{reader.text(u"why"_s).value_or(
            u"The simulated provider leaves its outcome open, as its settings say."_s)};
    }
    return std::nullopt; // hang
}

Result<SimulatedProvider::Step> readStep(const QJsonObject &object, const QString &path,
                                         const QByteArray &settings)
{
    SettingsReader reader(object, path);
    const QString word = reader.word(u"outcome"_s, {u"succeeded"_s, u"failed"_s, u"unknown"_s, u"hang"_s})
                             .value_or(u"succeeded"_s);
    const QByteArray result =
        json::member(settings, u'/' + path + u"/result"_s).value_or(defaultResult); // its exact text

    SimulatedProvider::Step step;
    step.outcome = readOutcome(reader, word, result);
    if (step.outcome)
        step.delay = reader.seconds(u"delay_s"_s, 0, 86400).value_or(step.delay);
    if (auto finished = reader.finish(); !finished)
        return finished.error();
    return step;
}

// Nothing leaves, but this is what would.
WireRequest asShown(const Dispatch &dispatch)
{
    WireRequest shown;
    shown.method = "SIMULATED";
    shown.headers.append(
        {"Idempotency-Key", outboundIdempotencyKey(dispatch.owner, dispatch.idempotencyKey)});
    if (dispatch.rehearsal)
        shown.headers.append({"Oncedesk-Certification", dispatch.rehearsal->mark});
    shown.body = dispatch.params;
    return shown;
}

} // namespace

Result<std::unique_ptr<Provider>> SimulatedProvider::make(const QByteArray &settings)
{
    auto parsed = SettingsReader::parse(settings);
    if (!parsed)
        return parsed.error();
    SettingsReader &reader = parsed.value();

    auto provider = std::make_unique<SimulatedProvider>();
    const QJsonArray steps = reader.list(u"steps"_s).value_or(QJsonArray());
    if (steps.size() > mostSteps)
        reader.refuse(u"steps"_s, u"may hold at most %1 steps"_s.arg(mostSteps));
    for (qsizetype i = 0; i < std::min(steps.size(), mostSteps); ++i) {
        const QString path = u"steps/%1"_s.arg(i);
        if (!steps.at(i).isObject()) {
            reader.refuse(path, u"must be an object such as {\"outcome\": \"succeeded\"}"_s);
            break;
        }
        auto step = readStep(steps.at(i).toObject(), path, settings);
        if (!step) {
            reader.refuse(step.error());
            break;
        }
        provider->m_steps.append(*step);
    }
    if (provider->m_steps.isEmpty())
        provider->m_steps.append({0ms, Finished{defaultResult}});
    const QString model = reader.text(u"model"_s).value_or(QString());
    if (model.size() > longestModel)
        reader.refuse(u"model"_s, u"may hold at most %1 characters"_s.arg(longestModel));
    for (Step &step : provider->m_steps) {
        if (auto *finished = step.outcome ? std::get_if<Finished>(&*step.outcome) : nullptr)
            finished->model = model;
    }

    provider->m_ask = reader.word(u"ask"_s, {u"running"_s, u"succeeded"_s, u"failed"_s, u"no_record"_s})
                          .value_or(QString());
    provider->m_stop = reader.word(u"stop"_s, {u"stopped"_s, u"not_stopped"_s}).value_or(QString());
    provider->m_linger = reader.seconds(u"linger_s"_s, 0, 86400).value_or(provider->m_linger);
    provider->m_maxInFlight =
        int(reader.integer(u"max_in_flight"_s, 1, 10000).value_or(provider->m_maxInFlight));
    if (auto finished = reader.finish(); !finished)
        return finished.error();
    return std::unique_ptr<Provider>(std::move(provider));
}

const SimulatedProvider::Step &SimulatedProvider::stepOf(const Dispatch &dispatch) const
{
    return m_steps[std::clamp<qsizetype>(dispatch.ordinal - 1, 0, m_steps.size() - 1)];
}

std::unique_ptr<Call> SimulatedProvider::dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done)
{
    if (dispatch.onSend)
        dispatch.onSend(asShown(dispatch));
    const Step &step = stepOf(dispatch);
    if (!step.outcome)
        return std::make_unique<TimedCall>(TimedCall::Sent::perhaps);
    return std::make_unique<TimedCall>(step.delay, TimedCall::Sent::perhaps,
                                       [outcome = *step.outcome, done = std::move(done)] { done(outcome); });
}

std::unique_ptr<Call> SimulatedProvider::ask(const Dispatch &about, std::function<void(Answer)> done)
{
    Answer answer{m_ask, "{\"simulated\": true}"};
    if (m_ask.isEmpty()) {
        answer = {u"unreachable"_s, "{\"problem\": \"this provider's settings have no \\\"ask\\\"\"}"};
    } else if (m_ask == u"succeeded") {
        const Step &step = stepOf(about);
        const auto *finished = step.outcome ? std::get_if<Finished>(&*step.outcome) : nullptr;
        answer.payload = finished ? finished->body : defaultResult;
    }
    return std::make_unique<TimedCall>(0ms, TimedCall::Sent::perhaps,
                                       [answer, done = std::move(done)] { done(answer); });
}

std::unique_ptr<Call> SimulatedProvider::stop(const Dispatch &, std::function<void(Answer)> done)
{
    Answer answer{m_stop, "{\"simulated\": true}"};
    if (m_stop.isEmpty())
        answer = {u"unreachable"_s, "{\"problem\": \"this provider's settings have no \\\"stop\\\"\"}"};
    return std::make_unique<TimedCall>(0ms, TimedCall::Sent::perhaps,
                                       [answer, done = std::move(done)] { done(answer); });
}

} // namespace oncedesk
