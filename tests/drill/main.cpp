#include "tests/drill/options.h"

#include <QCoreApplication>
#include <cstdio>
#include <gtest/gtest.h>

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    oncedesk::drill::Options::take(argc, argv);
    if (argc > 1) {
        std::fprintf(stderr, "Usage: %s [--seed N] [--seconds S] [--gtest_filter=…]\n", argv[0]);
        return 2;
    }
    return RUN_ALL_TESTS();
}
