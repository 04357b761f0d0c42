#include "core/scenarios/stage.h"

#include "core/contract/administration.h"
#include "core/contract/certification.h"
#include "core/db/sqltext.h"
#include "core/scenarios/hangup.h"
#include "core/scenarios/leftovers.h"
#include "core/scenarios/preparation.h"

#include <QUuid>
#include <thread>

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 20s; // with what must come about
constexpr auto between = 20ms; // two looks
const QString databaseLane = u"database"_s;

const QByteArray suite = R"({"intent": "lab.print", "repeat": 1,
  "answer": {"schema": {"type": "object", "required": ["by"]}},
  "cases": [{"name": "one poster", "params": {"amount": 450}}]})";

} // namespace

Stage::Stage(const ConnectionSettings &settings, const QString &story, const Audience &audience)
    : m_settings(settings),
      m_audience(audience),
      m_key((story + u'-' + QUuid::createUuid().toString(QUuid::Id128).left(12)).toLatin1()),
      m_chronicle(audience.see),
      m_database(settings),
      m_crew(settings)
{
}

Stage::~Stage() = default;

template<class T, class F>
T Stage::ask(Database &database, F work)
{
    if (isOver())
        return T();
    Result<T> answer = database.call(std::move(work)).takeResult();
    if (answer)
        return std::move(answer).value();
    fail(answer.error());
    return T();
}

void Stage::fail(const Error &error)
{
    m_chronicle.fail(error.sentence);
}

Result<Done> Stage::setUp()
{
    const auto prepared = prepare(m_database);
    m_isReady = prepared.ok();
    return prepared;
}

void Stage::tearDown()
{
    if (!m_isReady)
        return;
    m_crew.stopAll();
    for (const auto &client : std::as_const(m_clients))
        client->close(1s, 1s);
    if (const auto closed = closeJobs(m_database, m_chronicle.jobs()); !closed)
        fail(closed.error());
}

void Stage::provider(const QString &name, const QByteArray &steps)
{
    const QByteArray settings = "{\"steps\": " + steps + '}';
    ask<Done>(m_database, [name, settings](Session &session) {
        return Administration(session).setProvider(name, settings);
    });
}

// In the database: of this story alone.
QString Stage::nameOf(const QString &worker) const
{
    return QString::fromLatin1(m_key) + u'/' + worker;
}

void Stage::worker(const QString &name)
{
    if (isOver())
        return;
    m_crew.start(nameOf(name), {inkjet, laser});
    m_chronicle.note(name, u"begins its work"_s);
}

void Stage::killWorker(const QString &name)
{
    if (isOver())
        return;
    m_crew.kill(nameOf(name));
    m_chronicle.note(name, u"is killed, and reports nothing"_s);
}

Database &Stage::client(const QString &name)
{
    auto &client = m_clients[name];
    if (!client) {
        client = std::make_shared<Database>(m_settings);
        client->call([](Session &session) { return session.exec("SELECT 1"); })
            .waitForFinished(); // connected
    }
    return *client;
}

NewJob Stage::jobOf(const Click &click) const
{
    return {.owner = click.owner,
            .key = click.key.isEmpty() ? m_key : click.key,
            .intent = intent,
            .provider = inkjet,
            .params = click.params,
            .policy = click.policy,
            .client = click.client};
}

void Stage::told(const Click &click, const Submission &submission)
{
    const bool isCreated = submission.outcome == Submission::Outcome::created;
    m_chronicle.decision(isCreated ? u"the key was free"_s : u"the key is taken"_s,
                         "INSERT INTO oncedesk.jobs (owner_id, idempotency_key, …) VALUES ('" +
                             click.owner.toUtf8() + "', '" + jobOf(click).key +
                             "', …)\n ON CONFLICT (owner_id, idempotency_key) DO NOTHING",
                         isCreated ? 1 : 0);
    m_chronicle.message(databaseLane, click.client, wordsOf(submission));
    if (submission.job)
        m_chronicle.add(*submission.job);
    watch();
}

Submission Stage::submit(const Click &click)
{
    return submitAtOnce({click}).value(0);
}

