#include "tests/workers/workerprocess.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcessEnvironment>
#include <csignal>
#include <sys/prctl.h>
#include <thread>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int patience = 60'000; // milliseconds, of a loaded machine

// The letter of /proc/PID/stat: T is stopped.
char stateOf(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray line = file.readAll();
    const qsizetype name = line.lastIndexOf(") ");
    return name < 0 ? char(0) : line.at(name + 2);
}

} // namespace

WorkerProcess::WorkerProcess(const ConnectionSettings &settings, const QString &folder, Options options)
    : m_options(std::move(options)), m_logFile(folder + u'/' + m_options.name + u".log"_s)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith(u"PG") || name.startsWith(u"ONCEDESK_"))
            environment.remove(name);
    }
    environment.insert(u"TZ"_s, u"UTC"_s);
    environment.insert(u"ONCEDESK_DB"_s, settings.toKeywords());
    for (auto each = m_options.environment.cbegin(); each != m_options.environment.cend(); ++each)
        environment.insert(each.key(), each.value());
    m_process.setProcessEnvironment(environment);
    m_process.setStandardErrorFile(m_logFile, QIODevice::Append);
    // A test that is killed leaves nobody behind, least of all a frozen one.
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.setProgram(QStringLiteral(ONCECTL_PATH));
    m_process.setArguments({u"work"_s, u"--name"_s, m_options.name, u"--concurrency"_s,
                            QString::number(m_options.concurrency), u"--grace"_s, u"20"_s});
}

WorkerProcess::~WorkerProcess()
{
    killHard();
}

void WorkerProcess::start()
{
    m_logBefore = log().size();
    m_process.start();
    if (!m_process.waitForStarted(patience))
        qFatal("%s: %s", ONCECTL_PATH, qUtf8Printable(m_process.errorString()));
}

void WorkerProcess::killHard()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill(); // SIGKILL, which a frozen process dies of, too
    m_process.waitForFinished(patience);
}

void WorkerProcess::freeze()
{
    signal(SIGSTOP);
    QElapsedTimer since;
    since.start();
    while (pid() > 0 && stateOf(pid()) != 'T' && stateOf(pid()) != 'Z') {
        if (since.elapsed() > patience)
            qFatal("%s does not stop", qUtf8Printable(m_options.name));
        std::this_thread::yield();
    }
}

void WorkerProcess::thaw()
{
    signal(SIGCONT);
}

// Process 0 would be this program and all that it started.
void WorkerProcess::signal(int number)
{
    if (pid() > 0)
        ::kill(pid_t(pid()), number);
}

bool WorkerProcess::isRunning()
{
    return m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(0);
}

std::optional<int> WorkerProcess::stop()
{
    m_process.terminate();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(patience)) {
        killHard();
        return std::nullopt;
    }
    if (m_process.exitStatus() != QProcess::NormalExit)
        return std::nullopt;
    return m_process.exitCode();
}

bool WorkerProcess::isAtWork() const
{
    return log().mid(m_logBefore).contains(" Connected to ");
}

QByteArray WorkerProcess::log() const
{
    QFile file(m_logFile);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace oncedesk
