#include "core/providers/chatprovider.h"

#include "core/providers/chatcall.h"
#include "core/providers/httpanswer.h"
#include "core/providers/httpclient.h"
#include "core/providers/timedcall.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

ChatProvider::ChatProvider(ChatSettings settings, CountMemory::Clock clock)
    : m_settings(std::make_shared<const ChatSettings>(std::move(settings))),
      m_memory(std::make_shared<CountMemory>(std::move(clock)))
{
}

ChatProvider::~ChatProvider() = default;

std::unique_ptr<Call> ChatProvider::dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done)
{
    ResolvedHeaders headers = headersFor(dispatch, *m_settings);
    if (headers.failure)
        return atOnce(Outcome(*headers.failure), std::move(done));
    ChatPrompts prompts = promptsFor(dispatch.params, *m_settings);
    if (prompts.failure)
        return atOnce(Outcome(*prompts.failure), std::move(done));
    if (!m_client)
        m_client = HttpClient::create();
    return std::make_unique<ChatCall>(
        ChatCall::Order{m_settings, m_client, m_memory, dispatch, std::move(headers), std::move(prompts)},
        std::move(done));
}

std::unique_ptr<Call> ChatProvider::ask(const Dispatch &, std::function<void(Answer)> done)
{
    return atOnce(unreachable(u"a chat server keeps no record of its completions that could be asked for"_s),
                  std::move(done));
}

std::unique_ptr<Call> ChatProvider::stop(const Dispatch &, std::function<void(Answer)> done)
{
    return atOnce(unreachable(u"a chat server cannot be told to stop a completion"_s), std::move(done));
}

} // namespace oncedesk
