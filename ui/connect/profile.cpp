#include "ui/connect/profile.h"

#include <QCoreApplication>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

QString takePassword(ConnectionSettings &settings)
{
    const QString password = settings.value(u"password"_s);
    ConnectionSettings rest;
    for (auto it = settings.values().cbegin(); it != settings.values().cend(); ++it) {
        if (it.key() != u"password" && it.key() != u"sslpassword")
            rest.set(it.key(), it.value());
    }
    settings = rest;
    return password;
}

QString Target::describe() const
{
    switch (kind) {
    case Kind::privateDesk:
        return QCoreApplication::translate("Target", "the private desk");
    case Kind::profile:
        return profile.name;
    case Kind::given:
        return profile.settings.describe();
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
