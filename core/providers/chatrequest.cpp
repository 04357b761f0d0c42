#include "core/providers/chatrequest.h"

#include "core/base/jsonwriter.h"

#include <QLocale>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

void writeMessage(JsonWriter &writer, const QString &role, const QString &content)
{
    writer.beginObject();
    writer.member(u"role"_s, role);
    writer.member(u"content"_s, content.isNull() ? u""_s : content);
    writer.endObject();
}

void writeMessages(JsonWriter &writer, const ChatPrompts &prompts)
{
    writer.key(u"messages"_s);
    writer.beginArray();
    if (prompts.system)
        writeMessage(writer, u"system"_s, *prompts.system);
    writeMessage(writer, u"user"_s, prompts.user);
    writer.endArray();
}

void writeFormat(JsonWriter &writer, const ChatSettings &settings)
{
    if (settings.format == ChatSettings::Format::text)
        return;
    writer.key(u"response_format"_s);
    writer.beginObject();
    if (settings.format == ChatSettings::Format::jsonObject) {
        writer.member(u"type"_s, u"json_object"_s);
    } else {
        writer.member(u"type"_s, u"json_schema"_s);
        writer.key(u"json_schema"_s);
        writer.beginObject();
        writer.member(u"name"_s, u"answer"_s);
        writer.rawMember(u"schema"_s, settings.schema);
        writer.member(u"strict"_s, true);
        writer.endObject();
    }
    writer.endObject();
}

} // namespace

ChatPrompts promptsFor(const QByteArray &params, const ChatSettings &settings)
{
    ChatPrompts prompts;
    if (settings.system) {
        ChatTemplate::Rendered system = settings.system->render(params);
        prompts.failure = std::move(system.failure);
        prompts.system = std::move(system.text);
    }
    if (prompts.failure)
        return prompts;
    ChatTemplate::Rendered user = settings.user.render(params);
    prompts.failure = std::move(user.failure);
    prompts.user = std::move(user.text);
    if (!prompts.failure &&
        prompts.system.value_or(QString()).toUtf8().size() + prompts.user.toUtf8().size() > largestPrompt)
        prompts.failure = promptTooLarge();
    return prompts;
}

QByteArray completionBody(const ChatPrompts &prompts, const ChatSettings &settings,
                          const std::optional<Rehearsal> &rehearsal)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"model"_s, settings.model);
    writeMessages(writer, prompts);
    const auto temperature =
        rehearsal && rehearsal->temperature ? rehearsal->temperature : settings.temperature;
    if (temperature)
        writer.rawMember(u"temperature"_s,
                         QByteArray::number(*temperature, 'g', QLocale::FloatingPointShortest));
    if (settings.maxTokens)
        writer.member(u"max_tokens"_s, *settings.maxTokens);
    writeFormat(writer, settings);
    writer.member(u"stream"_s, false);
    writer.endObject();
    return writer.text();
}

QByteArray countBody(const ChatPrompts &prompts, const ChatSettings &settings)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"model"_s, settings.model);
    writeMessages(writer, prompts);
    writer.member(u"add_generation_prompt"_s, true);
    writer.endObject();
    return writer.text();
}

QByteArray plainCountBody(const ChatPrompts &prompts)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"content"_s, prompts.system ? *prompts.system + u'\n' + prompts.user : prompts.user);
    writer.endObject();
    return writer.text();
}

} // namespace oncedesk
