// The settings of a provider of kind http, checked.
#pragma once

#include "core/base/result.h"
#include "core/providers/linksettings.h"

namespace oncedesk {

struct HttpSettings : LinkSettings
{
    QByteArray url;
    QByteArray dryRunUrl; // instead of `url` in a rehearsal; empty: the same
    QByteArray askUrl;    // templates, empty: cannot be asked or stopped
    QByteArray stopUrl;
    QString askState = QStringLiteral("/state"); // JSON pointers into the answers
    QString askResult = QStringLiteral("/result");
    QString stopConfirmed = QStringLiteral("/stopped");
    QString answerModel; // where an answer names the model that gave it; null: nowhere

    // Error kind: invalid, with a sentence naming the key.
    static Result<HttpSettings> parse(const QByteArray &json);
};

} // namespace oncedesk
