// One try to open a desk: fetches the password, connects, looks at the schema and at what the login may do.
#pragma once

#include "ui/connect/deskopener.h"
#include "ui/connect/keychain.h"
#include "ui/connect/profile.h"
#include "ui/connect/trouble.h"

#include <QObject>

namespace oncedesk {

// Deleted before the end, it is given up: nothing more is heard of it.
class Opening : public QObject
{
    Q_OBJECT
public:
    // Typed: not asked of the keychain.
    Opening(Target target, std::optional<QString> password, Keychain &keychain, QObject *parent = nullptr);
    void start();

    [[nodiscard]] const Target &target() const { return m_target; }

Q_SIGNALS:
    void opened(const oncedesk::OpenedDesk &desk);
    void failed(const oncedesk::Trouble &trouble);

private:
    void connectWith(const QString &password);
    void finish(const Result<OpenedDesk> &desk);
    Target m_target;
    std::optional<QString> m_password;
    Keychain &m_keychain;
};

} // namespace oncedesk
