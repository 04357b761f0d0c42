#include "tests/workers/drill.h"

#include "tests/support/printing.h"
#include "tests/support/spin.h"
#include "tests/workers/drilloptions.h"

#include <QCoreApplication>
#include <cstdio>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastRequests = 150;
constexpr std::chrono::milliseconds patience = std::chrono::seconds(120); // of a machine that is very busy

} // namespace

Drill::Drill(const ConnectionSettings &owner, const ConnectionSettings &worker, Options options)
    : m_options(std::move(options)),
      m_owner(owner),
      m_worker(worker),
      m_dice(drillSeed()),
      m_witness(owner),
      m_provider(provided("press", m_options.moods)),
      m_sql(owner),
      m_person(owner, drillSeed(), m_options.personsShare, m_options.personsChoice)
{
    add(m_provider, "press", {});
    for (const Fallback &fallback : m_options.fallbacks) {
        auto made = provided(fallback.name, fallback.moods);
        made.answer = fallback.answer;
        const auto &provider = m_fallbacks[fallback.name] = std::make_unique<MoodyProvider>(std::move(made));
        add(*provider, fallback.name, fallback.settings);
    }
}

MoodyProvider::Options Drill::provided(const QByteArray &name, const std::map<Mood, int> &moods)
{
    return {.seed = drillSeed() + m_fallbacks.size(),
            .name = name,
            .moods = moods,
            .journal = m_journal,
            .lateAfter = m_options.lateAfter,
            .witness = [this](qint64 job, int ordinal) { return stateOf(job, ordinal); }};
}

void Drill::add(const MoodyProvider &provider, const QByteArray &name, const QByteArray &settings)
{
    const QByteArray whole =
        "{\"linger_s\": 120, \"url\": \"" + provider.server().url("/job") + '"' + settings + '}';
    const auto added = m_sql.exec("SELECT oncedesk.add_provider($1, 'http', $2)", {name, whole});
    if (!added.ok())
        qFatal("%s", qUtf8Printable(added.message));
}

