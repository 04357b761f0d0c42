// How a filtered list is read and shown; the commands jobs, races, submissions and actions are this.
#pragma once

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/interrupt.h"
#include "app/oncectl/output.h"
#include "app/oncectl/progress.h"
#include "app/oncectl/table.h"
#include "core/base/jsonwriter.h"
#include "core/board/filter.h"
#include "core/board/page.h"

namespace oncedesk {

struct ListRequest
{
    board::Filter filter;
    board::PageRequest page;
};

// Reads FILTER, --limit, --oldest and --after. A filter that does not parse is shown with a mark under the
// place.
[[nodiscard]] Result<ListRequest> readListRequest(const Arguments &arguments, board::Subject subject,
                                                  Output &out);
// FILTER alone.
[[nodiscard]] Result<board::Filter> readFilter(const Arguments &arguments, board::Subject subject,
                                               Output &out);

[[nodiscard]] QList<Option> listOptions();
[[nodiscard]] QString filterHelp(board::Subject subject);

void sayWhatIsLeft(const QString &command, qint64 lastId, Output &out);

// Read: Result<board::Page<Row>>(Session &, const board::Filter &, const board::PageRequest &).
// AddRow: puts one row into the table, whose columns are there already. IdOf: the row's id as a number.
template<class Row, class Read, class AddRow, class WriteJson, class IdOf>
ExitCode runList(const Arguments &arguments, Output &out, board::Subject subject, Table table, Read read,
                 AddRow addRow, WriteJson writeJson, IdOf idOf)
{
    auto request = readListRequest(arguments, subject, out);
    if (!request)
        return out.fail(request.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const int wanted = request->page.limit;
    catchInterrupts();
    Progress progress;
    QList<Row> rows;
    bool exhausted = false;
    while (!exhausted && rows.size() < wanted && !interrupted()) {
        request.value().page.limit = int(qMin<qsizetype>(wanted - rows.size(), board::PageRequest::mostRows));
        const auto page =
            (*desk)->run([&](Session &session) { return read(session, request->filter, request->page); });
        if (!page)
            return out.fail(page.error());
        rows += page->rows;
        exhausted = page->exhausted;
        request.value().page.after = page->reachedId;
        progress.show(QStringLiteral("%1 found, searched to id %2 …")
                          .arg(grouped(rows.size()), grouped(page->reachedId)));
    }
    progress.clear();
    const bool whole = exhausted || rows.size() >= wanted;
    const ExitCode end = whole ? ExitCode::done : unlessInterrupted(ExitCode::done);
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginArray();
        for (const Row &row : rows)
            writeJson(writer, row);
        writer.endArray();
        out.json(writer.text());
        return end;
    }
    for (const Row &row : rows)
        addRow(table, row);
    if (table.isEmpty())
        out.say(whole ? QStringLiteral("Nothing matches.")
                      : QStringLiteral("Nothing was found before the interruption."));
    else
        out.say(table);
    if (!exhausted && !rows.isEmpty())
        sayWhatIsLeft(arguments.command()->name, idOf(rows.last()), out);
    return end;
}

} // namespace oncedesk
