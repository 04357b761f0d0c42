#include "tests/drill/options.h"

#include <QCoreApplication>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace oncedesk::drill {

using namespace Qt::Literals::StringLiterals;

namespace {

Options options;

[[noreturn]] void refuse(const char *name, const QString &text, const char *wanted)
{
    std::fprintf(stderr, "%s is %s, not '%s'.\n", name, wanted, qUtf8Printable(text));
    std::exit(2);
}

std::chrono::milliseconds lengthIn(const QString &text)
{
    bool ok = false;
    const double seconds = text.toDouble(&ok);
    if (!ok || !(seconds >= 0 && seconds <= 1e6)) // nor is nan
        refuse("--seconds", text, "a number of seconds from 0 to 1000000");
    return std::chrono::milliseconds(qint64(seconds * 1000));
}

quint64 seedIn(const QString &text)
{
    bool ok = false;
    const quint64 seed = text.toULongLong(&ok);
    if (!ok)
        refuse("--seed", text, "a whole number from 0 on");
    return seed;
}

} // namespace

void Options::take(int &argc, char **argv)
{
    QString seed = qEnvironmentVariable("ONCEDESK_DRILL_SEED");
    QString seconds = qEnvironmentVariable("ONCEDESK_DRILL_SECONDS", u"8"_s);
    int kept = 1;
    for (int i = 1; i < argc; ++i) {
        const QString name = QString::fromLocal8Bit(argv[i]);
        if ((name == u"--seed" || name == u"--seconds") && i + 1 < argc)
            (name == u"--seed" ? seed : seconds) = QString::fromLocal8Bit(argv[++i]);
        else
            argv[kept++] = argv[i];
    }
    argc = kept;
    options.seed = seed.isEmpty() ? std::random_device()() : seedIn(seed);
    options.length = lengthIn(seconds);
}

const Options &Options::given()
{
    return options;
}

QString Options::howToRepeat() const
{
    const auto *test = ::testing::UnitTest::GetInstance()->current_test_info();
    return u"%1 --seed %2 --seconds %3 --gtest_filter=%4.%5"_s.arg(
        QCoreApplication::applicationFilePath(), QString::number(seed),
        QString::number(double(length.count()) / 1000), QString::fromLatin1(test->test_suite_name()),
        QString::fromLatin1(test->name()));
}

} // namespace oncedesk::drill
