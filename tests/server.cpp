// The PostgreSQL of one `./check`: prints how to reach it, and runs until its standard input is closed.
#include "tests/support/testserver.h"

#include <QCoreApplication>
#include <cstdio>
#include <unistd.h>

int main(int argc, char **argv)
{
    using namespace oncedesk;
    QCoreApplication app(argc, argv);
    ThrowAwayServer::Options options;
    options.settings = {QStringLiteral("fsync=off"), QStringLiteral("max_connections=300"),
                        QStringLiteral("shared_buffers=128MB")};
    const auto server = TestServer::own(options);
    const auto values = server->connection().values();
    QStringList pairs;
    for (auto it = values.cbegin(); it != values.cend(); ++it)
        pairs += it.key() + QStringLiteral("='") + it.value() + QLatin1Char('\'');
    std::puts(qUtf8Printable(pairs.join(QLatin1Char(' '))));
    std::fflush(stdout);
    char ignored[64];
    while (::read(STDIN_FILENO, ignored, sizeof ignored) > 0) {
    }
    return 0;
}
