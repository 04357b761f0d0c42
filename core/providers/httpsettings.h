// The settings of a provider of kind http, checked.
#pragma once

#include "core/base/result.h"
#include "core/providers/headersetting.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>
#include <chrono>

namespace oncedesk {

struct HttpSettings
{
    QByteArray url;
    QList<HeaderSetting> headers;
    QSet<int> definiteStatuses; // failures for sure although the contract's table calls them doubt
    QByteArray askUrl;          // templates, empty: cannot be asked or stopped
    QByteArray stopUrl;
    QString askState = QStringLiteral("/state"); // JSON pointers into the answers
    QString askResult = QStringLiteral("/result");
    QString stopConfirmed = QStringLiteral("/stopped");
    std::chrono::milliseconds linger{60000};
    int maxInFlight = 100;
    qint64 maxResponseBytes = qint64(1024) * 1024;
    std::chrono::milliseconds connectTimeout{10000};

    // Error kind: invalid, with a sentence naming the key.
    static Result<HttpSettings> parse(const QByteArray &json);
};

} // namespace oncedesk
