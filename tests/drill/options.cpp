#include "tests/drill/options.h"

#include <QCoreApplication>
#include <gtest/gtest.h>
#include <random>

namespace oncedesk::drill {

using namespace Qt::Literals::StringLiterals;

namespace {

Options options;

double numberIn(const QString &text, const char *name)
{
    bool ok = false;
    const double number = text.toDouble(&ok);
    if (!ok || number < 0)
        qFatal("%s: '%s' is no number", name, qUtf8Printable(text));
    return number;
}

quint64 seedIn(const QString &text)
{
    bool ok = false;
    const quint64 seed = text.toULongLong(&ok);
    if (!ok)
        qFatal("--seed: '%s' is no whole number", qUtf8Printable(text));
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
    options.length = std::chrono::milliseconds(qint64(numberIn(seconds, "--seconds") * 1000));
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
