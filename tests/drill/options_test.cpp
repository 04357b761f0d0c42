// A drill that quietly ran with another seed, or for another time, would repeat nothing.
#include <QCoreApplication>
#include <QProcess>
#include <gtest/gtest.h>

namespace oncedesk::drill {
namespace {

using namespace Qt::Literals::StringLiterals;

TEST(TheOptionsOfADrill, AreRefusedInOneSentenceWhenTheyAreNoNumbers)
{
    for (const QStringList &words : {QStringList{u"--seed"_s, u"abc"_s},
                                     {u"--seed"_s, u"-1"_s},
                                     {u"--seed"_s, u"1.5"_s},
                                     {u"--seed"_s, u"18446744073709551616"_s},
                                     {u"--seconds"_s, u"-1"_s},
                                     {u"--seconds"_s, u"nan"_s},
                                     {u"--seconds"_s, u"inf"_s},
                                     {u"--seconds"_s, u"1e300"_s},
                                     {u"--seconds"_s, u"soon"_s}}) {
        QProcess drill;
        drill.start(QCoreApplication::applicationFilePath(), words + QStringList{u"--gtest_filter=None.*"_s});
        ASSERT_TRUE(drill.waitForFinished());
        EXPECT_EQ(drill.exitStatus(), QProcess::NormalExit) << words.join(u' ').toStdString();
        EXPECT_EQ(drill.exitCode(), 2) << words.join(u' ').toStdString();
        const QByteArray said = drill.readAllStandardError();
        EXPECT_TRUE(said.startsWith(words[0].toUtf8()) && said.count('\n') == 1) << said.toStdString();
    }
}

} // namespace
} // namespace oncedesk::drill
