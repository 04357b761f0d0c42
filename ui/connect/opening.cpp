#include "ui/connect/opening.h"

#include "core/db/whendone.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Opening::Opening(Target target, std::optional<QString> password, Keychain &keychain, QObject *parent)
    : QObject(parent), m_target(std::move(target)), m_password(std::move(password)), m_keychain(keychain)
{
}

void Opening::start()
{
    if (m_target.kind == Target::Kind::profile && !m_password)
        m_keychain.read(m_target.profile.passwordKey(), this,
                        [this](const Keychain::Answer &answer) { connectWith(answer.password); });
    else
        connectWith(m_password.value_or(QString()));
}

void Opening::connectWith(const QString &password)
{
    const auto then = [this](const Result<OpenedDesk> &desk) { finish(desk); };
    if (m_target.kind == Target::Kind::privateDesk)
        return whenDone(openDesk(std::nullopt), this, then);
    ConnectionSettings settings = m_target.profile.settings;
    if (!password.isEmpty())
        settings.set(u"password"_s, password);
    whenDone(openDesk(settings), this, then);
}

void Opening::finish(const Result<OpenedDesk> &desk)
{
    if (desk)
        Q_EMIT opened(*desk);
    else if (m_target.kind == Target::Kind::privateDesk)
        Q_EMIT failed(troubleOfPrivateDesk(desk.error()));
    else
        Q_EMIT failed(troubleOf(desk.error(), m_target.profile.settings));
}

} // namespace oncedesk
