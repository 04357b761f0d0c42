#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/table.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/json.h"
#include "core/base/jsonwriter.h"
#include "core/board/providers.h"
#include "core/contract/administration.h"
#include "core/providers/provider.h"

#include <optional>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString settingsHelp =
    u"Settings of kind http: url, headers (a secret only as \"env:NAME\", read from the worker's "
    u"environment), definite_statuses, ask_url, ask_state, ask_states, ask_result, stop_url, stop_confirmed, "
    u"stop_states, "
    u"linger_s, max_in_flight, max_response_bytes, connect_timeout_s, answer_model, dry_run_url, "
    u"dry_run_headers. Of kind chat: base_url, model, user and system (prompts, with {{/pointer}} for a "
    u"param and {{params}} for all), temperature, max_tokens, response_format, context_tokens, "
    u"count_tokens, and of http headers, dry_run_headers, definite_statuses, linger_s, max_in_flight, "
    u"max_response_bytes, connect_timeout_s. Of kind simulated: steps (each with outcome succeeded, "
    u"failed, unknown or hang, delay_s, and what that outcome takes), ask, stop, model, linger_s, "
    u"max_in_flight. Types, defaults and meaning: docs/settings.md. They are checked before the database "
    u"sees them; an unknown key is refused."_s;

Result<Done> check(const QString &kind, const QByteArray &settings)
{
    if (auto checked = json::checkObject(settings, json::settingsLimits); !checked)
        return checked.error();
    if (auto provider = makeProvider(kind, settings); !provider)
        return provider.error();
    return Done{};
}

ExitCode answer(const QString &name, const QString &sentence, Output &out)
{
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"name"_s, name);
        writer.member(u"sentence"_s, sentence);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(shown(sentence));
    return ExitCode::done;
}

// Error kind refused: there is none of this name.
Result<board::ProviderRow> find(Desk &desk, const QString &name)
{
    const auto providers = desk.run([](Session &session) { return board::providers(session); });
    if (!providers)
        return providers.error();
    for (const board::ProviderRow &provider : *providers) {
        if (provider.name == name)
            return provider;
    }
    return Error{ErrorKind::refused,
                 u"There is no provider \"%1\". See oncectl providers list."_s.arg(name.left(100)),
                 {}};
}

void writeProvider(JsonWriter &writer, const board::ProviderRow &provider)
{
    writer.beginObject();
    writer.member(u"name"_s, provider.name);
    writer.member(u"kind"_s, provider.kind);
    writer.rawMember(u"settings"_s, provider.settings);
    writer.member(u"enabled"_s, provider.enabled);
    writer.member(u"created_at"_s, provider.createdAt.iso);
    writer.member(u"updated_at"_s, provider.updatedAt.iso);
    writer.key(u"certificates"_s);
    writer.beginArray();
    for (const board::CertificateRow &certificate : provider.certificates) {
        writer.beginObject();
        writer.member(u"intent"_s, certificate.intent);
        writer.member(u"suite_version"_s, certificate.suiteVersion);
        writer.member(u"issued_at"_s, certificate.issuedAt.iso);
        writer.member(u"expires_at"_s, certificate.expiresAt.iso);
        writer.member(u"valid"_s, certificate.valid);
        writer.member(u"why_not"_s, certificate.whyNot);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
}

ExitCode runList(const Arguments &arguments, Output &out)
{
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto providers = (*desk)->run([](Session &session) { return board::providers(session); });
    if (!providers)
        return out.fail(providers.error());
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginArray();
        for (const board::ProviderRow &provider : *providers)
            writeProvider(writer, provider);
        writer.endArray();
        out.json(writer.text());
        return ExitCode::done;
    }
    Table table;
    for (const char *heading : {"NAME", "KIND", "ENABLED", "CERTIFIED FOR", "SETTINGS"})
        table.addColumn(QString::fromLatin1(heading));
    for (const board::ProviderRow &provider : *providers) {
        QStringList intents;
        for (const board::CertificateRow &certificate : provider.certificates) {
            if (certificate.valid)
                intents += certificate.intent;
        }
        table.addRow({provider.name, provider.kind, provider.enabled ? u"yes"_s : u"no"_s,
                      intents.isEmpty() ? QString() : intents.join(u", "_s),
                      QString::fromUtf8(provider.settings)});
    }
    if (table.isEmpty())
        out.say(u"There is no provider yet: oncectl providers add NAME --kind http --settings JSON"_s);
    else
        out.say(table);
    return ExitCode::done;
}

