#include "tests/workers/drill.h"

#include "tests/support/printing.h"
#include "tests/support/spin.h"
#include "tests/workers/drilloptions.h"

#include <cstdio>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Drill::Drill(const ConnectionSettings &owner, const ConnectionSettings &worker, Options options)
    : m_options(std::move(options)),
      m_owner(owner),
      m_worker(worker),
      m_dice(drillSeed()),
      m_provider({.seed = drillSeed(), .moods = m_options.moods, .lateAfter = m_options.lateAfter}),
      m_sql(owner),
      m_person(owner, drillSeed(), m_options.personsShare)
{
    const auto added =
        m_sql.exec("SELECT oncedesk.add_provider('press', 'http', $1)",
                   {QByteArray("{\"linger_s\": 4, \"url\": \"" + m_provider.server().url("/job") + "\"}")});
    if (!added.ok())
        qFatal("%s", qUtf8Printable(added.message));
}

WorkerProcess &Drill::addWorker(QMap<QString, QString> environment)
{
    WorkerProcess::Options options;
    options.name = u"worker%1"_s.arg(m_workers.size() + 1);
    options.environment = std::move(environment);
    m_workers.push_back(std::make_unique<WorkerProcess>(m_worker, m_logs.path(), options));
    m_workers.back()->start();
    return *m_workers.back();
}

WorkerProcess &Drill::anyWorker()
{
    return *m_workers[size_t(upTo(int(m_workers.size())) - 1)];
}

void Drill::begin()
{
    std::printf("%s: seed %llu\n", m_options.name.constData(), static_cast<unsigned long long>(drillSeed()));
    std::fflush(stdout);
    m_clientele = std::make_unique<Clientele>(
        m_owner, Clientele::Options{
                     .seed = drillSeed(),
                     .policy = "{\"retry_backoff_s\": 0.05, \"timeout_s\": " + m_options.timeout + '}'});
    // Programs take their time to start; what is to be struck is at work by then.
    ASSERT_TRUE(spinUntil([&] { return m_provider.journal().size() > 0; }, std::chrono::seconds(60)))
        << "no worker sends anything: " << m_workers.front()->log().constData();
    m_since.start();
}

bool Drill::goesOn() const
{
    return m_since.isValid() && !::testing::Test::HasFatalFailure() &&
           m_since.elapsed() < drillTime(m_options.usual).count();
}

int Drill::upTo(int most)
{
    return std::uniform_int_distribution<int>(1, most)(m_dice);
}

void Drill::awaitRequests(int most, std::chrono::milliseconds patience)
{
    const int enough = m_provider.journal().size() + upTo(most);
    (void)spinUntil([&] { return m_provider.journal().size() >= enough; }, patience);
}

bool Drill::awaitSql(const QByteArray &sql, const QList<Param> &params, std::chrono::milliseconds patience)
{
    return spinUntil([&] { return m_sql.exec(sql, params).text() == u"t"; }, patience);
}

void Drill::settle()
{
    m_clientele->finish();
    EXPECT_TRUE(
        awaitSql("SELECT NOT EXISTS (SELECT FROM oncedesk.attempts WHERE state IN ('pending', 'started'))"))
        << "attempts that never end: "
        << m_sql
               .exec("SELECT string_agg(a::text, E'\\n') FROM oncedesk.attempts a WHERE state IN ('pending', "
                     "'started')")
               .text()
               .toStdString();
    // Whoever still listens has heard what there was to hear once nobody holds a connection any more.
    EXPECT_TRUE(
        spinUntil([&] { return m_provider.server().openConnections() == 0; }, std::chrono::seconds(60)));
    for (const auto &worker : m_workers)
        EXPECT_EQ(worker->stop().value_or(-1), 0) << worker->log().right(2000).toStdString();
}

void Drill::judge()
{
    TestConnection connection(m_owner);
    Verdict verdict(connection, m_provider.journal().entries(), m_clientele->told());
    EXPECT_EQ(verdict.findings(m_options.verdict), QList<Verdict::Finding>());
    m_counts = verdict.counts();
    EXPECT_EQ(m_counts.againByItself, 0);
    EXPECT_GE(m_counts.executed, m_counts.won);

    QProcess audit;
    audit.setProcessChannelMode(QProcess::MergedChannels);
    audit.start(QStringLiteral(ONCECTL_PATH), {u"--db"_s, m_owner.toKeywords(), u"audit"_s});
    ASSERT_TRUE(audit.waitForFinished(120'000));
    EXPECT_EQ(audit.exitCode(), 0) << audit.readAll().toStdString();
}

void Drill::print(const QString &struck) const
{
    const QString line =
        u"%1: seed %2, %3 s, %4: %5 jobs (%6 calls asked again), %7 received, %8 executed, %9 won"_s
            .arg(QString::fromUtf8(m_options.name))
            .arg(drillSeed())
            .arg(double(drillTime(m_options.usual).count()) / 1000)
            .arg(struck)
            .arg(m_counts.jobs)
            .arg(m_clientele->errors())
            .arg(m_counts.received)
            .arg(m_counts.executed)
            .arg(m_counts.won) %
        u" (%1 late), %2 lost, %3 failed, %4 became unknown, %5 are, %6 cancelled by a person, executed "
        u"again: "
        "%7 by order, %8 by itself"_s.arg(m_counts.lateWins)
            .arg(m_counts.lost)
            .arg(m_counts.failed)
            .arg(m_counts.everUnknown)
            .arg(m_counts.unknown)
            .arg(m_counts.cancelled)
            .arg(m_counts.againByOrder)
            .arg(m_counts.againByItself);
    std::printf("%s\n", qUtf8Printable(line));
    std::fflush(stdout);
}

Verdict::Counts Drill::end(const QString &struck)
{
    settle();
    judge();
    print(struck);
    return m_counts;
}

} // namespace oncedesk
