// test_workers [--seed N] [--seconds S] [--attempts N] and what GoogleTest takes.
#include "tests/workers/drilloptions.h"

#include <QCoreApplication>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    struct
    {
        const char *option;
        const char *variable;
    } const known[] = {{"--seed", "ONCEDESK_DRILL_SEED"},
                       {"--seconds", "ONCEDESK_DRILL_SECONDS"},
                       {"--attempts", "ONCEDESK_DRILL_ATTEMPTS"}};
    for (int i = 1; i < argc; i += 2) {
        bool taken = false;
        for (const auto &[option, variable] : known) {
            if (i + 1 < argc && std::strcmp(argv[i], option) == 0)
                taken = qputenv(variable, argv[i + 1]);
        }
        if (!taken) {
            std::fprintf(stderr, "Use --seed N, --seconds S, --attempts N or --gtest_…, not %s.\n", argv[i]);
            return 2;
        }
    }
    oncedesk::checkDrillOptions();
    return RUN_ALL_TESTS();
}
