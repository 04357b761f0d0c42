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
#include <QRandomGenerator>
#include <QStandardPaths>
#include <algorithm>
#include <cstdio>
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

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    const QApplication application(argc, argv);
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
