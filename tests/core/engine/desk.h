// A database with providers and jobs, and the workers a test puts in front of it.
#pragma once

#include "core/engine/worker.h"
#include "tests/support/printing.h"
#include "tests/support/providerserver.h"
#include "tests/support/spin.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {

// An answer that comes when the server is released.
[[nodiscard]] inline Reply heldAnswer(const QByteArray &body = "\"late\"")
{
    return Reply::held().then(Reply::answer(200, body));
}

class Desk
{
public:
    struct Outline // of one attempt
    {
        qint64 id = 0;
        QString state;
        QString provider;
        QString why;  // unknown_why
        QString code; // error_code
        QString message;
        QString because; // opened_because
    };

    Desk();

    void addProvider(const QString &name, const QString &kind, const QByteArray &settings);
    void setProvider(const QString &name, const QByteArray &settings);
    // Of kind http at a server's /job, with more settings ("\"linger_s\": 5").
    void addHttp(const QString &name, const ProviderServer &server, const QByteArray &more = {});
    void certify(const QString &provider, const QString &intent = QStringLiteral("print.poster"));

    qint64 submit(const QString &provider, const QByteArray &policy = "{}", const QByteArray &params = "{}");
    // As many jobs in one statement.
    void submitMany(const QString &provider, int count, const QByteArray &policy = "{}");
    QString cancel(qint64 attempt, const QString &evidence = QStringLiteral("accepted_risk"));

    QString status(qint64 job);
    QList<Outline> attempts(qint64 job);
    Outline attempt(qint64 job, int ordinal);
    qint64 count(const QByteArray &from); // SELECT count(*) FROM …
    QString text(const QByteArray &sql);

    [[nodiscard]] bool becomes(qint64 job, const QString &status);
    [[nodiscard]] bool attemptBecomes(qint64 job, int ordinal, const QString &state);

    // Quick intervals; a login that is only a worker.
    static Worker::Options quick();
    std::unique_ptr<Worker> worker(const Worker::Options &options = quick());
    // Waits until it has emitted stopped().
    [[nodiscard]] static bool stop(Worker &worker,
                                   std::chrono::milliseconds grace = std::chrono::seconds(10));

    TestDatabase database;
    TestConnection sql;
    ConnectionSettings asWorker;
    QStringList log; // of all its workers

private:
    int m_keys = 0;
};

} // namespace oncedesk
