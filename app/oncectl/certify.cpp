#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/interrupt.h"
#include "app/oncectl/output.h"
#include "app/oncectl/progress.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/json.h"
#include "core/base/jsonwriter.h"
#include "core/certify/suite.h"
#include "core/db/whendone.h"
#include "core/engine/certifier.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QSysInfo>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype mostSuite = 1024 * 1024;

// One run, carried out here, or watched where a worker was quicker or this login may not.
class Watch : public QObject
{
public:
    Watch(Desk &desk, CertificationRunId run, Output &out)
        : m_desk(desk),
          m_run(run),
          m_out(out),
          m_certifier(desk.database(), u"certify-%1-%2"_s.arg(QSysInfo::machineHostName().left(100))
                                           .arg(QCoreApplication::applicationPid()))
    {
        m_wake.start(200ms); // a signal wakes nobody
        connect(&m_certifier, &Certifier::begun, this, [this](const ClaimedRun &claimed, int calls) {
            m_calls = calls;
            m_out.remark(u"Run %1: %2 calls to %3, marked as rehearsals."_s.arg(claimed.run.value())
                             .arg(calls)
                             .arg(shown(claimed.provider)));
        });
        connect(&m_certifier, &Certifier::caseDone, this, [this](const CaseRecord &done) { tell(done); });
        connect(&m_certifier, &Certifier::ended, this, [this](const RunEnd &end) { m_end = end; });
        connect(&m_certifier, &Certifier::nothingFound, this, [this] { watchOther(); });
        connect(&m_certifier, &Certifier::troubled, this, [this](const Error &error) {
            if (error.kind == ErrorKind::forbidden)
                watchOther(); // an administrator need not be a worker
            else
                m_trouble = error;
        });
    }

    Result<RunEnd> wait(const QString &provider)
    {
        m_certifier.look({provider}, m_run);
        while (!m_end && !m_trouble) {
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
            if (interrupted() && !m_isInterrupted) {
                m_isInterrupted = true;
                cancel();
            }
        }
        m_progress.clear();
        if (m_trouble)
            return *m_trouble;
        return *m_end;
    }

    [[nodiscard]] const JsonWriter &cases() const { return m_cases; }

private:
    void tell(const CaseRecord &done)
    {
        m_progress.clear();
        ++m_done;
        const bool passed = done.verdict == u"passed";
        m_out.say(u"%1 %2, %3 ms: %4"_s.arg(
            passed ? u"✓"_s : u"✗"_s, shown(done.name) + u" (%1)"_s.arg(done.repeat),
            grouped(done.took.count()), passed ? u"passed"_s : shown(done.verdict + u": " + done.reason)));
        m_cases.beginObject();
        m_cases.member(u"name"_s, done.name);
        m_cases.member(u"repeat"_s, done.repeat);
        m_cases.member(u"verdict"_s, done.verdict);
        m_cases.member(u"reason"_s, done.reason);
        m_cases.member(u"took_ms"_s, qint64(done.took.count()));
        m_cases.member(u"model"_s, done.model);
        m_cases.endObject();
        m_progress.show(u"%1 of %2 calls"_s.arg(m_done).arg(m_calls));
    }

    void watchOther()
    {
        if (!m_poll.isActive()) {
            m_out.remark(u"Run %1 waits for a worker that serves the provider, or is under way there."_s.arg(
                m_run.value()));
            connect(&m_poll, &QTimer::timeout, this, [this] { readEnd(); });
            connect(&m_endLost, &QTimer::timeout, this, [this] { endLost(); });
            m_poll.start(250ms);
            m_endLost.start(5s);
        }
    }

    void readEnd()
    {
        whenDone(m_desk.database().run(
                     [run = m_run](Session &session) { return Certification(session).end(run); }),
                 this, [this](const Result<std::optional<RunEnd>> &end) {
                     if (!end)
                         m_trouble = end.error();
                     else if (*end)
                         m_end = **end;
                 });
    }

    void endLost()
    {
        m_desk.database()
            .call([](Session &session) { return Certification(session).endLost(); })
            .then([](const Result<Done> &) {}); // not this login's to do, or done
    }

    void cancel()
    {
        // Whoever carries it out may be gone.
        QTimer::singleShot(3s, this, [this] {
            m_trouble =
                Error{ErrorKind::refused,
                      u"Run %1 is to end, and has not yet: its worker ends it, or is found to be gone "
                      "after 2 minutes."_s.arg(m_run.value()),
                      {}};
        });
        whenDone(m_desk.database().call(
                     [run = m_run](Session &session) { return Certification(session).cancel(run); }),
                 this, [this](const Result<QString> &) { m_certifier.stop(); });
        watchOther();
    }

    Desk &m_desk;
    const CertificationRunId m_run;
    Output &m_out;
    Certifier m_certifier;
    Progress m_progress;
    QTimer m_wake;
    QTimer m_poll;
    QTimer m_endLost;
    std::optional<RunEnd> m_end;
    std::optional<Error> m_trouble;
    JsonWriter m_cases;
    int m_calls = 0;
    int m_done = 0;
    bool m_isInterrupted = false;

public:
    void beginCases() { m_cases.beginArray(); }
    void endCases() { m_cases.endArray(); }
};

bool isTrial(const Arguments &arguments)
{
    return arguments.has(u"suite"_s) || arguments.has(u"case"_s) || arguments.has(u"settings"_s);
}

