// Reads one JSON object of a suite: typed, bounded, and refusing what it does not know, by name.
#pragma once

#include "core/base/result.h"
#include "core/certify/value.h"

#include <QSet>
#include <QString>
#include <optional>

namespace oncedesk::certify {

// The path of a member, for sentences: short whatever the key.
[[nodiscard]] QString below(const QString &path, const QByteArray &key);

// "In the suite, "cases/0/repeat" must be a whole number from 1 to 20."
[[nodiscard]] Error wrongInSuite(const QString &path, const QString &what);

class SuiteFields
{
public:
    // Notes the first mistake in `error`, which is shared by all that read one suite.
    SuiteFields(const Value &object, QString path, std::optional<Error> &error);

    // Each takes a key as known and gives its value, or none when it is absent or wrong.
    const Value *any(const QByteArray &key);
    const Value *ofKind(const QByteArray &key, Value::Kind kind);
    std::optional<QString> text(const QByteArray &key, qsizetype most);
    std::optional<bool> truth(const QByteArray &key);
    std::optional<int> whole(const QByteArray &key, int least, int most);

    void refuse(const QByteArray &key, const QString &what);
    // Of the object itself.
    void refuse(const QString &what);
    // Notes the first key that nobody took.
    void finish();

    [[nodiscard]] QString path(const QByteArray &key) const { return below(m_path, key); }

private:
    const Value &m_object;
    QString m_path;
    QSet<QByteArray> m_known;
    std::optional<Error> &m_error;
};

} // namespace oncedesk::certify
