#include "app/oncectl/exportformat.h"

#include "core/base/jsonwriter.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray quotedCell(QByteArray text)
{
    if (!text.contains('"') && !text.contains(',') && !text.contains('\n') && !text.contains('\r'))
        return text;
    text.replace("\"", "\"\"");
    return '"' + text + '"';
}

// Spreadsheets take text that begins so for a formula, which may reach out to other programs.
QByteArray textCell(const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    if (!utf8.isEmpty() && QByteArrayView("=+-@\t\r\n").contains(utf8.front()))
        return quotedCell('\'' + utf8);
    return quotedCell(utf8);
}

QByteArray csvLine(const board::ExportRow &row)
{
    const board::JobRow &job = row.job;
    // JSON cells stay exact: a JSON text never begins as a formula does, save a negative number, which is
    // none.
    const QByteArrayList cells{
        QByteArray::number(job.id.value()),
        toString(job.status).toUtf8(),
        textCell(job.owner),
        textCell(job.key),
        textCell(job.intent),
        textCell(job.provider),
        QByteArray::number(job.version),
        job.createdAt.iso.toUtf8(),
        job.completedAt.iso.toUtf8(),
        row.completedBy ? QByteArray::number(row.completedBy->value()) : QByteArray(),
        job.closedAt.iso.toUtf8(),
        textCell(row.closedBy),
        textCell(row.closeReason),
        QByteArray::number(job.attempts.isEmpty() ? 0 : job.attempts.last().ordinal),
        job.isDemo ? "true" : "false",
        quotedCell(row.params),
        quotedCell(row.policy),
        quotedCell(row.result),
        row.resultBytes.toBase64(),
    };
    return cells.join(',') + '\n';
}

QByteArray jsonLine(const board::ExportRow &row)
{
    const board::JobRow &job = row.job;
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"id"_s, job.id.value());
    writer.member(u"status"_s, toString(job.status));
    writer.member(u"owner_id"_s, job.owner);
    writer.member(u"idempotency_key"_s, job.key);
    writer.member(u"intent"_s, job.intent);
    writer.member(u"provider"_s, job.provider);
    writer.member(u"version"_s, job.version);
    writer.member(u"created_at"_s, job.createdAt.iso);
    writer.member(u"completed_at"_s, job.completedAt.iso);
    writer.key(u"completed_by"_s);
    row.completedBy ? writer.value(row.completedBy->value()) : writer.null();
    writer.member(u"closed_at"_s, job.closedAt.iso);
    writer.member(u"closed_by"_s, row.closedBy);
    writer.member(u"close_reason"_s, row.closeReason);
    writer.member(u"attempts"_s, job.attempts.isEmpty() ? 0 : job.attempts.last().ordinal);
    writer.member(u"is_demo"_s, job.isDemo);
    writer.rawMember(u"params"_s, row.params);
    writer.rawMember(u"policy"_s, row.policy);
    writer.rawMember(u"result"_s, row.result);
    writer.member(u"result_base64"_s,
                  row.resultBytes.isNull() ? QString() : QString::fromLatin1(row.resultBytes.toBase64()));
    writer.endObject();
    return writer.text() + '\n';
}

} // namespace

QByteArray exportHeading(ExportFormat format)
{
    if (format == ExportFormat::jsonl)
        return {};
    return "id,status,owner_id,idempotency_key,intent,provider,version,created_at,completed_at,completed_by,"
           "closed_at,"
           "closed_by,close_reason,attempts,is_demo,params,policy,result,result_base64\n";
}

QByteArray exportLine(ExportFormat format, const board::ExportRow &row)
{
    return format == ExportFormat::csv ? csvLine(row) : jsonLine(row);
}

} // namespace oncedesk
