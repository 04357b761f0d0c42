#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/table.h"
#include "app/oncectl/terminaltext.h"
#include "app/oncectl/when.h"
#include "core/base/jsonwriter.h"
#include "core/contract/administration.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
#include <array>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// "ocd_" and 256 random bits in base 62, always 43 digits.
QString newToken()
{
    static constexpr char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::array<quint32, 8> bits{};
    QRandomGenerator::system()->fillRange(bits.data(), qsizetype(bits.size()));
    QString token;
    for (int i = 0; i < 43; ++i) {
        // One long division of the whole number by 62; the remainder is the next digit.
        quint64 remainder = 0;
        for (quint32 &word : bits) {
            const quint64 dividend = remainder << 32 | word;
            word = quint32(dividend / 62);
            remainder = dividend % 62;
        }
        token += QLatin1Char(digits[remainder]);
    }
    return u"ocd_"_s + token;
}

ExitCode runAdd(const Arguments &arguments, Output &out)
{
    const QString name = arguments.operands().first();
    const QString owner = arguments.value(u"owner"_s);
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const QString token = newToken();
    const NewClient client{name, owner, token.left(10),
                           QCryptographicHash::hash(token.toUtf8(), QCryptographicHash::Sha256)};
    // Not call(): said again after a lost reply, it would be refused by its own first time.
    const auto added =
        (*desk)->run([&client](Session &session) { return Administration(session).addClient(client); });
    if (!added)
        return out.fail(added.error());
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"name"_s, name);
        writer.member(u"owner_id"_s, owner);
        writer.member(u"token"_s, token);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(token);
    if (!out.isJson())
        out.remark(
            u"Client %1 speaks for owner %2 with this token. It is shown this once: only its SHA-256 is kept."_s
                .arg(shown(name), shown(owner)));
    return ExitCode::done;
}

ExitCode runList(const Arguments &arguments, Output &out)
{
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto clients = (*desk)->run([](Session &session) { return Administration(session).clients(); });
    if (!clients)
        return out.fail(clients.error());
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginArray();
        for (const ClientRow &client : *clients) {
            writer.beginObject();
            writer.member(u"name"_s, client.name);
            writer.member(u"owner_id"_s, client.owner);
            writer.member(u"token_prefix"_s, client.tokenPrefix);
            writer.member(u"created_at"_s, client.createdAt);
            writer.member(u"created_by"_s, client.createdBy);
            writer.member(u"revoked_at"_s, client.revokedAt);
            writer.member(u"revoked_by"_s, client.revokedBy);
            writer.endObject();
        }
        writer.endArray();
        out.json(writer.text());
        return ExitCode::done;
    }
    Table table;
    for (const char *heading : {"NAME", "OWNER", "TOKEN", "CREATED", "BY", "REVOKED", "BY"})
        table.addColumn(QString::fromLatin1(heading));
    for (const ClientRow &client : *clients)
        table.addRow({client.name, client.owner, client.tokenPrefix + u"…"_s, localTime({client.createdAt}),
                      client.createdBy, localTime({client.revokedAt}), client.revokedBy});
    if (table.isEmpty())
        out.say(u"There is no client yet: oncectl client add NAME --owner O"_s);
    else
        out.say(table);
    return ExitCode::done;
}

ExitCode runRevoke(const Arguments &arguments, Output &out)
{
    const QString name = arguments.operands().first();
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto revoked =
        (*desk)->call([&name](Session &session) { return Administration(session).revokeClient(name); });
    if (!revoked)
        return out.fail(revoked.error());
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"name"_s, name);
        writer.member(u"revoked"_s, true);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(u"Client %1 is revoked: its token is refused from now on."_s.arg(shown(name)));
    return ExitCode::done;
}

} // namespace

Command clientAddCommand()
{
    return {.name = u"client add"_s,
            .summary = u"register a caller of the HTTP intake; prints its token once"_s,
            .operands = {{u"NAME"_s}},
            .options = {{u"owner"_s, u"O"_s, u"the one owner it speaks for"_s, true}},
            .details = u"The token alone is on stdout, so that it can go straight into a secret store. The "
                       u"database keeps "
                       "its SHA-256 and its first ten characters."_s,
            .examples = {{u"oncectl client add web-shop --owner alice"_s, u"Register a caller:"_s},
                         {u"oncectl --json client add web-shop --owner alice"_s,
                          u"For a program, which reads the member token:"_s}},
            .run = &runAdd};
}

Command clientListCommand()
{
    return {.name = u"client list"_s,
            .summary = u"list the callers of the HTTP intake"_s,
            .operands = {},
            .options = {},
            .details = {},
            .examples = {{u"oncectl client list"_s, u"List them:"_s}},
            .run = &runList};
}

Command clientRevokeCommand()
{
    return {.name = u"client revoke"_s,
            .summary = u"revoke a caller's token, for ever"_s,
            .operands = {{u"NAME"_s}},
            .options = {},
            .details = {},
            .examples = {{u"oncectl client revoke web-shop"_s, u"Revoke it:"_s}},
            .run = &runRevoke};
}

} // namespace oncedesk
