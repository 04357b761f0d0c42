// A prompt with places for params: {{/pointer}} (RFC 6901; a string as its characters, anything else as its
// exact JSON text), {{params}} (all of them), and {{"text"}}, which puts in that text, so that {{"{{"}} is
// two braces.
#pragma once

#include "core/base/result.h"
#include "core/providers/provider.h"

#include <QList>
#include <QString>

namespace oncedesk {

class ChatTemplate
{
public:
    struct Rendered
    {
        QString text;
        std::optional<FailedForSure> failure; // a variable is missing, or the prompt grows too large
    };

    // `key` names the setting in the sentence. Error kind: invalid, with the place of the mistake.
    static Result<ChatTemplate> parse(const QString &key, const QString &text);

    [[nodiscard]] Rendered render(const QByteArray &params) const;

private:
    struct Part
    {
        enum class Kind { literal, variable, allParams };
        Kind kind;
        QString text; // of a variable: its pointer
    };
    static Result<Part> readPlace(const QString &key, const QString &text, qsizetype &at);

    QList<Part> m_parts;
};

// The failure of prompts over this many bytes, which no provider is bothered with.
inline constexpr qsizetype largestPrompt = qsizetype(1024) * 1024;
[[nodiscard]] FailedForSure promptTooLarge();

} // namespace oncedesk
