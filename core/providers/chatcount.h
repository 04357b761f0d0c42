// Counting a prompt's tokens at the server before the completion is asked for.
#pragma once

#include "core/providers/chatsettings.h"
#include "core/providers/httpexchange.h"

#include <chrono>
#include <functional>

namespace oncedesk {

// The address beside /v1. vLLM and llama.cpp have it, most others do not.
[[nodiscard]] QByteArray countUrl(const QByteArray &baseUrl);

// What the answer of /tokenize tells.
struct TokenCount
{
    std::optional<qint64> tokens;
    std::optional<qint64> limit; // the model's window, where the server tells
    bool absent = false;         // the server has no /tokenize
    bool unread = false;         // llama.cpp, which did not look at the messages
    QString problem;             // why there is no count
};
[[nodiscard]] TokenCount tokenCountOf(const HttpExchange &exchange);

// Whether prompt and answer fit; a failure when they certainly do not, else what is to be said of it.
struct PromptCheck
{
    QString words; // "412 of 8192 tokens", "not checked: …"
    std::optional<FailedForSure> failure;
};
[[nodiscard]] PromptCheck promptCheckOf(const TokenCount &count, const ChatSettings &settings);

// That a server has no /tokenize, remembered for a while so that it is not asked before each completion.
class CountMemory
{
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;
    explicit CountMemory(Clock clock) : m_clock(std::move(clock)) {}

    void noteAbsent() { m_absentUntil = m_clock() + std::chrono::seconds(60); }
    [[nodiscard]] bool isAbsent() const { return m_absentUntil && m_clock() < *m_absentUntil; }

private:
    Clock m_clock;
    std::optional<std::chrono::steady_clock::time_point> m_absentUntil;
};

} // namespace oncedesk
