#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/attempt.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/interrupt.h"
#include "app/oncectl/output.h"
#include "app/oncectl/progress.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/board/providers.h"
#include "core/contract/ledger.h"
#include "core/providers/provider.h"

#include <QThread>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

enum class Kind { ask, stop };

QString answerSentence(const board::RequestBrief &request, AttemptId attempt, const QString &provider)
{
    const QString now =
        u" Attempt %1 is %2."_s.arg(QString::number(attempt.value()), toString(request.attemptState));
    const auto is = [&request](const char *answer) { return request.answer == QLatin1StringView(answer); };
    if (is("running"))
        return provider + u" says that it is still working on it. That decides nothing."_s + now;
    if (is("succeeded"))
        return provider + u" says that it succeeded."_s + now;
    if (is("failed"))
        return provider + u" says that it failed."_s + now;
    if (is("no_record"))
        return provider +
               u" says that it knows nothing of it. That decides nothing: the request may still be on its way."_s +
               now;
    if (is("stopped"))
        return provider + u" says that it stopped."_s + now;
    if (is("not_stopped"))
        return provider + u" says that it did not stop."_s + now;
    if (is("unreachable"))
        return u"%1 could not be reached, or takes no such requests."_s.arg(provider) + now;
    return u"%1 answered %2."_s.arg(provider, request.answer) + now;
}

// Said at once, where a provider's settings leave a worker nothing to call. Nothing where they can not be
// read.
QString whyNothingReachesIt(Kind kind, Desk &desk, const QString &name)
{
    const auto providers = desk.run([](Session &session) { return board::providers(session); });
    if (!providers)
        return {};
    for (const board::ProviderRow &row : *providers) {
        const auto provider = row.name == name ? makeProvider(row.kind, row.settings)
                                               : Result<std::unique_ptr<Provider>>(Error{});
        if (!provider || (kind == Kind::ask ? (*provider)->canAsk() : (*provider)->canStop()))
            continue;
        const QString word = kind == Kind::ask ? u"ask"_s : u"stop"_s;
        return u"The settings of %1 have no %2, so nothing will reach it: oncectl work will only put on record that it %3."_s
            .arg(name, row.kind == u"http" ? word + u"_url"_s : word,
                 kind == Kind::ask ? u"could not be asked (unreachable)"_s
                                   : u"could not be told (unreachable)"_s);
    }
    return {};
}

// The latest answer, or what is known of the request when the time is up.
Result<std::optional<board::RequestBrief>> waitForAnswer(Desk &desk, RequestId request, double seconds)
{
    catchInterrupts();
    Progress progress;
    QElapsedTimer elapsed;
    elapsed.start();
    while (true) {
        const auto brief =
            desk.run([request](Session &session) { return board::requestBrief(session, request); });
        if (!brief)
            return brief.error();
        const bool answered = *brief && !(*brief)->answer.isNull();
        if (answered || interrupted() || elapsed.elapsed() >= qint64(seconds * 1000))
            return *brief;
        progress.show(u"Waiting for the answer, %1 s …"_s.arg(elapsed.elapsed() / 1000));
        QThread::msleep(100);
    }
}

ExitCode run(Kind kind, const Arguments &arguments, Output &out)
{
    const auto attempt = arguments.attempt(0);
    if (!attempt)
        return out.fail(attempt.error());
    const auto patience = arguments.seconds(u"wait"_s, 0, 86400);
    if (!patience)
        return out.fail(patience.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto request = (*desk)->call([&](Session &session) {
        return kind == Kind::ask ? Ledger(session).askProvider(*attempt)
                                 : Ledger(session).stopAtProvider(*attempt);
    });
    if (!request)
        return out.fail(request.error());
    const QString provider = providerOf(lookUp(**desk, *attempt));
    const QString unreached = whyNothingReachesIt(kind, **desk, provider);
    if (!unreached.isEmpty() && *patience > 0)
        out.remark(u"oncectl: "_s + shown(unreached));

    std::optional<board::RequestBrief> answer;
    if (*patience > 0) {
        const auto waited = waitForAnswer(**desk, *request, *patience);
        if (!waited)
            return out.fail(waited.error());
        answer = *waited;
    }
    const bool answered = answer && !answer->answer.isNull();
    const QString number = QString::number(attempt->value());
    QString sentence;
    if (answered)
        sentence = answerSentence(*answer, *attempt, provider);
    else if (*patience > 0)
        sentence = u"%1 has not answered about attempt %2 within %3 s. The request stands; %4"_s.arg(
            provider, number, QString::number(*patience),
            answer && !answer->worker.isNull()
                ? u"worker %1 has taken it."_s.arg(answer->worker)
                : u"no worker has taken it: does one run for this provider?"_s);
    else if (!unreached.isEmpty())
        sentence = unreached;
    else
        sentence = (kind == Kind::ask
                        ? u"%1 will be asked about attempt %2 by the next worker that serves it. Wait for "
                          "the answer with: oncectl attempt ask %2 --wait 10"_s
                        : u"%1 will be told to stop attempt %2 by the next worker that serves it; nothing "
                          "has stopped yet. Wait for the answer with: oncectl attempt stop %2 --wait 10"_s)
                       .arg(provider, number);
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"request_id"_s, request->value());
        writer.member(u"attempt_id"_s, attempt->value());
        writer.member(u"kind"_s, kind == Kind::ask ? u"ask"_s : u"stop"_s);
        writer.member(u"answer"_s, answered ? answer->answer : QString());
        writer.rawMember(u"payload"_s, answered ? answer->payload : QByteArray());
        writer.member(u"state"_s, answer ? toString(answer->attemptState) : QString());
        writer.member(u"sentence"_s, sentence);
        writer.endObject();
        out.json(writer.text());
    }
    if (*patience > 0 && !answered) {
        out.remark(u"oncectl: "_s + shown(sentence));
        return unlessInterrupted(ExitCode::failed);
    }
    out.say(shown(sentence));
    return ExitCode::done;
}

const Option waitOption{u"wait"_s, u"S"_s,
                        u"wait up to S seconds for the answer; exit code 1 when none came"_s};

} // namespace

Command attemptAskCommand()
{
    return {
        .name = u"attempt ask"_s,
        .summary = u"ask the provider, through a worker, what became of an attempt"_s,
        .operands = {{u"ATTEMPT"_s}},
        .options = {waitOption},
        .details =
            u"A conclusive answer (succeeded with its result, or failed) moves an unknown attempt as its own "
            "report would. That it is running, or that the provider has no record of it, decides nothing; "
            "every answer is kept as evidence."_s,
        .examples = {{u"oncectl attempt ask 7 --wait 10"_s, u"Ask, and wait for the answer:"_s}},
        .run = [](const Arguments &arguments, Output &out) { return run(Kind::ask, arguments, out); }};
}

Command attemptStopCommand()
{
    return {.name = u"attempt stop"_s,
            .summary = u"tell the provider, through a worker, to stop an attempt"_s,
            .operands = {{u"ATTEMPT"_s}},
            .options = {waitOption},
            .details = u"The provider's answer is kept as evidence. It ends the attempt only where a person "
                       u"has also asked "
                       "to cancel it (oncectl attempt cancel)."_s,
            .examples = {{u"oncectl attempt stop 7 --wait 10"_s, u"Tell it, and wait for the answer:"_s}},
            .run = [](const Arguments &arguments, Output &out) { return run(Kind::stop, arguments, out); }};
}

} // namespace oncedesk
