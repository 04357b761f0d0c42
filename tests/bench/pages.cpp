#include "tests/bench/pages.h"

#include "tests/support/testconnection.h"

#include "core/board/attention.h"
#include "core/board/counts.h"
#include "core/board/filter.h"
#include "core/board/jobs.h"
#include "core/board/scan.h"
#include "core/db/database.h"
#include "core/db/serverprograms.h"
#include "core/db/sqltext.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <algorithm>

namespace oncedesk::bench {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int reads = 60;

template<class Work>
Read timed(Database &database, const QString &name, Work work)
{
    Read read{.name = name};
    QList<double> took;
    // A page that comes after long idling takes twice as long, in psql as well: both are kept busy.
    for (int i = 0; i < reads; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto rows = database.call(work).takeResult(); // as the console's lists do
        if (!rows)
            qFatal("%s: %s", qPrintable(name), qPrintable(rows.error().sentence));
        if (i > 0) // the first one warms the cache
            took += double(timer.nsecsElapsed()) / 1e6;
        read.rows = *rows;
    }
    std::sort(took.begin(), took.end());
    read.milliseconds = took[took.size() * 95 / 100];
    read.median = took[took.size() / 2];
    return read;
}

// The statement behind a page, with its values written out, over all ids that the page has searched.
QByteArray selectOf(const board::Filter &filter, qint64 lowest, int limit)
{
    const board::Where where = board::where(filter, board::firstFilterParam);
    QByteArray sql = sqlText("board/jobs_page");
    sql.replace("true /* filter */", where.sql);
    const QList<Param> params =
        QList<Param>{Param(where.lowestId.value_or(lowest)),
                     Param(where.highestId.value_or(board::Window::everything)), Param(limit + 1)} +
        where.params;
    for (qsizetype i = params.size(); i > 0; --i)
        sql.replace(QByteArray("$" + QByteArray::number(i)),
                    QByteArray("'" + QByteArray(params[i - 1].text()).replace("'", "''") + "'"));
    return sql;
}

double medianInPsql(const ConnectionSettings &settings, const QByteArray &select)
{
    const auto programs = ServerPrograms::find();
    if (!programs)
        qFatal("%s", qPrintable(programs.error().sentence));
    QProcess psql;
    psql.start(programs->path(u"psql"_s),
               {u"-X"_s, u"-q"_s, u"-v"_s, u"ON_ERROR_STOP=1"_s, u"-d"_s, settings.toKeywords()});
    const QByteArray once = select + ";\n";
    psql.write("\\o /dev/null\n" + once + "\\timing on\n" + once.repeated(reads));
    psql.closeWriteChannel();
    psql.waitForFinished(-1);
    static const QRegularExpression line(u"Time: ([0-9.]+) ms"_s);
    QList<double> took;
    auto matches = line.globalMatch(QString::fromUtf8(psql.readAllStandardOutput()));
    while (matches.hasNext())
        took += matches.next().captured(1).toDouble();
    if (psql.exitCode() != 0 || took.size() != reads)
        qFatal("psql: %s", psql.readAllStandardError().constData());
    std::sort(took.begin(), took.end());
    return took[reads / 2];
}

} // namespace

QList<Read> firstPages(const ConnectionSettings &settings)
{
    QList<Read> all;
    TestConnection sql(settings);
    const auto some = sql.exec("SELECT owner_id, intent, idempotency_key FROM oncedesk.jobs"
                               " WHERE id >= (SELECT max(id) / 2 FROM oncedesk.jobs) ORDER BY id LIMIT 1");
    if (!some.ok() || some.rows.size() != 1)
        qFatal("There are no jobs to read. %s", qPrintable(some.message));
    // And an owner and an intent that the latest do not have, if any have.
    const QStringList filters{u""_s,
                              u"state:unknown"_s,
                              u"state:stalled"_s,
                              u"state:waiting"_s,
                              u"state:succeeded"_s,
                              u"state:closed"_s,
                              u"#4711"_s,
                              u"owner:\""_s + some.rows.text(0, 0) + u'"',
                              u"intent:\""_s + some.rows.text(0, 1) + u'"',
                              u"key:\""_s + some.rows.text(0, 2) + u'"',
                              u"owner:owner-77"_s,
                              u"intent:charge.card"_s};
    for (const QString &text : filters) {
        const auto filter = board::Filter::parse(text, board::Subject::jobs);
        if (!filter)
            qFatal("%s", qPrintable(text));
        Database database(settings); // a session each, as psql has
        bool isCut = false;
        qint64 reached = 0;
        board::PageRequest
            request; // as a list of the console asks, which reads the same page again and again
        all +=
            timed(database, text.isEmpty() ? u"(all)"_s : text, [&](Session &session) -> Result<qsizetype> {
                const auto page = board::jobs(session, *filter, request);
                if (!page)
                    return page.error();
                reached = page->reachedId;
                request.width = page->width;
                isCut = page->rows.size() < board::PageRequest().limit && !page->exhausted;
                return page->rows.size();
            });
        all.last().isCut = isCut;
        all.last().psql = medianInPsql(settings, selectOf(*filter, reached, board::PageRequest().limit));
    }
    Database database(settings);
    all += timed(database, u"counts"_s, [](Session &session) -> Result<qsizetype> {
        const auto counts = board::counts(session);
        if (!counts)
            return counts.error();
        return qsizetype(counts->succeeded);
    });
    all += timed(database, u"attention"_s, [](Session &session) -> Result<qsizetype> {
        const auto items = board::attention(session);
        if (!items)
            return items.error();
        return items->items.size();
    });
    return all;
}

} // namespace oncedesk::bench
