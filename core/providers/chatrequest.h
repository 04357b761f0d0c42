// The bodies of the requests to a chat server.
#pragma once

#include "core/providers/chatsettings.h"

namespace oncedesk {

struct ChatPrompts
{
    std::optional<QString> system;
    QString user;
    std::optional<FailedForSure> failure; // they cannot be made from these params
};

[[nodiscard]] ChatPrompts promptsFor(const QByteArray &params, const ChatSettings &settings);

// Of the completion; a rehearsal may bring a temperature of its own.
[[nodiscard]] QByteArray completionBody(const ChatPrompts &prompts, const ChatSettings &settings,
                                        const std::optional<Rehearsal> &rehearsal);

// Of the question how many tokens the prompts are: as vLLM takes it, and as llama.cpp does.
[[nodiscard]] QByteArray countBody(const ChatPrompts &prompts, const ChatSettings &settings);
[[nodiscard]] QByteArray plainCountBody(const ChatPrompts &prompts);

} // namespace oncedesk
