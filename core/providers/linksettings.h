// The settings that every kind of provider reached over HTTP has.
#pragma once

#include "core/providers/headersetting.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>
#include <chrono>

namespace oncedesk {

class SettingsReader;

struct LinkSettings
{
    QList<HeaderSetting> headers;
    QList<HeaderSetting> dryRunHeaders; // in a rehearsal beside `headers`, instead of those of the same name
    QSet<int> definiteStatuses;         // failures for sure although the contract's table calls them doubt
    std::chrono::milliseconds linger{60000};
    int maxInFlight = 100;
    qint64 maxResponseBytes = qint64(1024) * 1024;
    std::chrono::milliseconds connectTimeout{10000};

    void read(SettingsReader &reader);
};

// Whether the text is a pointer of RFC 6901.
[[nodiscard]] bool isJsonPointer(const QString &text);

// Leaves the target alone when the key is absent; a mistake is noted with the reader.
void readPointer(SettingsReader &reader, const QString &key, QString &target);

} // namespace oncedesk