QList<Submission> Stage::submitAtOnce(const QList<Click> &clicks)
{
    QList<Submission> submissions(clicks.size());
    if (isOver())
        return submissions;
    for (const Click &click : clicks)
        (void)client(click.client);
    QList<QFuture<Result<Submission>>> coming;
    for (const Click &click : clicks) {
        m_chronicle.message(click.client, databaseLane,
                            u"submit, owner %1, key %2, %3"_s.arg(click.owner,
                                                                  QString::fromLatin1(jobOf(click).key),
                                                                  QString::fromUtf8(click.params)));
        coming += client(click.client).call([job = jobOf(click)](Session &session) {
            return Ledger(session).submit(job);
        });
    }
    for (qsizetype i = 0; i < coming.size(); ++i) {
        const Result<Submission> answer = coming[i].takeResult();
        if (!answer) {
            fail(answer.error());
            continue;
        }
        submissions[i] = *answer;
        told(clicks[i], *answer);
    }
    return submissions;
}

void Stage::submitAndHangUp(const Click &click)
{
    if (isOver())
        return;
    m_chronicle.message(click.client, databaseLane, u"submit, key %1"_s.arg(QString::fromLatin1(m_key)));
    if (const auto sent = sendAndHangUp(m_settings, jobOf(click)); !sent)
        return fail(sent.error());
    m_chronicle.note(click.client, u"its connection is cut before the answer can be read"_s);
}

OpenedAttempt Stage::open(JobId job, const QString &provider, const QString &reason)
{
    if (!isOver())
        m_chronicle.message(u"person"_s, databaseLane, u"a new attempt at %1"_s.arg(provider.mid(4)));
    const auto opened = ask<OpenedAttempt>(
        m_database, [=](Session &session) { return Ledger(session).openAttempt(job, provider, reason); });
    if (!isOver())
        m_chronicle.message(databaseLane, u"person"_s,
                            opened.opened ? u"attempt %1 is open"_s.arg(opened.ordinal)
                                          : u"refused: %1"_s.arg(opened.refusal));
    watch();
    return opened;
}

CancelOutcome Stage::cancel(JobId job, int ordinal, const QString &reason)
{
    const auto id = AttemptId(attempt(job, ordinal, "id").toLongLong());
    if (!isOver())
        m_chronicle.message(u"person"_s, databaseLane, u"cancel attempt %1: %2"_s.arg(ordinal).arg(reason));
    const auto outcome = ask<CancelOutcome>(m_database, [=](Session &session) {
        return Ledger(session).cancelAttempt(id, reason, u"accepted_risk"_s);
    });
    watch();
    return outcome;
}

bool Stage::certify(const QString &provider)
{
    ask<SavedSuite>(m_database,
                    [](Session &session) { return Certification(session).saveSuite(intent, suite); });
    const auto run = ask<CertificationRunId>(m_database, [provider](Session &session) {
        return Certification(session).request(provider, intent);
    });
    if (!isOver())
        m_chronicle.note(provider.mid(4), u"is put to the contract suite of %1"_s.arg(intent));
    std::optional<RunEnd> end;
    await(u"the contract suite has been run"_s, [&] {
        end = ask<std::optional<RunEnd>>(m_database,
                                         [run](Session &session) { return Certification(session).end(run); });
        return end.has_value();
    });
    if (!end)
        return false;
    m_chronicle.note(provider.mid(4), end->outcome == u"passed" ? u"passes, and is certified"_s
                                                                : u"does not pass: %1"_s.arg(end->reason));
    return end->outcome == u"passed";
}

