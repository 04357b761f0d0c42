#include "core/providers/settingsreader.h"

#include "core/base/json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

Result<SettingsReader> SettingsReader::parse(const QByteArray &text)
{
    if (auto checked = json::checkObject(text, json::settingsLimits); !checked)
        return checked.error();
    const QJsonDocument document = QJsonDocument::fromJson(text);
    if (!document.isObject()) // what is left: numbers no double can hold
        return Error{ErrorKind::invalid, u"settings hold a number that is too large; make it smaller."_s, {}};
    return SettingsReader(document.object(), {});
}

SettingsReader::SettingsReader(QJsonObject object, QString path)
    : m_object(std::move(object)), m_path(std::move(path))
{
}

QString SettingsReader::name(const QString &key) const
{
    return m_path.isEmpty() ? key : m_path + u'/' + key;
}

std::optional<QJsonValue> SettingsReader::value(const QString &key)
{
    m_known.insert(key);
    const auto found = m_object.constFind(key);
    if (found == m_object.constEnd())
        return std::nullopt;
    return *found;
}

bool SettingsReader::present(const QString &key)
{
    return value(key).has_value();
}

void SettingsReader::refuse(const QString &key, const QString &mustBe)
{
    refuse(Error{ErrorKind::invalid, u"Provider setting \"%1\" %2."_s.arg(name(key), mustBe), {}});
}

void SettingsReader::refuse(const Error &error)
{
    if (!m_error)
        m_error = error;
}

std::optional<QString> SettingsReader::text(const QString &key)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    if (!found->isString()) {
        refuse(key, u"must be a text in quotes"_s);
        return std::nullopt;
    }
    return found->toString();
}

std::optional<bool> SettingsReader::truth(const QString &key)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    if (!found->isBool()) {
        refuse(key, u"must be true or false"_s);
        return std::nullopt;
    }
    return found->toBool();
}

std::optional<qint64> SettingsReader::integer(const QString &key, qint64 least, qint64 most)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    const double number = found->toDouble(std::nan(""));
    // Bounds are far below 2^53, so a double holds every number that passes.
    if (!(number >= double(least) && number <= double(most)) || number != std::floor(number)) {
        refuse(key, u"must be a whole number from %1 to %2"_s.arg(least).arg(most));
        return std::nullopt;
    }
    return qint64(number);
}

std::optional<double> SettingsReader::number(const QString &key, double least, double most)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    const double number = found->toDouble(std::nan(""));
    if (!(number >= least && number <= most)) {
        refuse(key, u"must be a number from %1 to %2"_s.arg(least).arg(most));
        return std::nullopt;
    }
    return number;
}

std::optional<std::chrono::milliseconds> SettingsReader::seconds(const QString &key, double least,
                                                                 double most)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    const double number = found->toDouble(std::nan(""));
    if (!(number >= least && number <= most)) {
        refuse(key, u"must be a number of seconds from %1 to %2"_s.arg(least).arg(most));
        return std::nullopt;
    }
    return std::chrono::milliseconds(std::llround(number * 1000));
}

std::optional<QString> SettingsReader::word(const QString &key, const QStringList &words)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    if (!found->isString() || !words.contains(found->toString())) {
        refuse(key, u"must be one of "_s + words.join(u", "_s));
        return std::nullopt;
    }
    return found->toString();
}

std::optional<QJsonArray> SettingsReader::list(const QString &key)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    if (!found->isArray()) {
        refuse(key, u"must be a list in square brackets"_s);
        return std::nullopt;
    }
    return found->toArray();
}

std::optional<QJsonObject> SettingsReader::object(const QString &key)
{
    const auto found = value(key);
    if (!found)
        return std::nullopt;
    if (!found->isObject()) {
        refuse(key, u"must be an object in curly braces"_s);
        return std::nullopt;
    }
    return found->toObject();
}

Result<Done> SettingsReader::finish() const
{
    if (m_error)
        return *m_error;
    for (auto it = m_object.constBegin(); it != m_object.constEnd(); ++it) {
        if (!m_known.contains(it.key()))
            return Error{ErrorKind::invalid,
                         u"Provider setting \"%1\" is not known here; remove it or correct its name."_s.arg(
                             name(it.key()).left(200)),
                         {}};
    }
    return Done{};
}

} // namespace oncedesk
