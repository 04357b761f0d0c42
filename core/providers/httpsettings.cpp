#include "core/providers/httpsettings.h"

#include "core/providers/settingsreader.h"
#include "core/providers/urltemplate.h"

#include <QJsonArray>

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

constexpr int mostWords = 50;

void readAskStates(SettingsReader &reader, QMap<QString, QString> &states)
{
    const QString key = u"ask_states"_s;
    const auto object = reader.object(key);
    if (!object)
        return;
    if (!reader.present(u"ask_url"_s))
        reader.refuse(key, u"is of use only beside ask_url"_s);
    if (object->size() > mostWords)
        reader.refuse(key, u"may hold at most %1 words"_s.arg(mostWords));
    for (auto it = object->constBegin(); it != object->constEnd(); ++it) {
        const QString meaning = it.value().toString();
        if (it.key().isEmpty() || !HttpSettings::askedStates().contains(meaning))
            reader.refuse(key, u"gives for each word of the provider's one of "_s +
                                   HttpSettings::askedStates().join(u", "_s));
        states.insert(it.key(), meaning);
    }
}

void readStopStates(SettingsReader &reader, QStringList &states)
{
    const QString key = u"stop_states"_s;
    const auto list = reader.list(key);
    if (!list)
        return;
    if (!reader.present(u"stop_url"_s))
        reader.refuse(key, u"is of use only beside stop_url"_s);
    if (list->size() > mostWords)
        reader.refuse(key, u"may hold at most %1 words"_s.arg(mostWords));
    for (const QJsonValue &word : *list) {
        if (word.toString().isEmpty())
            reader.refuse(key, u"is a list of words that confirm a stop"_s);
        states += word.toString();
    }
}

} // namespace

const QStringList &HttpSettings::askedStates()
{
    static const QStringList states{u"running"_s, u"succeeded"_s, u"failed"_s, u"no_record"_s};
    return states;
}

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
    readAskStates(reader, settings.askStates);
    readPointerOf(reader, u"stop_url"_s, u"stop_confirmed"_s, settings.stopConfirmed);
    readStopStates(reader, settings.stopStates);
    readPointer(reader, u"answer_model"_s, settings.answerModel);

    if (auto finished = reader.finish(); !finished)
        return finished.error();
    return settings;
}

} // namespace oncedesk
