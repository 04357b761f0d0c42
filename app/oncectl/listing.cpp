#include "app/oncectl/listing.h"

#include "app/oncectl/terminaltext.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostListed = 10000; // more than a person reads; export is for the rest

// The filter with a mark under what did not parse.
void pointAt(const QString &filter, const board::FilterFault &fault, Output &out)
{
    if (filter.size() > 500)
        return;
    const int before = columnsOf(shown(filter.left(fault.position)));
    const int under = qMax(1, columnsOf(shown(filter.mid(fault.position, fault.length))));
    out.remark(u"  "_s + shown(filter));
    out.remark(QString(before + 2, u' ') + QString(under, u'^'));
}

} // namespace

Result<board::Filter> readFilter(const Arguments &arguments, board::Subject subject, Output &out)
{
    const QString text = arguments.operands().join(u' ');
    board::FilterFault fault;
    auto filter = board::Filter::parse(text, subject, &fault);
    if (!filter)
        pointAt(text, fault, out);
    return filter;
}

Result<ListRequest> readListRequest(const Arguments &arguments, board::Subject subject, Output &out)
{
    const auto filter = readFilter(arguments, subject, out);
    if (!filter)
        return filter.error();
    const auto limit = arguments.number(u"limit"_s, 50, 1, mostListed);
    if (!limit)
        return limit.error();
    ListRequest request{*filter, {}};
    request.page.limit = *limit;
    if (arguments.has(u"oldest"_s))
        request.page.order = board::PageRequest::Order::oldestFirst;
    if (arguments.has(u"after"_s)) {
        const auto after = parseJobId(arguments.value(u"after"_s));
        if (!after)
            return Error{ErrorKind::invalid,
                         u"--after takes the number of the last row you saw, for example 45."_s,
                         {}};
        request.page.after = after->value();
    }
    return request;
}

QList<Option> listOptions()
{
    return {{u"limit"_s, u"N"_s, u"at most N rows, up to %1 (50)"_s.arg(mostListed)},
            {u"oldest"_s, {}, u"oldest first instead of newest first"_s},
            {u"after"_s, u"ID"_s, u"go on after this row: the next page"_s}};
}

QString filterHelp(board::Subject subject)
{
    return u"FILTER is made of terms that must all hold: %1:VALUE, #45, or words that stand alone. A comma "
           u"list means "
           "any of its values, a minus in front negates, a value in double quotes may hold blanks. Words "
           "that stand "
           "alone search in any case, everything else is compared whole."_s.arg(
               board::Filter::keys(subject).join(u":VALUE, "_s));
}

void sayWhatIsLeft(const QString &command, qint64 lastId, Output &out)
{
    out.say(u"There may be more: oncectl %1 … --after %2"_s.arg(command, QString::number(lastId)));
}

} // namespace oncedesk
