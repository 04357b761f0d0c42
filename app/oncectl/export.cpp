#include "app/oncectl/commands.h"

#include "app/oncectl/exportformat.h"
#include "app/oncectl/listing.h"
#include "app/oncectl/terminaltext.h"

#include <QFileInfo>
#include <QSaveFile>
#include <functional>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

using Write = std::function<Result<Done>(const QByteArray &)>;

Result<ExportFormat> readFormat(const Arguments &arguments)
{
    const QString given = arguments.value(u"format"_s);
    const QString file = arguments.value(u"output"_s);
    if (given == u"csv" || (given.isNull() && !file.endsWith(u".jsonl")))
        return ExportFormat::csv;
    if (given == u"jsonl" || given.isNull())
        return ExportFormat::jsonl;
    return Error{ErrorKind::invalid, u"--format takes csv or jsonl."_s, {}};
}

// Writes one page, in pieces that fit into memory whatever the jobs hold.
Result<Done> writePage(Desk &desk, ExportFormat format, const QList<board::JobRow> &jobs, const Write &write)
{
    // Where jobs are large, the next piece asks for few more than the last one brought.
    qsizetype width = jobs.size();
    for (qsizetype from = 0; from < jobs.size();) {
        const auto rows = desk.run(
            [part = jobs.mid(from, width)](Session &session) { return board::exportRows(session, part); });
        if (!rows)
            return rows.error();
        if (rows->isEmpty())
            return Error{ErrorKind::internal,
                         u"Jobs that were listed are not there any more, and jobs are never deleted. "
                         "Run: oncectl audit"_s,
                         {}};
        for (const board::ExportRow &row : *rows) {
            if (auto written = write(exportLine(format, row)); !written)
                return written;
        }
        from += rows->size();
        width = rows->size() * 2;
    }
    return Done{};
}

// How many jobs were written.
Result<qint64> stream(Desk &desk, const board::Filter &filter, ExportFormat format, const Write &write)
{
    if (auto written = write(exportHeading(format)); !written)
        return written.error();
    catchInterrupts();
    Progress progress;
    qint64 count = 0;
    board::PageRequest request;
    request.order = board::PageRequest::Order::oldestFirst;
    request.limit = board::PageRequest::mostRows;
    while (true) {
        if (interrupted())
            return Error{
                ErrorKind::internal, u"The export was interrupted after %1 jobs."_s.arg(grouped(count)), {}};
        const auto page = desk.run([&](Session &session) { return board::jobs(session, filter, request); });
        if (!page)
            return page.error();
        if (auto written = writePage(desk, format, page->rows, write); !written)
            return written.error();
        count += page->rows.size();
        progress.show(u"%1 jobs written …"_s.arg(grouped(count)));
        if (page->exhausted)
            return count;
        request.after = page->reachedId;
    }
}

Result<qint64> streamToFile(Desk &desk, const board::Filter &filter, ExportFormat format, const QString &name)
{
    const auto cannot = [&name](const QFileDevice &file) {
        return Error{ErrorKind::internal,
                     u"The file \"%1\" cannot be written: %2. Nothing of it was changed."_s.arg(
                         name, file.errorString()),
                     {}};
    };
    // A file is replaced as a whole, which would take a device or a pipe away from everybody.
    const QFileInfo there(name);
    if (name.isEmpty() || (there.exists() && !there.isFile()))
        return Error{
            ErrorKind::invalid,
            u"\"%1\" is not the name of a file. Name one, or leave --output out and redirect stdout."_s.arg(
                name),
            {}};
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return cannot(file);
    const auto count = stream(desk, filter, format, [&](const QByteArray &bytes) -> Result<Done> {
        if (file.write(bytes) != bytes.size())
            return cannot(file);
        return Done{};
    });
    if (!count) {
        file.cancelWriting();
        return count;
    }
    if (!file.commit())
        return cannot(file);
    return count;
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto format = readFormat(arguments);
    if (!format)
        return out.fail(format.error());
    const auto filter = readFilter(arguments, board::Subject::jobs, out);
    if (!filter)
        return out.fail(filter.error());
    const QString file = arguments.value(u"output"_s);
    const bool toStdout = !arguments.has(u"output"_s) || file == u"-";
    if (toStdout && out.isJson())
        return out.fail(
            {ErrorKind::invalid,
             u"With --json stdout holds one value only: name a file with --output, or leave --json out."_s,
             {}});
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    if (toStdout) {
        const auto count = stream(**desk, *filter, *format, [&out](const QByteArray &bytes) -> Result<Done> {
            out.write(bytes);
            if (out.isBroken())
                return Error{ErrorKind::internal, u"The export could not be written."_s, {}};
            return Done{};
        });
        return count ? ExitCode::done : unlessInterrupted(out.fail(count.error()));
    }
    const auto count = streamToFile(**desk, *filter, *format, file);
    if (!count)
        return unlessInterrupted(out.fail(count.error()));
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"jobs"_s, *count);
        writer.member(u"file"_s, file);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(u"%1 jobs are in %2."_s.arg(grouped(*count), shown(file)));
    return ExitCode::done;
}

} // namespace

Command exportCommand()
{
    return {.name = u"export"_s,
            .summary = u"write jobs with params and results as CSV or JSON Lines, oldest first"_s,
            .operands = {{u"FILTER"_s, false, true}},
            .options = {{u"format"_s, u"csv|jsonl"_s, u"csv unless the file's name ends in .jsonl"_s},
                        {u"output"_s, u"FILE"_s,
                         u"otherwise stdout; a file is replaced whole when all of it is written"_s}},
            .details =
                u"Streamed page by page: memory stays the same however many jobs there are. JSON is written "
                u"exactly "
                "as the database holds it. In CSV, text that a spreadsheet would run as a formula has an "
                "apostrophe in front.\n"_s +
                filterHelp(board::Subject::jobs),
            .examples = {{u"oncectl export state:succeeded 'age:<1w' --output week.csv"_s,
                          u"This week's results for a spreadsheet:"_s},
                         {u"oncectl export --format jsonl | gzip > jobs.jsonl.gz"_s,
                          u"Everything, for another program:"_s}},
            .run = &run};
}

} // namespace oncedesk
