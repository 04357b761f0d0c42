#include "core/providers/httpsettings.h"

#include "core/providers/settingsreader.h"
#include "core/providers/urltemplate.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

void readAddress(SettingsReader &reader, const QString &key, Placeholders placeholders, QByteArray &target)
{
    const auto text = reader.text(key);
    if (!text)
        return;
    if (auto url = readUrl(key, *text, placeholders))
        target = *url;
    else
        reader.refuse(url.error());
}

// A pointer into the answer of `urlKey`, which must be there for it to mean anything.
void readPointerOf(SettingsReader &reader, const QString &urlKey, const QString &key, QString &target)
{
    if (reader.present(key) && !reader.present(urlKey))
        reader.refuse(key, u"is of use only beside "_s + urlKey);
    readPointer(reader, key, target);
}

} // namespace

Result<HttpSettings> HttpSettings::parse(const QByteArray &json)
{
    auto parsed = SettingsReader::parse(json);
    if (!parsed)
        return parsed.error();
    SettingsReader &reader = parsed.value();

    HttpSettings settings;
    if (!reader.present(u"url"_s))
        reader.refuse(u"url"_s, u"is missing; give the address that jobs are sent to"_s);
    readAddress(reader, u"url"_s, Placeholders::none, settings.url);
    readAddress(reader, u"dry_run_url"_s, Placeholders::none, settings.dryRunUrl);
    settings.read(reader);
    readAddress(reader, u"ask_url"_s, Placeholders::allowed, settings.askUrl);
    readAddress(reader, u"stop_url"_s, Placeholders::allowed, settings.stopUrl);
    readPointerOf(reader, u"ask_url"_s, u"ask_state"_s, settings.askState);
    readPointerOf(reader, u"ask_url"_s, u"ask_result"_s, settings.askResult);
    readPointerOf(reader, u"stop_url"_s, u"stop_confirmed"_s, settings.stopConfirmed);
    readPointer(reader, u"answer_model"_s, settings.answerModel);

    if (auto finished = reader.finish(); !finished)
        return finished.error();
    return settings;
}

} // namespace oncedesk