QByteArray Drill::stateOf(qint64 job, int ordinal)
{
    const auto answer = m_witness.exec("SELECT coalesce((SELECT state FROM oncedesk.attempts "
                                       "WHERE job_id = $1 AND ordinal = $2),"
                                       "                'none')",
                                       {job, ordinal});
    return answer.ok() ? answer.text().toUtf8() : QByteArray();
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

// As whoever looks after services does.
void Drill::startWhoEnded()
{
    for (const auto &worker : m_workers) {
        if (!worker->isRunning())
            worker->start();
    }
}

WorkerProcess &Drill::anyWorker()
{
    startWhoEnded();
    return *m_workers[size_t(upTo(int(m_workers.size())) - 1)];
}

void Drill::begin()
{
    const auto *test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::printf("%s: to repeat it: %s --seed %llu --seconds %g --gtest_filter=%s.%s\n",
                m_options.name.constData(), qUtf8Printable(QCoreApplication::applicationFilePath()),
                static_cast<unsigned long long>(drillSeed()),
                double(drillTime(m_options.usual).count()) / 1000, test->test_suite_name(), test->name());
    std::fflush(stdout);
    QList<QByteArray> policies;
    for (const QByteArray &more : m_options.policies)
        policies.append("{\"retry_backoff_s\": 0.05, \"timeout_s\": " + m_options.timeout + more + '}');
    m_clientele = std::make_unique<Clientele>(
        m_owner, Clientele::Options{.seed = drillSeed(), .policies = std::move(policies)});
    // Programs take their time to start; what is to be struck is at work by then.
    const auto begun = [&] {
        return m_provider.journal().size() > 0 &&
               std::ranges::all_of(m_workers, [](const auto &worker) { return worker->isAtWork(); });
    };
    ASSERT_TRUE(spinUntil(begun, patience))
        << "a worker does not start, or none sends anything: " << m_workers.front()->log().constData();
    m_since.start();
}

bool Drill::goesOn() const
{
    if (!m_since.isValid() || ::testing::Test::HasFatalFailure())
        return false;
    // On a machine that is very busy a drill takes longer, and does not do less.
    return m_since.elapsed() < drillTime(m_options.usual).count() ||
           (m_provider.journal().size() < leastRequests && m_since.elapsed() < patience.count());
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

bool Drill::awaitLateAnswers()
{
    QList<qint64> jobs, ordinals;
    const QList<JournalEntry> entries = m_provider.journal().entries();
    for (const JournalEntry &entry : entries) {
        if (entry.mood == toString(Mood::late)) {
            jobs.append(entry.job);
            ordinals.append(entry.ordinal);
        }
    }
    return awaitSql("SELECT NOT EXISTS (SELECT FROM oncedesk.attempts a"
                    "                     JOIN unnest($1::bigint[], $2::int[]) AS late(job, ordinal)"
                    "                       ON a.job_id = late.job AND a.ordinal = late.ordinal"
                    "                    WHERE a.state = 'unknown')",
                    {Param::array(jobs), Param::array(ordinals)});
}

void Drill::settle()
{
    startWhoEnded();
    m_clientele->finish();
    EXPECT_TRUE(awaitSql("SELECT NOT EXISTS (SELECT FROM oncedesk.attempts WHERE "
                         "state IN ('pending', 'started'))"))
        << "attempts that never end: "
        << m_sql
               .exec("SELECT string_agg(a::text, E'\\n') FROM oncedesk.attempts "
                     "a WHERE state IN ('pending', "
                     "'started')")
               .text()
               .toStdString();
    // Whoever still listens has heard what there was to hear once nobody holds a
    // connection any more.
    m_provider.calmDown();
    EXPECT_TRUE(spinUntil([&] { return m_provider.server().openConnections() == 0; }, patience));
    for (const auto &[name, provider] : m_fallbacks) {
        provider->calmDown();
        EXPECT_TRUE(spinUntil([&] { return provider->server().openConnections() == 0; }, patience));
    }
    if (m_options.verdict.moodsDecide) { // what was heard may still be on its way to the database
        EXPECT_TRUE(awaitLateAnswers()) << "a whole answer left its attempt unknown";
    }
    for (const auto &worker : m_workers) {
        EXPECT_TRUE(spinUntil(
            [&] {
                startWhoEnded();
                return worker->isAtWork();
            },
            patience))
            << worker->log().constData();
    }
    for (const auto &worker : m_workers)
        EXPECT_EQ(worker->stop().value_or(-1), 0) << worker->log().right(2000).toStdString();
}

void Drill::judge(const QList<Verdict::Uncertified> &uncertified)
{
    TestConnection connection(m_owner);
    Verdict verdict(connection, m_journal->entries(), m_clientele->told(), uncertified);
    EXPECT_EQ(verdict.findings(m_options.verdict), QList<Verdict::Finding>());
    m_counts = verdict.counts();
    EXPECT_EQ(m_counts.againByItself, 0);
    EXPECT_GE(m_counts.executed, m_counts.won);
    if (m_options.verdict.sweptWithin) { // the database was there all the time
        EXPECT_EQ(m_counts.unwitnessed, 0);
    }

    QProcess audit;
    audit.setProcessChannelMode(QProcess::MergedChannels);
    audit.start(QStringLiteral(ONCECTL_PATH), {u"--db"_s, m_owner.toKeywords(), u"audit"_s});
    ASSERT_TRUE(audit.waitForFinished(120'000));
    EXPECT_EQ(audit.exitCode(), 0) << audit.readAll().toStdString();
}

void Drill::print(const QString &struck) const
{
    const std::pair<qint64, const char *> figures[] = {
        {m_counts.jobs, "jobs"},
        {m_clientele->errors(), "calls of theirs made again"},
        {m_counts.received, m_fallbacks.empty() ? "requests at the provider" : "requests at the providers"},
        {m_counts.pastDeadline, "of them past the deadline"},
        {m_counts.unwitnessed, "of them while the database was away"},
        {m_counts.executed, "executed"},
        {m_counts.won, "won"},
        {m_counts.lateWins, "of them late"},
        {m_counts.lost, "lost"},
        {m_counts.failed, "failed"},
        {m_counts.everUnknown, "became unknown"},
        {m_counts.unknown, "of them still are"},
        {m_counts.cancelled, "cancelled by a person"},
        {m_counts.againByOrder, "executed again by a person's order"},
        {m_counts.againByItself, "executed twice"}};
    QStringList told;
    for (const auto &[number, what] : figures)
        told.append(QString::number(number) + u' ' + QLatin1StringView(what));
    if (!m_fallbacks.empty()) {
        told.append(u"%1 failed over"_s.arg(m_counts.failedOver));
        told.append(u"%1 raced by a second lane"_s.arg(m_counts.raced));
        told.append(u"%1 times a fallback passed over"_s.arg(m_counts.passedOver));
        told.append(u"%1 by order at one that never was certified"_s.arg(m_counts.elsewhere));
    }
    const QString head = u"%1: seed %2, %3 s, %4: "_s.arg(
        QString::fromUtf8(m_options.name), QString::number(drillSeed()),
        QString::number(double(drillTime(m_options.usual).count()) / 1000), struck);
    std::printf("%s\n", qUtf8Printable(head + told.join(u", "_s)));
    std::fflush(stdout);
}

Verdict::Counts Drill::end(const QString &struck, const QList<Verdict::Uncertified> &uncertified)
{
    settle();
    judge(uncertified);
    print(struck);
    return m_counts;
}

} // namespace oncedesk