// What stands in for what is saved; none of it where the real thing is wanted.
Result<Trial> trialOf(const Arguments &arguments)
{
    Trial trial{arguments.operands().at(0), arguments.operands().at(1), {}, {}, {}};
    if (arguments.has(u"case"_s))
        trial.onlyCase = arguments.value(u"case"_s);
    if (arguments.has(u"suite"_s)) {
        const auto text = arguments.text(u"suite"_s, mostSuite);
        if (!text)
            return text.error();
        if (const auto suite = parseSuite(*text); !suite)
            return suite.error();
        trial.suite = *text;
    }
    if (arguments.has(u"settings"_s)) {
        const auto settings = arguments.text(u"settings"_s, json::settingsLimits.textBytes);
        if (!settings)
            return settings.error();
        if (const auto checked = json::checkObject(*settings, json::settingsLimits); !checked)
            return checked.error();
        trial.settings = *settings;
    }
    return trial;
}

// Of the intent's latest suite, where none was given.
Result<CertificationRunId> requestTrial(Session &session, Trial trial)
{
    Certification certification(session);
    if (trial.suite.isNull()) {
        const auto suites = certification.suites();
        if (!suites)
            return suites.error();
        for (const SuiteRow &suite : *suites) {
            if (suite.intent == trial.intent)
                trial.suite = suite.text;
        }
    }
    if (trial.suite.isNull())
        return Error{ErrorKind::invalid,
                     u"The intent \"%1\" has no contract suite: give one by --suite."_s.arg(trial.intent),
                     {}};
    return certification.requestTrial(trial);
}

// Why it is not used although it passed; null when it is, or when this login may not know.
QString hindrance(Desk &desk, const QString &provider, const QString &intent)
{
    const auto why = desk.run([&](Session &session) {
        return session.exec("SELECT oncedesk.why_not_certified($1, $2)", {provider, intent});
    });
    return why ? why->text(0, 0) : QString();
}

QString sentenceOf(bool tried, const QString &provider, const QString &intent, const RunEnd &end,
                   const QString &whyNot)
{
    if (tried)
        return u"%1 %2 this trial for %3; it certifies nothing. %4"_s
            .arg(shown(provider), end.outcome == u"passed" ? u"passed"_s : u"did not pass"_s, shown(intent),
                 shown(end.reason))
            .trimmed();
    if (end.outcome == u"passed" && !whyNot.isNull())
        return u"%1 has passed for %2, and is not used yet: %3."_s.arg(shown(provider), shown(intent),
                                                                       whyNot);
    if (end.outcome == u"passed")
        return u"%1 is certified for %2: it may be failed over to."_s.arg(shown(provider), shown(intent));
    return u"%1 is not certified for %2 (%3). %4"_s.arg(shown(provider), shown(intent), end.outcome,
                                                        shown(end.reason));
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const QString provider = arguments.operands().at(0);
    const QString intent = arguments.operands().at(1);
    const bool tries = isTrial(arguments);
    const auto trial = trialOf(arguments);
    if (!trial)
        return out.fail(trial.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto requested = (*desk)->run([&](Session &session) {
        return tries ? requestTrial(session, *trial) : Certification(session).request(provider, intent);
    });
    if (!requested)
        return out.fail(requested.error());
    catchInterrupts();
    Watch watch(**desk, *requested, out);
    watch.beginCases();
    const auto end = watch.wait(provider);
    watch.endCases();
    if (!end)
        return out.fail(end.error());
    const bool passed = end->outcome == u"passed";
    const QString whyNot = passed && !tries ? hindrance(**desk, provider, intent) : QString();
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"run_id"_s, requested->value());
        writer.member(u"provider"_s, provider);
        writer.member(u"intent"_s, intent);
        writer.member(u"trial"_s, tries);
        writer.member(u"outcome"_s, end->outcome);
        writer.member(u"reason"_s, end->reason);
        writer.member(u"why_not"_s, whyNot);
        if (end->certificate)
            writer.member(u"certificate_id"_s, *end->certificate);
        writer.rawMember(u"cases"_s, watch.cases().text());
        writer.endObject();
        out.json(writer.text());
    }
    out.say(sentenceOf(tries, provider, intent, *end, whyNot));
    const bool isStale =
        whyNot.startsWith(u"certificate"); // what was put to the suite is not what stands there now
    return passed && !isStale ? ExitCode::done : unlessInterrupted(ExitCode::refused);
}

} // namespace

Command certifyCommand()
{
    return {
        .name = u"certify"_s,
        .summary = u"put a provider to the contract suite of an intent"_s,
        .operands = {{u"PROVIDER"_s}, {u"INTENT"_s}},
        .options = {{u"suite"_s, u"JSON"_s,
                     u"a trial: this suite, which is not saved; @FILE reads a file, - reads standard input"_s,
                     false},
                    {u"case"_s, u"NAME"_s, u"a trial: only this case of the suite"_s, false},
                    {u"settings"_s, u"JSON"_s, u"a trial: these settings, which are not saved"_s, false}},
        .details =
            u"Sends every case of the suite to the real provider, marked by the header "
            u"Oncedesk-Certification and the provider's dry-run settings, and keeps request, answer, "
            u"verdict and reason of each. A provider that passes is certified at its settings and model "
            u"of now, and may be failed over to. A trial shows what would come of a suite or settings before "
            u"they "
            u"are saved, and certifies nothing. Without the worker's role, a running worker does it. "
            "Exit code 3: not certified. Secrets (env:NAME) are read from this process's environment."_s,
        .examples = {{u"oncectl certify laser print.poster"_s, u"May laser stand in for posters?"_s},
                     {u"oncectl certify laser print.poster --suite @draft.json --case small"_s,
                      u"What would a case of a new suite come to?"_s}},
        .run = &run};
}

} // namespace oncedesk
