// A provider of kind chat: a chat completion in OpenAI's form per attempt, not streamed.
#pragma once

#include "core/providers/chatcount.h"
#include "core/providers/chatsettings.h"
#include "core/providers/provider.h"

namespace oncedesk {

class HttpClient;

class ChatProvider : public Provider
{
public:
    explicit ChatProvider(ChatSettings settings, CountMemory::Clock clock = &std::chrono::steady_clock::now);
    ~ChatProvider() override;

    std::unique_ptr<Call> dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done) override;
    std::unique_ptr<Call> ask(const Dispatch &about, std::function<void(Answer)> done) override;
    std::unique_ptr<Call> stop(const Dispatch &about, std::function<void(Answer)> done) override;

    [[nodiscard]] bool canAsk() const override { return false; }
    [[nodiscard]] bool canStop() const override { return false; }
    [[nodiscard]] std::chrono::milliseconds linger() const override { return m_settings->linger; }
    [[nodiscard]] int maxInFlight() const override { return m_settings->maxInFlight; }

private:
    std::shared_ptr<const ChatSettings> m_settings;
    std::shared_ptr<CountMemory> m_memory;
    std::shared_ptr<HttpClient> m_client; // made on the thread of the first call
};

} // namespace oncedesk