ExitCode runAdd(const Arguments &arguments, Output &out)
{
    const QString name = arguments.operands().first();
    const QString kind = arguments.value(u"kind"_s);
    const auto settings = arguments.text(u"settings"_s, json::settingsLimits.textBytes);
    if (!settings)
        return out.fail(settings.error());
    if (auto checked = check(kind, *settings); !checked)
        return out.fail(checked.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto added = (*desk)->call(
        [&](Session &session) { return Administration(session).addProvider(name, kind, *settings); });
    if (!added)
        return out.fail(added.error());
    return answer(name, u"Provider %1 is there, of kind %2."_s.arg(name, kind), out);
}

ExitCode runSet(const Arguments &arguments, Output &out)
{
    const QString name = arguments.operands().first();
    const auto settings = arguments.text(u"settings"_s, json::settingsLimits.textBytes);
    if (!settings)
        return out.fail(settings.error());
    if (auto checked = json::checkObject(*settings, json::settingsLimits); !checked)
        return out.fail(checked.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto provider = find(**desk, name);
    if (!provider)
        return out.fail(provider.error());
    if (auto checked = check(provider->kind, *settings); !checked)
        return out.fail(checked.error());
    const auto done =
        (*desk)->call([&](Session &session) { return Administration(session).setProvider(name, *settings); });
    if (!done)
        return out.fail(done.error());
    return answer(
        name, u"Provider %1 has these settings now. Certificates earned with others are stale."_s.arg(name),
        out);
}

ExitCode enable(bool enabled, const Arguments &arguments, Output &out)
{
    const QString name = arguments.operands().first();
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto done = (*desk)->call(
        [&](Session &session) { return Administration(session).enableProvider(name, enabled); });
    if (!done)
        return out.fail(done.error());
    return answer(
        name,
        enabled
            ? u"Provider %1 is enabled."_s.arg(name)
            : u"Provider %1 is disabled: nothing new is submitted, opened or claimed there. What is under "
              "way goes on."_s.arg(name),
        out);
}

const Option settingsOption{u"settings"_s, u"JSON"_s,
                            u"a JSON object; @FILE reads a file, - reads standard input"_s, true};

} // namespace

Command providersListCommand()
{
    return {.name = u"providers list"_s,
            .summary = u"list the providers with their settings and certificates"_s,
            .operands = {},
            .options = {},
            .details = {},
            .examples = {{u"oncectl providers list"_s, u"List them:"_s}},
            .run = &runList};
}

Command providersAddCommand()
{
    return {
        .name = u"providers add"_s,
        .summary = u"add a provider"_s,
        .operands = {{u"NAME"_s}},
        .options = {{u"kind"_s, u"http|chat|simulated"_s, u"how it is reached"_s, true}, settingsOption},
        .details = settingsHelp,
        .examples =
            {{u"oncectl providers add inkjet --kind http --settings '{\"url\": \"https://inkjet.example/jobs\", \"headers\": {\"Authorization\": \"env:INKJET_TOKEN\"}}'"_s,
              u"A machine behind HTTP, its secret in the worker's environment:"_s},
             {u"oncectl providers add writer --kind chat --settings '{\"base_url\": \"http://localhost:8000/v1\", \"model\": \"small\", \"user\": \"Translate: {{/text}}\"}'"_s,
              u"A language model behind OpenAI's chat completions:"_s},
             {u"oncectl providers add rehearsal --kind simulated --settings '{\"steps\": [{\"delay_s\": 2}]}'"_s,
              u"One that only pretends, for rehearsals:"_s}},
        .run = &runAdd};
}

Command providersSetCommand()
{
    return {.name = u"providers set"_s,
            .summary = u"replace a provider's settings"_s,
            .operands = {{u"NAME"_s}},
            .options = {settingsOption},
            .details = settingsHelp,
            .examples = {{u"oncectl providers set inkjet --settings @inkjet.json"_s, u"From a file:"_s}},
            .run = &runSet};
}

Command providersDisableCommand()
{
    return {
        .name = u"providers disable"_s,
        .summary = u"stop submitting to, opening at and claiming from a provider"_s,
        .operands = {{u"NAME"_s}},
        .options = {},
        .details =
            u"Providers are never deleted. What is under way there goes on, and a replay of a job submitted "
            "before still gives its ticket."_s,
        .examples = {{u"oncectl providers disable inkjet"_s, u"While it is being repaired:"_s}},
        .run = [](const Arguments &arguments, Output &out) { return enable(false, arguments, out); }};
}

Command providersEnableCommand()
{
    return {.name = u"providers enable"_s,
            .summary = u"take a disabled provider back into service"_s,
            .operands = {{u"NAME"_s}},
            .options = {},
            .details = {},
            .examples = {{u"oncectl providers enable inkjet"_s, u"When it is repaired:"_s}},
            .run = [](const Arguments &arguments, Output &out) { return enable(true, arguments, out); }};
}

} // namespace oncedesk
