// How long a change made elsewhere takes until the list of jobs has painted it, while others write too.
// Prints p50, p99 and the longest, from before each change was sent. Usage: tests/bench/screen/run
#include "core/contract/ledger.h"
#include "core/db/doorbell.h"
#include "core/db/whendone.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/actions/deskactions.h"
#include "ui/jobs/jobsmodel.h"
#include "ui/jobs/jobspage.h"
#include "ui/lists/listtable.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QFile>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QStandardPaths>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int changes = 400;

// Waits until a row with a key and a status is painted.
class Screen : public QObject
{
public:
    explicit Screen(ListTable &table) : m_table(table) { table.viewport()->installEventFilter(this); }

    void await(const QString &key, const QString &status)
    {
        m_key = key;
        m_status = status;
        m_painted = false;
        if (!waitUntil([this] { return m_painted; }))
            qFatal("%s never came on screen as %s", qPrintable(key), qPrintable(status));
    }

protected:
    bool eventFilter(QObject * /*watched*/, QEvent *event) override
    {
        if (event->type() != QEvent::Paint)
            return false;
        const QAbstractItemModel &model = *m_table.model();
        const int last = m_table.rowAt(m_table.viewport()->height() - 1);
        for (int row = 0; row <= last; ++row)
            m_painted |= model.index(row, JobsModel::key).data().toString() == m_key &&
                         model.index(row, JobsModel::status).data().toString() == m_status;
        return false;
    }

private:
    ListTable &m_table;
    QString m_key;
    QString m_status;
    bool m_painted = false;
};

// One more login that submits, as a shop does, and rings after its commits.
class Shop : public QObject
{
public:
    explicit Shop(const ConnectionSettings &settings) : m_database(settings), m_ringer(m_database) {}

    void submit(const QByteArray &key)
    {
        const auto job = [key](Session &session) {
            return Ledger(session).submit({.owner = u"shop"_s,
                                           .key = key,
                                           .intent = u"print.poster"_s,
                                           .provider = u"inkjet"_s,
                                           .params = R"({"amount": 450})",
                                           .client = u"shop"_s});
        };
        whenDone(m_database.call(job), this, [this](const Result<Submission> &answer) {
            if (!answer.ok())
                qFatal("%s", qPrintable(answer.error().sentence));
            m_ringer.ring();
        });
    }

private:
    Database m_database;
    DoorbellRinger m_ringer;
};

void rest(int milliseconds)
{
    bool isOver = false;
    QTimer::singleShot(milliseconds, qApp, [&isOver] { isOver = true; });
    if (!waitUntil([&isOver] { return isOver; }))
        qFatal("the event loop stands still");
}

// The event loop's longest breaths: every millisecond it should come round.
class Pulse
{
public:
    Pulse()
    {
        m_since.start();
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_gaps.push_back(m_since.nsecsElapsed());
            m_since.start();
        });
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.start(1ms);
    }
    // In milliseconds.
    [[nodiscard]] double percentile(int hundredths)
    {
        std::sort(m_gaps.begin(), m_gaps.end());
        return double(m_gaps[(m_gaps.size() - 1) * size_t(hundredths) / 10'000]) / 1e6;
    }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<qint64> m_gaps;
};

// Kilobytes.
long residentMemory()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).simplified().split(' ').first().toLong();
    }
    return 0;
}

// Submits for ever, 500 jobs a second, on a thread and connection of its own.
void crowd(const ConnectionSettings &settings, const std::atomic_bool &isOver)
{
    TestConnection sql(settings);
    const auto run = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
    auto next = std::chrono::steady_clock::now();
    for (int i = 0; !isOver; ++i) {
        const auto job = sql.exec("SELECT oncedesk.submit_job('crowd', $1, 'print.poster', (SELECT name FROM "
                                  "oncedesk.provider_view LIMIT 1), '{}')",
                                  {QByteArray(run + '-' + QByteArray::number(i))});
        if (!job.ok())
            qFatal("%s", qPrintable(job.message));
        if (i % 50 == 0)
            (void)sql.exec("NOTIFY oncedesk_doorbell");
        std::this_thread::sleep_until(next += 2ms);
    }
}

int scroll(const ConnectionSettings &settings)
{
    QElapsedTimer since;
    since.start();
    LiveDesk desk(settings, nullptr);
    QWidget window;
    DeskActions actions(desk, &window);
    JobsPage page(desk, actions, &window);
    window.resize(1104, 692);
    page.setGeometry(window.rect());
    window.show();
    const QAbstractItemModel &model = *page.table().model();
    if (!waitUntil([&] { return model.rowCount() > 0; }))
        qFatal("no rows");
    std::printf("first rows %lld ms after the start of connecting\n",
                static_cast<long long>(since.elapsed()));
    std::atomic_bool isOver = false;
    std::thread others([&] { crowd(settings, isOver); });
    Pulse pulse;
    QScrollBar &bar = *page.table().verticalScrollBar();
    QTimer scrolling;
    int before = 0;
    QElapsedTimer stuck;
    stuck.start();
    bool isAtItsEnd = false;
    QObject::connect(&scrolling, &QTimer::timeout, &bar, [&] {
        bar.setValue(bar.value() + bar.pageStep());
        if (model.rowCount() != before)
            stuck.start();
        before = model.rowCount();
        isAtItsEnd = bar.value() == bar.maximum() && stuck.hasExpired(3000);
    });
    scrolling.start(16ms);
    since.start();
    while (!isAtItsEnd)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    isOver = true;
    others.join();
    std::printf(
        "%d rows scrolled through in %lld s; the event loop came round after p50 %.1f ms, p99 %.1f ms, "
        "at the longest %.1f ms; %ld MB in memory\n",
        model.rowCount(), static_cast<long long>(since.elapsed() / 1000), pulse.percentile(5000),
        pulse.percentile(9900), pulse.percentile(10'000), residentMemory() / 1024);
    std::fflush(stdout);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    const QApplication application(argc, argv);
    if (argc > 1) {
        const auto settings = ConnectionSettings::parse(QString::fromLocal8Bit(argv[1]));
        if (!settings)
            qFatal("%s", qPrintable(settings.error().sentence));
        return scroll(*settings);
    }
    ConsoleDesk desk;
    QWidget window;
    DeskActions actions(desk.live(), &window);
    JobsPage page(desk.live(), actions, &window);
    window.resize(1104, 692);
    page.setGeometry(window.rect());
    window.show();
    Screen screen(page.table());

    // The crowd: twenty jobs a second that nobody here waits for.
    Shop crowd(desk.database().settings());
    QTimer crowding;
    int others = 0;
    QObject::connect(&crowding, &QTimer::timeout, &crowd,
                     [&] { crowd.submit("other " + QByteArray::number(++others)); });
    crowding.start(50ms);

    Shop shop(desk.database().settings());
    std::vector<qint64> taken;
    for (int i = 0; i < changes; ++i) {
        rest(QRandomGenerator::global()->bounded(20, 200));
        const QByteArray key = "job " + QByteArray::number(i);
        QElapsedTimer since;
        since.start();
        shop.submit(key);
        screen.await(QString::fromLatin1(key), u"waiting"_s);
        taken.push_back(since.elapsed());
    }
    std::sort(taken.begin(), taken.end());
    std::printf("%d changes, on screen after: p50 %lld ms, p99 %lld ms, longest %lld ms\n", changes,
                static_cast<long long>(taken[changes / 2]), static_cast<long long>(taken[changes * 99 / 100]),
                static_cast<long long>(taken.back()));
    std::fflush(stdout);
    return 0;
}
