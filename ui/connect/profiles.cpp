#include "ui/connect/profiles.h"

#include <QSettings>
#include <QUrl>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString group = u"connections"_s;
const QString unkept = u"asked-each-time"_s; // names of connections
const QString last = u"last-connection"_s;   // absent: the private desk

// Any name, also one with a slash, which QSettings takes for a group.
QString groupOf(const QString &name)
{
    return group + u'/' + QString::fromLatin1(QUrl::toPercentEncoding(name));
}

} // namespace

QStringList Profiles::names()
{
    QSettings settings;
    settings.beginGroup(group);
    QStringList names;
    const QStringList groups = settings.childGroups();
    for (const QString &encoded : groups)
        names += QUrl::fromPercentEncoding(encoded.toLatin1());
    names.sort(Qt::CaseInsensitive);
    return names;
}

std::optional<Profile> Profiles::find(const QString &name)
{
    if (name.isEmpty() || !names().contains(name))
        return {};
    QSettings settings;
    settings.beginGroup(groupOf(name));
    Profile profile{name, {}};
    const QStringList keywords = settings.childKeys();
    for (const QString &keyword : keywords)
        profile.settings.set(keyword, settings.value(keyword).toString());
    (void)takePassword(profile.settings);
    return profile;
}

void Profiles::save(const Profile &profile)
{
    ConnectionSettings kept = profile.settings;
    (void)takePassword(kept);
    QSettings settings;
    settings.remove(groupOf(profile.name));
    settings.beginGroup(groupOf(profile.name));
    for (auto it = kept.values().cbegin(); it != kept.values().cend(); ++it)
        settings.setValue(it.key(), it.value());
    if (kept.values().isEmpty()) // all as libpq has it; the name must still be found
        settings.setValue(u"dbname"_s, QString());
}

void Profiles::remove(const QString &name)
{
    QSettings settings;
    settings.remove(groupOf(name));
    if (settings.value(last).toString() == name)
        settings.remove(last);
}

bool Profiles::keepsPassword(const QString &name)
{
    return !QSettings().value(unkept).toStringList().contains(name);
}

void Profiles::setKeepsPassword(const QString &name, bool keeps)
{
    QSettings settings;
    QStringList names = settings.value(unkept).toStringList();
    names.removeAll(name);
    if (!keeps)
        names += name;
    settings.setValue(unkept, names);
}

Target Profiles::lastUsed()
{
    if (const auto profile = find(QSettings().value(last).toString()))
        return {Target::Kind::profile, *profile};
    return {};
}

void Profiles::setLastUsed(const Target &target)
{
    switch (target.kind) {
    case Target::Kind::privateDesk:
        return QSettings().remove(last);
    case Target::Kind::profile:
        return QSettings().setValue(last, target.profile.name);
    case Target::Kind::given:
        return;
    }
}

} // namespace oncedesk
