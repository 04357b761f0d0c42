#include "tests/drill/drill.h"

#include "core/db/database.h"
#include "core/db/migrator.h"
#include "tests/drill/caller.h"
#include "tests/drill/options.h"
#include "tests/drill/verdict.h"

namespace oncedesk::drill {

using namespace Qt::Literals::StringLiterals;

namespace {

void must(TestConnection &database, const QByteArray &sql)
{
    if (const auto answer = database.exec(sql); !answer.ok())
        qFatal("%s", qUtf8Printable(answer.message));
}

void makeDesk(const ConnectionSettings &settings)
{
    {
        Database database(settings);
        const auto done = database.run([](Session &session) { return migrate(session); }).takeResult();
        if (!done)
            qFatal("%s", qUtf8Printable(done.error().sentence));
    }
    TestConnection admin(settings);
    for (int i = 0; i < Drill::callers; ++i)
        must(admin, "CREATE ROLE drill_" + QByteArray::number(i) +
                        " LOGIN IN ROLE oncedesk_operator, oncedesk_submitter, oncedesk_worker");
    for (const QString &provider : providers)
        must(admin, "SELECT oncedesk.add_provider('" + provider.toUtf8() + "', 'simulated')");
    must(admin, "SELECT oncedesk.record_certificate('laser', 'print.poster', 'suite 1');"
                "SELECT oncedesk.record_certificate('plotter', 'print.poster', 'suite 1');"
                "SELECT oncedesk.record_certificate('laser', 'print.flyer', 'suite 1')");
}

ConnectionSettings forCaller(int number, ConnectionSettings settings)
{
    settings.set(u"user"_s, u"drill_"_s + QString::number(number));
    settings.set(u"application_name"_s, u"drill"_s);
    // Most are of the default isolation level, some of the others.
    if (number % 8 >= 5)
        settings.set(u"options"_s, number % 8 == 7 ? u"-c default_transaction_isolation=serializable"_s
                                                   : u"-c default_transaction_isolation=repeatable\\ read"_s);
    return settings;
}

// Until the server has let go of all callers.
bool waitUntilQuiet(TestConnection &admin)
{
    for (int i = 0; i < 3000; ++i) {
        if (admin.exec("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'drill'").integer() ==
            0)
            return true;
        must(admin, "SELECT pg_sleep(0.01)");
    }
    return false;
}

} // namespace

ThrowAwayServer::Options durableServer()
{
    ThrowAwayServer::Options options;
    // Killed processes leave the kernel's cache alone: there is no need to read the whole folder for its sake
    // after each kill.
    options.settings = {u"fsync=on"_s, u"recovery_init_sync_method=syncfs"_s, u"max_connections=100"_s};
    return options;
}

Drill::Drill(const ConnectionSettings &desk) : m_seed(Options::given().seed), m_dice(m_seed * 1000 + 999)
{
    makeDesk(desk);
}

Drill::~Drill()
{
    m_scene.end();
    for (std::thread &thread : m_threads)
        thread.join();
}

void Drill::start(const ConnectionSettings &desk, std::chrono::milliseconds length)
{
    m_began = Clock::now();
    m_end = m_began + length;
    for (int number = 0; number < callers; ++number) {
        const QString journal = m_folder.filePath(u"caller-%1"_s.arg(number));
        m_journals += journal;
        m_threads.emplace_back([this, number, journal, settings = forCaller(number, desk)] {
            Caller(number, m_seed, settings, m_scene, journal).run();
        });
    }
}

std::chrono::milliseconds Drill::left() const
{
    return std::max(std::chrono::duration_cast<std::chrono::milliseconds>(m_end - Clock::now()),
                    std::chrono::milliseconds(0));
}

void Drill::waitForTheEnd()
{
    m_scene.waitUntil(m_end);
    if (m_scene.answers() < enough)
        (void)m_scene.waitForAnswers(enough - m_scene.answers(), std::chrono::minutes(2));
    m_scene.end();
    for (std::thread &thread : m_threads)
        thread.join();
    m_threads.clear();
    m_seconds = std::chrono::duration<double>(Clock::now() - m_began).count();
}

QStringList Drill::judge(const ConnectionSettings &desk)
{
    QStringList findings = m_scene.faults();
    TestConnection admin(desk);
    if (!waitUntilQuiet(admin))
        findings += u"some of the callers' statements still run"_s;
    m_deadlocks = admin
                      .exec("SELECT string_agg(line, chr(10)) FROM string_to_table("
                            "pg_read_file(current_setting('data_directory') || '/../log'), chr(10)) AS line"
                            " WHERE line ~ 'deadlock detected|Process [0-9]+'")
                      .text();
    findings += auditFindings(desk);
    loadJournals(admin, m_journals);
    findings += compareWithJournals(admin);
    m_counts = countTold(admin);
    return findings;
}

QString Drill::keepJournals()
{
    m_folder.setAutoRemove(false);
    return m_folder.path();
}

QString Drill::summary() const
{
    QStringList parts;
    for (const QString &what :
         {u"submit created"_s, u"submit replayed"_s, u"submit conflict"_s, u"open opened"_s,
          u"open refused"_s, u"claimed"_s, u"finish won"_s, u"finish lost"_s, u"fail failed"_s,
          u"unknown unknown"_s, u"swept"_s, u"hedged"_s, u"cancel cancelled"_s, u"cancel cancel_requested"_s,
          u"cancel refused"_s, u"close closed"_s, u"close refused"_s, u"answer"_s})
        parts += what + u' ' + QString::number(told(what));
    return u"seed %1, %2 connections, %3 s, %4 calls (%5/s): %6; replies lost %7, %8 of them told when asked again, %9 submissions and claims had taken effect unheard"_s
        .arg(m_seed)
        .arg(callers)
        .arg(m_seconds, 0, 'f', 1)
        .arg(told(u"calls"_s))
        .arg(double(told(u"calls"_s)) / m_seconds, 0, 'f', 0)
        .arg(parts.join(u", "_s))
        .arg(told(u"doubts"_s))
        .arg(told(u"doubts told later"_s))
        .arg(told(u"took effect unheard"_s));
}

} // namespace oncedesk::drill
