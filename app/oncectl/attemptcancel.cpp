#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/attempt.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/contract/ledger.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString wordOf(CancelOutcome::Outcome outcome)
{
    switch (outcome) {
    case CancelOutcome::Outcome::cancelled:
        return u"cancelled"_s;
    case CancelOutcome::Outcome::cancelRequested:
        return u"cancel_requested"_s;
    case CancelOutcome::Outcome::refused:
        break;
    }
    return u"refused"_s;
}

QString sentenceOf(const CancelOutcome &outcome, AttemptId attempt,
                   const std::optional<board::AttemptBrief> &brief)
{
    const QString name = nameOf(attempt, brief);
    const QString provider = providerOf(brief);
    switch (outcome.outcome) {
    case CancelOutcome::Outcome::cancelled:
        if (brief && !brief->wasStarted)
            return u"%1 is cancelled. It had not been started; nothing was sent to %2."_s.arg(name, provider);
        return u"%1 is cancelled. This does not stop %2 if it is still working; an answer that comes late is "
               u"logged as "
               "lost and thrown away."_s.arg(name, provider);
    case CancelOutcome::Outcome::cancelRequested:
        return u"Cancel requested; %1 is still %2. A worker now tells %3 to stop: if %3 confirms, the "
               u"attempt is "
               "cancelled, otherwise it becomes unknown, unless its result comes first."_s.arg(
                   QString(name).replace(0, 1, u"a"_s), toString(outcome.state), provider);
    case CancelOutcome::Outcome::refused:
        break;
    }
    return u"Refused: %1 is %2 already, and what has ended never changes."_s.arg(name,
                                                                                 toString(outcome.state));
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto attempt = arguments.attempt(0);
    if (!attempt)
        return out.fail(attempt.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    if (auto checked = checkTicket(arguments, **desk, *attempt); !checked)
        return out.fail(checked.error());
    const QString reason = arguments.value(u"reason"_s);
    const QString evidence = arguments.value(u"evidence"_s);
    const auto outcome = (*desk)->call(
        [&](Session &session) { return Ledger(session).cancelAttempt(*attempt, reason, evidence); });
    if (!outcome)
        return out.fail(outcome.error());
    const QString sentence = sentenceOf(*outcome, *attempt, lookUp(**desk, *attempt));
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"outcome"_s, wordOf(outcome->outcome));
        writer.member(u"attempt_id"_s, attempt->value());
        writer.member(u"state"_s, toString(outcome->state));
        writer.member(u"sentence"_s, sentence);
        writer.endObject();
        out.json(writer.text());
    }
    if (outcome->outcome == CancelOutcome::Outcome::refused) {
        out.remark(u"oncectl: "_s + shown(sentence));
        return ExitCode::refused;
    }
    out.say(shown(sentence));
    return ExitCode::done;
}

} // namespace

Command attemptCancelCommand()
{
    return {
        .name = u"attempt cancel"_s,
        .summary = u"cancel an attempt explicitly, with a reason and the evidence you had"_s,
        .operands = {{u"ATTEMPT"_s}},
        .options = {{u"reason"_s, u"R"_s, u"why, for the history"_s, true},
                    {u"evidence"_s, u"E"_s,
                     u"provider_confirmed_stopped, provider_has_no_record or accepted_risk"_s, true},
                    {u"ticket"_s, u"T"_s,
                     u"the ticket it belongs to: nothing is done to an attempt of another one"_s}},
        .details =
            u"A pending or unknown attempt is cancelled at once. For a started one this is a request: a "
            u"worker "
            "tells the provider to stop, and only its confirmation makes the attempt cancelled; otherwise it "
            "is unknown. A cancel does not stop a provider that is still working. A cancelled attempt can "
            "never win, however its result arrives."_s,
        .examples =
            {{u"oncectl attempt cancel 7 --ticket 45 --reason 'The operator saw the empty tray.' --evidence provider_confirmed_stopped"_s,
              u"Clear an unknown attempt:"_s}},
        .run = &run};
}

} // namespace oncedesk
