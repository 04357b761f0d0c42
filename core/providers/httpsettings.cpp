#include "core/providers/httpsettings.h"

#include "core/providers/settingsreader.h"
#include "core/providers/urltemplate.h"

#include <QJsonArray>
#include <QRegularExpression>

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

// A pointer (RFC 6901) into the answer of `urlKey`, which must be there for it to mean anything.
void readPointer(SettingsReader &reader, const QString &key, const QString &urlKey, QString &target)
{
    static const QRegularExpression pointer(u"\\A(/([^~/]|~[01])*)*\\z"_s);
    const auto text = reader.text(key);
    if (!text)
        return;
    if (!reader.present(urlKey))
        reader.refuse(key, u"is of use only beside "_s + urlKey);
    else if (text->size() > 500 || !pointer.match(*text).hasMatch())
        reader.refuse(key, u"must be a JSON pointer such as /state or /job/status"_s);
    else
        target = *text;
}

void readStatuses(SettingsReader &reader, QSet<int> &target)
{
    const auto key = u"definite_statuses"_s;
    const auto list = reader.list(key);
    if (!list)
        return;
    for (const auto value : *list) {
        const int status = value.toInt(-1); // -1 also for a fraction
        if (status < 400 || status > 599)
            return reader.refuse(key, u"must list whole numbers from 400 to 599"_s);
        target.insert(status);
    }
}

void readHeaders(SettingsReader &reader, QList<HeaderSetting> &target)
{
    const auto object = reader.object(u"headers"_s);
    if (!object)
        return;
    if (auto headers = readHeaderSettings(*object))
        target = *headers;
    else
        reader.refuse(headers.error());
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
    readHeaders(reader, settings.headers);
    readStatuses(reader, settings.definiteStatuses);
    readAddress(reader, u"ask_url"_s, Placeholders::allowed, settings.askUrl);
    readAddress(reader, u"stop_url"_s, Placeholders::allowed, settings.stopUrl);
    readPointer(reader, u"ask_state"_s, u"ask_url"_s, settings.askState);
    readPointer(reader, u"ask_result"_s, u"ask_url"_s, settings.askResult);
    readPointer(reader, u"stop_confirmed"_s, u"stop_url"_s, settings.stopConfirmed);
    settings.linger = reader.seconds(u"linger_s"_s, 0, 86400).value_or(settings.linger);
    settings.maxInFlight = int(reader.integer(u"max_in_flight"_s, 1, 10000).value_or(settings.maxInFlight));
    settings.maxResponseBytes = reader.integer(u"max_response_bytes"_s, 1, qint64(16) * 1024 * 1024)
                                    .value_or(settings.maxResponseBytes);
    settings.connectTimeout =
        reader.seconds(u"connect_timeout_s"_s, 0.001, 300).value_or(settings.connectTimeout);

    if (auto finished = reader.finish(); !finished)
        return finished.error();
    return settings;
}

} // namespace oncedesk
