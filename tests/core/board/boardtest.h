// A migrated database with a few jobs in it, read as a viewer, who sees views only.
#pragma once

#include "core/board/filter.h"
#include "core/board/page.h"
#include "core/db/session.h"
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk::board {

class BoardTest : public ::testing::Test
{
protected:
    struct Claimed
    {
        qint64 attempt = 0;
        QByteArray token;
    };

    BoardTest();

    // Each fails the test when the database says no.
    TestConnection::Answer write(const QByteArray &sql, const QList<Param> &params = {});
    void addProvider(const char *name);
    qint64 submit(const QString &owner, const QByteArray &key, const char *provider = "laser",
                  const QByteArray &params = "{}", const QByteArray &policy = "{}",
                  const char *intent = "print.poster");
    Claimed claim(const char *provider = "laser"); // the oldest that is due there
    void finish(const Claimed &attempt, const QByteArray &result = "{\"pages\": 1}");
    void fail(const Claimed &attempt, bool retryable = false);
    void loseSight(const Claimed &attempt);
    void beat(const char *worker, const QStringList &providers);

    // One job of each kind, at a provider of its own of that name.
    qint64 waiting(const QString &owner, const QByteArray &key);
    qint64 running(const QString &owner, const QByteArray &key);
    qint64 unknown(const QString &owner, const QByteArray &key);
    qint64 succeeded(const QString &owner, const QByteArray &key);
    qint64 stalled(const QString &owner, const QByteArray &key);
    qint64 neverStarted(const QString &owner, const QByteArray &key); // stalled, too
    qint64 closed(const QString &owner, const QByteArray &key);
    // Its first attempt is started, the second lane pending. The policy is added to: ", \"retry_backoff_s\":
    // 0".
    Claimed hedged(const QString &owner, const QByteArray &key, const QByteArray &policy = {});
    // Its second lane has won, the first is still unknown.
    qint64 looseEnd(const QString &owner, const QByteArray &key);

    static Filter filter(const QString &text, Subject subject = Subject::jobs);

    TestDatabase m_own;
    TestConnection m_owner{m_own.connect()};
    TestConnection m_viewer{m_own.connectAs(QStringLiteral("oncedesk_viewer"))};
    Session m_session{m_viewer.handle()};
};

// The value, or a failure of the test and an empty one.
template<class T>
T take(Result<T> result)
{
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : qPrintable(result.error().sentence));
    return result.ok() ? std::move(result).value() : T();
}

} // namespace oncedesk::board
