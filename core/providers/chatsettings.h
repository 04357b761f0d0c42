// The settings of a provider of kind chat, checked.
#pragma once

#include "core/base/result.h"
#include "core/providers/chattemplate.h"
#include "core/providers/linksettings.h"

#include <optional>

namespace oncedesk {

struct ChatSettings : LinkSettings
{
    enum class Format { text, jsonObject, jsonSchema };

    QByteArray baseUrl; // without a slash at its end
    QString model;
    std::optional<ChatTemplate> system;
    ChatTemplate user;
    std::optional<double> temperature;
    std::optional<qint64> maxTokens;
    Format format = Format::jsonObject;
    QByteArray schema; // of jsonSchema: its exact text
    std::optional<qint64> contextTokens;
    bool countTokens = true;

    // Error kind: invalid, with a sentence naming the key.
    static Result<ChatSettings> parse(const QByteArray &json);
};

} // namespace oncedesk
