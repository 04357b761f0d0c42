// One connection that speaks the SQL contract as a person in psql would, and what came back as plain values.
// Every call must succeed: an SQL error fails the test. Where one is wanted, use exec().
#pragma once

#include "tests/support/printing.h"
#include "tests/support/testconnection.h"

#include <QStringList>

namespace oncedesk {

struct Names
{
    QString owner = {};
    QString inkjet = {};
    QString laser = {};
    QString plotter = {};
};

struct JobSpec
{
    QByteArray params = R"({"amount": 450})";
    QByteArray policy = "{}";
    QString intent = QStringLiteral("print.poster");
    QString provider = {}; // null: the desk's inkjet
    QString owner = {};    // null: the desk's
};

struct Submitted
{
    QString outcome = {};
    qint64 job = 0; // 0 on conflict
    qint64 conflictsWith = 0;
    QStringList differs = {};
};

struct Claimed
{
    qint64 attempt = 0; // 0: nothing was due
    qint64 job = 0;
    int ordinal = 0;
    QString provider = {};
    qint64 version = 0;
    QByteArray token = {};
};

struct Finish
{
    QString outcome = {};
    QString because = {};
    qint64 version = 0;
    qint64 winner = 0;

    friend bool operator==(const Finish &, const Finish &) = default;
};

struct Failure
{
    QString state = {};
    qint64 next = 0; // 0: none was opened
    int ordinal = 0;
    QString provider = {};

    friend bool operator==(const Failure &, const Failure &) = default;
};

struct Opening
{
    QString outcome = {};
    qint64 attempt = 0;
    int ordinal = 0;
    QString refusal = {};
    qint64 blocking = 0;
};

struct Cancelling
{
    QString outcome = {};
    QString state = {};

    friend bool operator==(const Cancelling &, const Cancelling &) = default;
};

struct Closing
{
    QString outcome = {};
    QString refusal = {};

    friend bool operator==(const Closing &, const Closing &) = default;
};

struct Asked
{
    qint64 request = 0; // 0: nothing to do
    QString kind = {};
    qint64 attempt = 0;
    QByteArray token = {};
};

class Caller
{
public:
    Caller(TestConnection connection, Names names);

    [[nodiscard]] const Names &names() const { return m_names; }
    [[nodiscard]] TestConnection &connection() { return m_connection; }
    [[nodiscard]] Param ownProviders() const;

    TestConnection::Answer exec(const QByteArray &sql, const QList<Param> &params = {});
    Rows must(const QByteArray &sql, const QList<Param> &params = {});
    void begin(const char *isolation = "READ COMMITTED");
    void commit() { must("COMMIT"); }
    void rollback() { must("ROLLBACK"); }

    Submitted submit(const QByteArray &key, const JobSpec &job = {});
    Opening open(qint64 job, const QString &provider = {}, const QString &reason = {});
    Claimed claim(const QString &provider = {}); // null: the desk's inkjet
    QList<Claimed> claimSome(const QStringList &providers, int max);
    Finish finish(const Claimed &attempt, const QByteArray &result = R"({"ok": true})");
    QList<Finish> finishAll(const QList<Claimed> &attempts, const QList<QByteArray> &results);
    Finish finishBytes(const Claimed &attempt, const QByteArray &bytes);
    Failure fail(const Claimed &attempt, bool retryable = false, const QString &retryAfter = {});
    QString markUnknown(const Claimed &attempt, const QString &why = QStringLiteral("link lost"));
    Cancelling cancel(qint64 attempt, const QString &reason = QStringLiteral("paper jam"),
                      const QString &evidence = QStringLiteral("accepted_risk"));
    Closing close(qint64 job, qint64 version, const QString &reason = QStringLiteral("not needed"));
    // They serve all jobs; told is what they did for this desk's.
    QList<qint64> sweep(); // the attempts it moved
    QList<qint64> hedge(); // the attempts it opened
    qint64 ask(qint64 attempt);
    qint64 stop(qint64 attempt);
    Asked claimRequest(const QString &provider = {});
    QString answer(const Asked &request, const QString &answer, const QByteArray &payload = {});

    qint64 certify(const QString &provider, const QString &intent = QStringLiteral("print.poster"));
    void enable(const QString &provider, bool enabled);

    // submit and claim in one: a started attempt of a new job.
    Claimed start(const QByteArray &key, const JobSpec &job = {});

    QString state(qint64 attempt);
    QString status(qint64 job);
    qint64 version(qint64 job);
    QByteArray result(qint64 job); // null while there is none
    // What event_view tells of an attempt, oldest first.
    QStringList events(qint64 attempt);
    qint64 count(const QByteArray &fromWhere, const QList<Param> &params = {});

private:
    TestConnection m_connection;
    Names m_names;
};

} // namespace oncedesk
