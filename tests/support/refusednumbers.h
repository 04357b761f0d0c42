// A drill that quietly ran with another seed, or for another time, would repeat nothing.
#pragma once

#include <QCoreApplication>
#include <QProcess>
#include <gtest/gtest.h>

namespace oncedesk {

// Starts this program with options that are no numbers.
inline void expectRefusedInOneSentence(const QList<QStringList> &lines)
{
    for (const QStringList &words : lines) {
        QProcess drill;
        drill.start(QCoreApplication::applicationFilePath(),
                    words + QStringList{QStringLiteral("--gtest_filter=None.*")});
        ASSERT_TRUE(drill.waitForFinished());
        EXPECT_EQ(drill.exitStatus(), QProcess::NormalExit) << qPrintable(words.join(u' '));
        EXPECT_EQ(drill.exitCode(), 2) << qPrintable(words.join(u' '));
        const QByteArray said = drill.readAllStandardError();
        EXPECT_TRUE(said.startsWith(words[0].toUtf8()) && said.count('\n') == 1) << said.constData();
    }
}

inline QList<QStringList> optionsThatAreNoNumbers()
{
    QList<QStringList> lines;
    for (const char *seed : {"abc", "-1", "1.5", "18446744073709551616"})
        lines.append(QStringList{QStringLiteral("--seed"), QString::fromLatin1(seed)});
    for (const char *seconds : {"-1", "nan", "inf", "1e300", "soon"})
        lines.append(QStringList{QStringLiteral("--seconds"), QString::fromLatin1(seconds)});
    return lines;
}

} // namespace oncedesk
