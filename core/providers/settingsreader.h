// Reads one JSON object of settings: typed, bounded, and refusing what it does not know, by name.
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <chrono>
#include <optional>

namespace oncedesk {

class SettingsReader
{
public:
    // Error kind: invalid, when the text is not one strict JSON object.
    static Result<SettingsReader> parse(const QByteArray &text);
    // `path` names the object in sentences: "steps/0".
    SettingsReader(QJsonObject object, QString path);

    // Each takes a key as known and gives its value, or none when it is absent or wrong (then finish() says
    // so).
    std::optional<QString> text(const QString &key);
    std::optional<bool> truth(const QString &key);
    std::optional<qint64> integer(const QString &key, qint64 least, qint64 most);
    std::optional<double> number(const QString &key, double least, double most);
    std::optional<std::chrono::milliseconds> seconds(const QString &key, double least, double most);
    std::optional<QString> word(const QString &key, const QStringList &words);
    std::optional<QJsonArray> list(const QString &key);
    std::optional<QJsonObject> object(const QString &key);
    bool present(const QString &key); // of any type

    // Notes a mistake about a key; the first one noted is the answer of finish().
    void refuse(const QString &key, const QString &mustBe);
    void refuse(const Error &error);

    // The first mistake, or the first unknown key.
    Result<Done> finish() const;

private:
    std::optional<QJsonValue> value(const QString &key);
    [[nodiscard]] QString name(const QString &key) const;

    QJsonObject m_object;
    QString m_path;
    QSet<QString> m_known;
    std::optional<Error> m_error;
};

} // namespace oncedesk
