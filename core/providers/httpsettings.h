// The settings of a provider of kind http, checked.
#pragma once

#include "core/base/result.h"
#include "core/providers/linksettings.h"

#include <QMap>
#include <QStringList>

namespace oncedesk {

struct HttpSettings : LinkSettings
{
    QByteArray url;
    QByteArray dryRunUrl; // instead of `url` in a rehearsal; empty: the same
    QByteArray askUrl;    // templates, empty: cannot be asked or stopped
    QByteArray stopUrl;
    QString askState = QStringLiteral("/state"); // JSON pointers into the answers
    QString askResult = QStringLiteral("/result");
    QMap<QString, QString> askStates; // the provider's words for the contract's; those count besides
    QString stopConfirmed = QStringLiteral("/stopped");
    QStringList stopStates; // words that confirm a stop, besides true
    QString answerModel;    // where an answer names the model that gave it; null: nowhere

    // What an attempt that was asked about may be: running, succeeded, failed, no_record.
    static const QStringList &askedStates();
    // Error kind: invalid, with a sentence naming the key.
    static Result<HttpSettings> parse(const QByteArray &json);
};

} // namespace oncedesk