std::pair<QList<ClaimedAttempt>, QList<ClaimedAttempt>> Stage::claimAtOnce(const QString &one,
                                                                           const QString &two)
{
    if (isOver())
        return {};
    const auto claiming = [this](const QString &name) {
        m_chronicle.message(name, databaseLane, u"claim what waits"_s);
        return client(name).call([name = nameOf(name)](Session &session) {
            return Ledger(session).claimAttempts(name, {inkjet}, 1);
        });
    };
    (void)client(one); // connected before either sends
    (void)client(two);
    auto ofOne = claiming(one);
    auto ofTwo = claiming(two);
    const auto given = [this](QFuture<Result<QList<ClaimedAttempt>>> &coming, const QString &name) {
        auto claimed = coming.takeResult();
        if (!claimed) {
            fail(claimed.error());
            return QList<ClaimedAttempt>();
        }
        m_chronicle.decision(
            claimed->isEmpty() ? u"%1 gets nothing"_s.arg(name) : u"%1 gets it"_s.arg(name),
            "SELECT … FROM oncedesk.attempts WHERE state = 'pending' … LIMIT 1 FOR UPDATE SKIP LOCKED",
            int(claimed->size()));
        return *claimed;
    };
    auto first = given(ofOne, one);
    auto second = given(ofTwo, two);
    watch();
    return {first, second};
}

FinishOutcome Stage::finish(const ClaimedAttempt &attempt, const QString &worker, const QByteArray &result)
{
    auto outcome = ask<FinishOutcome>(client(worker), [=](Session &session) {
        return Ledger(session).finishAttempt(attempt.attempt, attempt.token, result);
    });
    watch();
    return outcome;
}

bool Stage::await(const QString &what, const std::function<bool()> &holds)
{
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!isOver()) {
        watch();
        if (holds()) {
            watch(); // what made it so is told before what follows from it
            return !isOver();
        }
        if (m_audience.hasLeft())
            m_chronicle.fail(u"It was broken off."_s);
        else if (std::chrono::steady_clock::now() > end)
            m_chronicle.fail(u"It did not come about that %1."_s.arg(what));
        std::this_thread::sleep_for(between);
    }
    return false;
}

bool Stage::awaitStatus(JobId job, const QString &status)
{
    return await(u"ticket #%1 is %2"_s.arg(job.value()).arg(status), [&] {
        return value(job, "SELECT status FROM oncedesk.job_status_view WHERE id = $1") == status;
    });
}

bool Stage::awaitAttempt(JobId job, int ordinal, const QString &state)
{
    return await(u"attempt %1 of ticket #%2 is %3"_s.arg(ordinal).arg(job.value()).arg(state),
                 [&] { return attempt(job, ordinal, "state") == state; });
}

bool Stage::awaitRaces(JobId job, int count)
{
    return await(u"%1 answers to ticket #%2 have raced"_s.arg(count).arg(job.value()), [&] {
        return value(job, "SELECT count(*) FROM oncedesk.race_view WHERE job_id = $1").toInt() >= count;
    });
}

void Stage::check(const QString &sentence, bool holds)
{
    if (!isOver())
        m_chronicle.check(sentence, holds);
}

void Stage::note(const QString &lane, const QString &text)
{
    if (!isOver())
        m_chronicle.note(lane, text);
}

QString Stage::value(JobId job, const QByteArray &sql)
{
    const auto rows =
        ask<std::optional<Rows>>(m_database, [=](Session &session) -> Result<std::optional<Rows>> {
            auto answer = session.exec(sql, {job});
            if (!answer)
                return answer.error();
            return std::optional(std::move(answer).value());
        });
    return rows && rows->size() > 0 ? rows->text(0, 0) : QString();
}

QString Stage::attempt(JobId job, int ordinal, const QByteArray &column)
{
    return value(job, "SELECT " + column + " FROM oncedesk.attempt_view WHERE job_id = $1 AND ordinal = " +
                          QByteArray::number(ordinal));
}

void Stage::watch()
{
    if (m_chronicle.jobs().isEmpty() || isOver())
        return;
    using Both = std::optional<std::pair<Rows, Rows>>;
    const auto both = ask<Both>(m_database, [jobs = m_chronicle.jobs()](Session &session) -> Result<Both> {
        const auto events = session.exec(sqlText("scenarios/events"), {Param::array(jobs)});
        if (!events)
            return events.error();
        const auto races = session.exec(sqlText("scenarios/races"), {Param::array(jobs)});
        if (!races)
            return races.error();
        return Both(std::pair(*events, *races));
    });
    if (both)
        m_chronicle.tell(both->first, both->second);
}

} // namespace oncedesk::lab
