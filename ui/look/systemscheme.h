// What the desktop prefers, light or dark, now and when it changes (the settings portal of freedesktop.org).
#pragma once

#include "ui/look/look.h"

#include <QObject>

class QDBusVariant;

namespace oncedesk::look {

class SystemScheme : public QObject
{
    Q_OBJECT
public:
    explicit SystemScheme(QObject *parent = nullptr);
    // Light until the desktop has said otherwise.
    [[nodiscard]] Scheme scheme() const { return m_scheme; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void take(const QVariant &preference);
    Scheme m_scheme = Scheme::light;
};

} // namespace oncedesk::look
