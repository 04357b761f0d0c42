#include "core/providers/headersetting.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr qsizetype mostHeaders = 50;
constexpr qsizetype longestName = 100;
constexpr qsizetype longestValue = 4096;
constexpr qsizetype shortestCredential = 8;

// Oncedesk's own words, and those that decide where a message ends, how often it is sent or who unpacks it.
bool isReserved(const QByteArray &lowerName)
{
    static const QSet<QByteArray> reserved{"idempotency-key",
                                           "content-length",
                                           "content-type",
                                           "content-encoding",
                                           "host",
                                           "transfer-encoding",
                                           "te",
                                           "trailer",
                                           "connection",
                                           "keep-alive",
                                           "upgrade",
                                           "expect",
                                           "accept-encoding",
                                           "user-agent",
                                           "range",
                                           "if-range",
                                           "http2-settings"};
    return reserved.contains(lowerName) || lowerName.startsWith("oncedesk-") ||
           lowerName.startsWith("proxy-");
}

bool isToken(const QByteArray &name)
{
    return !name.isEmpty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
    });
}

// RFC 9110, 5.5: visible characters, with blanks and tabs only between them.
bool isFieldValue(const QByteArray &value)
{
    return !value.isEmpty() && value.size() <= longestValue && value == value.trimmed() &&
           std::all_of(value.begin(), value.end(), [](char c) {
               const auto byte = static_cast<unsigned char>(c);
               return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
           });
}

Error headerRefusal(const QString &key, const QString &name, const QString &mustBe)
{
    return {
        ErrorKind::invalid, u"Provider setting \"%1/%2\" %3."_s.arg(key, name.left(longestName), mustBe), {}};
}

Result<HeaderSetting> readOne(const QString &key, const QString &name, const QJsonValue &json)
{
    const auto refusal = [&](const QString &mustBe) { return headerRefusal(key, name, mustBe); };
    const QByteArray utf8Name = name.toUtf8();
    if (utf8Name.size() > longestName || !isToken(utf8Name))
        return refusal(u"is not a header name; use letters, digits and hyphens"_s);
    if (isReserved(utf8Name.toLower()))
        return refusal(u"is set by Oncedesk itself; remove it"_s);
    if (!json.isString())
        return refusal(u"must be a text in quotes"_s);

    const QString value = json.toString();
    if (value.startsWith(u"env:")) {
        static const QRegularExpression variable(u"\\Aenv:([A-Za-z_][A-Za-z0-9_]*)\\z"_s);
        const QRegularExpressionMatch match = variable.match(value);
        if (!match.hasMatch())
            return refusal(u"must be env:NAME and nothing else, with the name of an environment variable"_s);
        const QByteArray variableName = match.captured(1).toUtf8();
        // The worker's own way to the database is not for providers.
        if (variableName.startsWith("PG") || variableName == "ONCEDESK_DB")
            return refusal(u"may not name %1, which belongs to the database connection"_s.arg(
                QString::fromUtf8(variableName)));
        return HeaderSetting{utf8Name, {}, variableName};
    }
    if (value.contains(u"env:"))
        return refusal(u"must be env:NAME as the whole value; put the text around it into the variable"_s);
    if (namesSecret(name))
        return refusal(u"looks like a secret; write env:NAME and set that variable for the worker"_s);
    if (!isFieldValue(value.toUtf8()))
        return refusal(u"must be one line of 1 to %1 visible characters"_s.arg(longestValue));
    return HeaderSetting{utf8Name, value.toUtf8(), {}};
}

} // namespace

bool namesSecret(const QString &name)
{
    QString plain = name.toLower();
    plain.replace(u'_', u'-');
    if (plain.contains(u"authorization") || plain.contains(u"cookie") || plain.contains(u"secret") ||
        plain.contains(u"password") || plain.contains(u"credential"))
        return true;
    return plain.endsWith(u"key") || plain.endsWith(u"token") || plain.endsWith(u"signature");
}

Result<QList<HeaderSetting>> readHeaderSettings(const QString &key, const QJsonObject &headers)
{
    if (headers.size() > mostHeaders)
        return Error{ErrorKind::invalid,
                     u"Provider setting \"%1\" may hold at most %2 headers."_s.arg(key).arg(mostHeaders),
                     {}};
    QList<HeaderSetting> settings;
    QSet<QByteArray> seen;
    for (auto it = headers.constBegin(); it != headers.constEnd(); ++it) {
        auto setting = readOne(key, it.key(), it.value());
        if (!setting)
            return setting.error();
        const QByteArray lowerName = setting->name.toLower();
        if (seen.contains(lowerName))
            return headerRefusal(key, it.key(), u"is given twice in different spelling; keep one"_s);
        seen.insert(lowerName);
        settings.append(*setting);
    }
    return settings;
}

ResolvedHeaders resolveHeaders(const QList<HeaderSetting> &settings)
{
    ResolvedHeaders resolved;
    for (const HeaderSetting &setting : settings) {
        if (setting.variable.isEmpty()) {
            resolved.headers.append({setting.name, setting.literal});
            continue;
        }
        const QByteArray value = qgetenv(setting.variable.constData());
        const QString variable = QString::fromUtf8(setting.variable);
        const QString header = QString::fromUtf8(setting.name);
        if (value.isEmpty()) {
            resolved.failure = FailedForSure{
                u"secret_missing"_s,
                u"Nothing was sent: the worker's environment has no %1, which header %2 needs. Set it and "
                "restart the worker."_s.arg(variable, header),
                false, std::nullopt};
            return resolved;
        }
        if (!isFieldValue(value)) {
            resolved.failure = FailedForSure{u"secret_invalid"_s,
                                             u"Nothing was sent: environment variable %1 for header %2 must "
                                             u"be one line of 1 to %3 visible "
                                             "characters without blanks around it."_s.arg(variable, header)
                                                 .arg(longestValue),
                                             false, std::nullopt};
            return resolved;
        }
        resolved.headers.append({setting.name, value});
        resolved.secrets.append(value);
        // Of "Bearer abc…" a provider may repeat the second part alone.
        const QByteArray credential = value.mid(value.lastIndexOf(' ') + 1);
        if (credential != value && credential.size() >= shortestCredential)
            resolved.secrets.append(credential);
    }
    return resolved;
}

} // namespace oncedesk
