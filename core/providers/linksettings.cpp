#include "core/providers/linksettings.h"

#include "core/providers/settingsreader.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

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

void readHeaders(SettingsReader &reader, const QString &key, QList<HeaderSetting> &target)
{
    const auto object = reader.object(key);
    if (!object)
        return;
    if (auto headers = readHeaderSettings(key, *object))
        target = *headers;
    else
        reader.refuse(headers.error());
}

} // namespace

void LinkSettings::read(SettingsReader &reader)
{
    readHeaders(reader, u"headers"_s, headers);
    readHeaders(reader, u"dry_run_headers"_s, dryRunHeaders);
    readStatuses(reader, definiteStatuses);
    linger = reader.seconds(u"linger_s"_s, 0, 86400).value_or(linger);
    maxInFlight = int(reader.integer(u"max_in_flight"_s, 1, 10000).value_or(maxInFlight));
    maxResponseBytes =
        reader.integer(u"max_response_bytes"_s, 1, qint64(16) * 1024 * 1024).value_or(maxResponseBytes);
    connectTimeout = reader.seconds(u"connect_timeout_s"_s, 0.001, 300).value_or(connectTimeout);
}

bool isJsonPointer(const QString &text)
{
    static const QRegularExpression pointer(u"\\A(/([^~/]|~[01])*)*\\z"_s);
    return text.size() <= 500 && pointer.match(text).hasMatch();
}

void readPointer(SettingsReader &reader, const QString &key, QString &target)
{
    const auto text = reader.text(key);
    if (!text)
        return;
    if (!isJsonPointer(*text))
        reader.refuse(key, u"must be a JSON pointer such as /state or /job/status"_s);
    else
        target = *text;
}

} // namespace oncedesk
