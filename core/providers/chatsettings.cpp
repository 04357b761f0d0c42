#include "core/providers/chatsettings.h"

#include "core/base/json.h"
#include "core/providers/settingsreader.h"
#include "core/providers/urltemplate.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr qsizetype longestSettingOfModel = 500;
constexpr qint64 mostTokens = 1'000'000;
constexpr qint64 widestContext = 1'000'000'000;

void readBaseUrl(SettingsReader &reader, QByteArray &target)
{
    const auto key = u"base_url"_s;
    const auto text = reader.text(key);
    if (!reader.present(key))
        reader.refuse(key, u"is missing; give the server's address up to and with /v1"_s);
    if (!text)
        return;
    auto url = readUrl(key, *text, Placeholders::none);
    if (!url)
        return reader.refuse(url.error());
    if (url->contains('?'))
        return reader.refuse(key, u"may not hold a query (?…); /chat/completions goes behind it"_s);
    target = *url;
    while (target.endsWith('/'))
        target.chop(1);
}

void readModel(SettingsReader &reader, QString &target)
{
    const auto key = u"model"_s;
    if (!reader.present(key))
        reader.refuse(key, u"is missing; give the name that the server knows the model by"_s);
    const auto text = reader.text(key);
    if (!text)
        return;
    if (text->isEmpty() || text->size() > longestSettingOfModel)
        return reader.refuse(key, u"must be a text of 1 to %1 characters"_s.arg(longestSettingOfModel));
    target = *text;
}

std::optional<ChatTemplate> readTemplate(SettingsReader &reader, const QString &key)
{
    const auto text = reader.text(key);
    if (!text)
        return std::nullopt;
    if (text->isEmpty())
        reader.refuse(key, u"may not be empty"_s);
    auto parsed = ChatTemplate::parse(key, *text);
    if (!parsed) {
        reader.refuse(parsed.error());
        return std::nullopt;
    }
    return std::move(parsed).value();
}

// "text", "json_object" or {"json_schema": {…}}.
void readFormat(SettingsReader &reader, const QByteArray &json, ChatSettings &settings)
{
    const auto key = u"response_format"_s;
    const QString wanted = u"must be \"text\", \"json_object\" or {\"json_schema\": {…}}"_s;
    const auto given = json::member(json, u'/' + key);
    if (!given || !given->startsWith('{')) {
        if (!reader.present(key))
            return;
        const QString word = json::string(given.value_or(QByteArray()), QString()).value_or(QString());
        if (word != u"text" && word != u"json_object")
            return reader.refuse(key, wanted);
        settings.format = word == u"text" ? ChatSettings::Format::text : ChatSettings::Format::jsonObject;
        return;
    }
    const QJsonObject object = reader.object(key).value_or(QJsonObject());
    SettingsReader inner(object, key);
    if (!inner.present(u"json_schema"_s))
        return reader.refuse(key, wanted);
    (void)inner.object(u"json_schema"_s);
    if (auto finished = inner.finish(); !finished)
        return reader.refuse(finished.error());
    settings.format = ChatSettings::Format::jsonSchema;
    settings.schema = json::member(*given, u"/json_schema"_s).value_or("{}");
}

} // namespace

Result<ChatSettings> ChatSettings::parse(const QByteArray &json)
{
    auto parsed = SettingsReader::parse(json);
    if (!parsed)
        return parsed.error();
    SettingsReader &reader = parsed.value();

    ChatSettings settings;
    readBaseUrl(reader, settings.baseUrl);
    readModel(reader, settings.model);
    settings.system = readTemplate(reader, u"system"_s);
    if (!reader.present(u"user"_s))
        reader.refuse(u"user"_s, u"is missing; give the prompt, for example \"{{params}}\""_s);
    settings.user = readTemplate(reader, u"user"_s).value_or(ChatTemplate());
    settings.temperature = reader.number(u"temperature"_s, 0, 2);
    settings.maxTokens = reader.integer(u"max_tokens"_s, 1, mostTokens);
    readFormat(reader, json, settings);
    settings.contextTokens = reader.integer(u"context_tokens"_s, 1, widestContext);
    settings.countTokens = reader.truth(u"count_tokens"_s).value_or(settings.countTokens);
    settings.read(reader);

    if (auto finished = reader.finish(); !finished)
        return finished.error();
    return settings;
}

} // namespace oncedesk
