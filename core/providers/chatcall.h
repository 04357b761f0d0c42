// One chat completion under way: the prompt is counted where the server can, then the completion is asked
// for, once.
#pragma once

#include "core/providers/chatcount.h"
#include "core/providers/chatrequest.h"
#include "core/providers/httptransfer.h"
#include "core/providers/outbound.h"

namespace oncedesk {

class ChatCall : public Call
{
public:
    struct Order
    {
        std::shared_ptr<const ChatSettings> settings;
        std::shared_ptr<HttpClient> client;
        std::shared_ptr<CountMemory> memory;
        Dispatch dispatch;
        ResolvedHeaders headers;
        ChatPrompts prompts;
    };
    ChatCall(Order order, std::function<void(Outcome)> done);
    ~ChatCall() override;
    Q_DISABLE_COPY_MOVE(ChatCall)

    // Counting is not sending: nothing can come of it.
    [[nodiscard]] bool nothingSent() const override { return !m_completing || m_transfer->nothingSent(); }

private:
    enum class Form { messages, plain };
    void count(Form form);
    void counted(Form form, const HttpExchange &exchange);
    void proceed(const PromptCheck &check);    // may destroy this
    void complete(const QString &promptCheck); // may destroy this

    Order m_order;
    std::function<void(Outcome)> m_done;
    std::unique_ptr<HttpTransfer> m_transfer;
    std::unique_ptr<Call> m_patience; // ends the counting
    bool m_completing = false;
};

} // namespace oncedesk
