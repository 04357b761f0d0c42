// Short words for provider tests: make one, send one job to it, see what comes back.
#pragma once

#include "core/providers/provider.h"
#include "tests/support/providerserver.h"
#include "tests/support/spin.h"

#include <gtest/gtest.h>

namespace oncedesk {

// A provider of kind http at `url`; `more` are further settings, such as "\"linger_s\": 1".
inline std::unique_ptr<Provider> httpProvider(const QByteArray &url, const QByteArray &more = {})
{
    auto made = makeProvider(QStringLiteral("http"),
                             "{\"url\": \"" + url + "\"" + (more.isEmpty() ? "" : ", ") + more + "}");
    if (!made)
        throw std::runtime_error(made.error().sentence.toStdString());
    return std::move(made).value();
}

inline std::unique_ptr<Provider> simulatedProvider(const QByteArray &settings)
{
    auto made = makeProvider(QStringLiteral("simulated"), settings);
    if (!made)
        throw std::runtime_error(made.error().sentence.toStdString());
    return std::move(made).value();
}

// An environment variable for as long as a test runs.
class Variable
{
public:
    Variable(const char *name, const QByteArray &value) : m_name(name) { qputenv(name, value); }
    ~Variable() { qunsetenv(m_name); }
    Q_DISABLE_COPY_MOVE(Variable)

private:
    const char *m_name;
};

inline Dispatch aDispatch(const QByteArray &params = "{\"copies\": 2}", int ordinal = 1)
{
    Dispatch dispatch;
    dispatch.attempt = AttemptId(7);
    dispatch.job = JobId(45);
    dispatch.ordinal = ordinal;
    dispatch.provider = QStringLiteral("inkjet");
    dispatch.owner = QStringLiteral("alice");
    dispatch.idempotencyKey = "order-42";
    dispatch.intent = QStringLiteral("print.poster");
    dispatch.params = params;
    return dispatch;
}

inline Outcome carryOut(Provider &provider, const Dispatch &dispatch = aDispatch())
{
    std::optional<Outcome> outcome;
    int answers = 0;
    const auto call = provider.dispatch(dispatch, [&](Outcome came) {
        outcome = std::move(came);
        ++answers;
    });
    EXPECT_FALSE(outcome) << "answered from inside dispatch()";
    if (!spinUntil([&] { return outcome.has_value(); }))
        throw std::runtime_error("no outcome came");
    EXPECT_EQ(answers, 1);
    return *outcome;
}

inline Answer ask(Provider &provider, const Dispatch &about = aDispatch())
{
    std::optional<Answer> answer;
    const auto call = provider.ask(about, [&](Answer came) { answer = std::move(came); });
    EXPECT_FALSE(answer) << "answered from inside ask()";
    if (!spinUntil([&] { return answer.has_value(); }))
        throw std::runtime_error("no answer came");
    return *answer;
}

inline Answer stop(Provider &provider, const Dispatch &about = aDispatch())
{
    std::optional<Answer> answer;
    const auto call = provider.stop(about, [&](Answer came) { answer = std::move(came); });
    EXPECT_FALSE(answer) << "answered from inside stop()";
    if (!spinUntil([&] { return answer.has_value(); }))
        throw std::runtime_error("no answer came");
    return *answer;
}

// One line for an outcome, so that a failed expectation can be read.
inline QString inWords(const Outcome &outcome)
{
    if (const auto *finished = std::get_if<Finished>(&outcome))
        return QStringLiteral("finished: ") + QString::fromUtf8(finished->body);
    if (const auto *failed = std::get_if<FailedForSure>(&outcome)) {
        const QString wait =
            failed->retryAfter ? QStringLiteral(" after %1 ms").arg(failed->retryAfter->count()) : QString();
        const QString retry = failed->retryable ? QStringLiteral(", retryable") : QStringLiteral(", final");
        return QString(QStringLiteral("failed ") + failed->code + retry + wait);
    }
    return QStringLiteral("doubtful");
}

inline std::string words(const Outcome &outcome)
{
    return inWords(outcome).toStdString();
}

inline QString messageOf(const Outcome &outcome)
{
    if (const auto *failed = std::get_if<FailedForSure>(&outcome))
        return failed->message;
    if (const auto *doubtful = std::get_if<Doubtful>(&outcome))
        return doubtful->why;
    return {};
}

} // namespace oncedesk
