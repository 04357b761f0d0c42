#include "ui/connect/profiles.h"

#include <QFile>
#include <QSettings>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

Profile profile(const QString &name, const QString &address)
{
    return {name, ConnectionSettings::parse(address).value()};
}

TEST(Profiles, AreFoundAgainWhateverTheirName)
{
    for (const QString &name : {u"shop floor"_s, u"a/b\\c"_s, u"கடை"_s, u"<b>%1</b>"_s}) {
        Profiles::save(profile(name, u"host=a,b port=1,2 dbname=d user=u target_session_attrs=read-write"_s));
        const auto found = Profiles::find(name);
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(found->settings.value(u"host"_s), u"a,b"_s);
        EXPECT_EQ(found->settings.value(u"target_session_attrs"_s), u"read-write"_s);
        EXPECT_TRUE(Profiles::names().contains(name));
        Profiles::remove(name);
        EXPECT_FALSE(Profiles::find(name).has_value());
    }
}

TEST(Profiles, NeverWriteAPasswordIntoAFile)
{
    Profiles::save(profile(u"shop"_s, u"postgresql://u:hunter2@host/d?sslpassword=hunter3"_s));
    QSettings settings;
    settings.sync();
    QFile file(settings.fileName());
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    EXPECT_TRUE(text.contains("host"));
    EXPECT_FALSE(text.contains("hunter"));
    Profiles::remove(u"shop"_s);
}

TEST(Profiles, RememberTheOneUsedLastUntilItIsRemoved)
{
    const Profile shop = profile(u"shop"_s, u"host=h"_s);
    EXPECT_EQ(Profiles::lastUsed().kind, Target::Kind::privateDesk);
    Profiles::save(shop);
    Profiles::setLastUsed({Target::Kind::profile, shop});
    EXPECT_EQ(Profiles::lastUsed().profile.name, u"shop"_s);
    Profiles::setLastUsed({Target::Kind::given, profile({}, u"host=elsewhere"_s)});
    EXPECT_EQ(Profiles::lastUsed().profile.name, u"shop"_s);
    Profiles::remove(u"shop"_s);
    EXPECT_EQ(Profiles::lastUsed().kind, Target::Kind::privateDesk);
}

} // namespace
} // namespace oncedesk
