#include "tests/bench/pages.h"

#include "core/board/attention.h"
#include "core/board/counts.h"
#include "core/board/filter.h"
#include "core/board/jobs.h"
#include "core/db/database.h"

#include <QElapsedTimer>

namespace oncedesk::bench {

using namespace Qt::Literals::StringLiterals;

namespace {

template<class Work>
Read timed(Database &database, const QString &name, Work work)
{
    Read read{.name = name};
    for (int i = 0; i < 6; ++i) { // the first one warms the cache
        QElapsedTimer timer;
        timer.start();
        const auto rows = database.run(work).takeResult();
        if (!rows)
            qFatal("%s: %s", qPrintable(name), qPrintable(rows.error().sentence));
        if (i > 0)
            read.milliseconds = std::max(read.milliseconds, double(timer.nsecsElapsed()) / 1e6);
        read.rows = *rows;
    }
    return read;
}

} // namespace

QList<Read> firstPages(const ConnectionSettings &settings)
{
    Database database(settings);
    QList<Read> reads;
    for (const QString &text :
         {u""_s, u"state:unknown"_s, u"state:stalled"_s, u"state:waiting"_s, u"state:succeeded"_s,
          u"state:closed"_s, u"#4711"_s, u"key:filled-c4ca4238a0b923820dcc509a6f75849b"_s,
          u"owner:owner-77"_s, u"intent:charge.card"_s}) {
        const auto filter = board::Filter::parse(text, board::Subject::jobs);
        if (!filter)
            qFatal("%s", qPrintable(text));
        bool isCut = false;
        reads +=
            timed(database, text.isEmpty() ? u"(all)"_s : text, [&](Session &session) -> Result<qsizetype> {
                const auto page = board::jobs(session, *filter, {});
                if (!page)
                    return page.error();
                isCut = page->rows.size() < board::PageRequest().limit && !page->exhausted;
                return page->rows.size();
            });
        reads.last().isCut = isCut;
    }
    reads += timed(database, u"counts"_s, [](Session &session) -> Result<qsizetype> {
        const auto counts = board::counts(session);
        if (!counts)
            return counts.error();
        return qsizetype(counts->succeeded);
    });
    reads += timed(database, u"attention"_s, [](Session &session) -> Result<qsizetype> {
        const auto all = board::attention(session);
        if (!all)
            return all.error();
        return all->items.size();
    });
    return reads;
}

} // namespace oncedesk::bench
