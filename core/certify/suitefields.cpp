#include "core/certify/suitefields.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

QString below(const QString &path, const QByteArray &key)
{
    const QString name = shown(key);
    return path.isEmpty() ? name : path + u'/' + name;
}

Error wrongInSuite(const QString &path, const QString &what)
{
    if (path.isEmpty())
        return {ErrorKind::invalid, u"The suite %1."_s.arg(what), {}};
    constexpr qsizetype most = 300;
    const QString place = path.size() > most ? u'…' + path.right(most) : path;
    return {ErrorKind::invalid, u"In the suite, \"%1\" %2."_s.arg(place, what), {}};
}

SuiteFields::SuiteFields(const Value &object, QString path, std::optional<Error> &error)
    : m_object(object), m_path(std::move(path)), m_error(error)
{
    if (object.kind != Value::Kind::object)
        refuse(u"must be an object in curly braces"_s);
}

void SuiteFields::refuse(const QByteArray &key, const QString &what)
{
    if (!m_error)
        m_error = wrongInSuite(path(key), what);
}

void SuiteFields::refuse(const QString &what)
{
    if (!m_error)
        m_error = wrongInSuite(m_path, what);
}

const Value *SuiteFields::any(const QByteArray &key)
{
    m_known.insert(key);
    return m_object.member(key);
}

const Value *SuiteFields::ofKind(const QByteArray &key, Value::Kind kind)
{
    const Value *value = any(key);
    if (!value || value->kind == kind)
        return value;
    refuse(key, u"must be "_s + named(kind));
    return nullptr;
}

std::optional<QString> SuiteFields::text(const QByteArray &key, qsizetype most)
{
    const Value *value = ofKind(key, Value::Kind::string);
    if (!value)
        return std::nullopt;
    const QString text = QString::fromUtf8(value->string);
    if (text.trimmed().isEmpty() || text.size() > most) {
        refuse(key, u"must be a text of 1 to %1 characters"_s.arg(most));
        return std::nullopt;
    }
    return text;
}

std::optional<bool> SuiteFields::truth(const QByteArray &key)
{
    const Value *value = ofKind(key, Value::Kind::boolean);
    return value ? std::optional(value->truth) : std::nullopt;
}

std::optional<int> SuiteFields::whole(const QByteArray &key, int least, int most)
{
    const Value *value = any(key);
    if (!value)
        return std::nullopt;
    const auto number = value->kind == Value::Kind::number ? value->number() : std::nullopt;
    const auto decimal = [](int n) { return *Decimal::read(QByteArray::number(n)); };
    if (!number || !number->isWhole() || *number < decimal(least) || decimal(most) < *number) {
        refuse(key, u"must be a whole number from %1 to %2"_s.arg(least).arg(most));
        return std::nullopt;
    }
    return number->text().toInt();
}

void SuiteFields::finish()
{
    for (const QByteArray &key : m_object.keys) {
        if (!m_known.contains(key))
            refuse(key, u"is not known there; remove it or correct its name"_s);
    }
}

} // namespace oncedesk::certify
