#include "core/engine/reporter.h"

#include <algorithm>

namespace oncedesk {

namespace {

constexpr size_t mostInBatch = 400;
constexpr qsizetype mostBytesInBatch = 8 * 1024 * 1024;

Result<ReportAnswer> sayOne(Ledger &ledger, const Report &report)
{
    const auto as = [](auto result) -> Result<ReportAnswer> {
        if (!result)
            return result.error();
        return ReportAnswer(std::move(result).value());
    };
    if (const auto *finished = std::get_if<FinishedReport>(&report.body)) {
        return as(finished->asBytes
                      ? ledger.finishAttemptBytes(report.attempt, report.token, finished->result)
                      : ledger.finishAttempt(report.attempt, report.token, finished->result));
    }
    if (const auto *failed = std::get_if<FailedReport>(&report.body)) {
        return as(ledger.failAttempt(report.attempt, report.token, failed->code, failed->message,
                                     failed->retryable, failed->retryAfter));
    }
    return as(ledger.markUnknown(report.attempt, report.token, std::get<UnknownReport>(report.body).why));
}

// A value that jsonb did not take after all. 22023 is the contract's own refusal: bytes would not help.
bool blamesTheValue(const Error &error)
{
    return (error.sqlState.startsWith(QLatin1String("22")) && error.sqlState != QLatin1String("22023")) ||
           error.sqlState.startsWith(QLatin1String("54"));
}

bool isJsonFinish(const Report &report)
{
    const auto *finished = std::get_if<FinishedReport>(&report.body);
    return finished && !finished->asBytes;
}

qsizetype bytesOf(const Report &report)
{
    const auto *finished = std::get_if<FinishedReport>(&report.body);
    return finished ? finished->result.size() : 0;
}

} // namespace

Reporter::Reporter(Database &database, std::chrono::milliseconds firstBackoff,
                   std::chrono::milliseconds longestBackoff, QObject *parent)
    : QObject(parent), m_database(database), m_backoff(firstBackoff, longestBackoff)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &Reporter::send);
}

void Reporter::report(Report report)
{
    Queue &queue = queueOf(report);
    queue.push_back(std::move(report));
    scheduleSend();
}

Reporter::Queue &Reporter::queueOf(const Report &report)
{
    return isJsonFinish(report) ? m_finishes : m_others;
}

void Reporter::hurry()
{
    if (!m_pause.isActive())
        return;
    m_pause.stop();
    scheduleSend();
}

qsizetype Reporter::waiting() const
{
    return m_underWay + qsizetype(m_finishes.size() + m_others.size());
}

// Later in this turn of the event loop's, so that outcomes that come together go together.
void Reporter::scheduleSend()
{
    if (m_scheduled || m_underWay > 0 || m_pause.isActive())
        return;
    m_scheduled = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_scheduled = false;
            send();
        },
        Qt::QueuedConnection);
}

void Reporter::send()
{
    if (m_underWay > 0 || (m_finishes.empty() && m_others.empty()))
        return;
    const bool others = m_finishes.empty() || (m_othersTurn && !m_others.empty());
    m_othersTurn = !others;
    const auto batch = std::make_shared<const Batch>(takeBatch(others ? m_others : m_finishes));
    m_underWay = qsizetype(batch->size());
    if (others)
        sendOthers(batch);
    else
        sendFinishes(batch);
}

Reporter::Batch Reporter::takeBatch(Queue &queue)
{
    Batch batch;
    qsizetype bytes = 0;
    while (!queue.empty() && batch.size() < mostInBatch) {
        const Report &next = queue.front();
        bytes += bytesOf(next);
        if (!batch.empty() && (next.alone || bytes > mostBytesInBatch))
            break;
        const bool alone = next.alone;
        batch.push_back(std::move(queue.front()));
        queue.pop_front();
        if (alone)
            break;
    }
    return batch;
}

void Reporter::sendFinishes(std::shared_ptr<const Batch> batch)
{
    m_database
        .call([batch](Session &session) -> Result<QList<ReportAnswer>> {
            QList<FinishReport> reports;
            reports.reserve(qsizetype(batch->size()));
            for (const Report &report : *batch)
                reports.append({report.attempt, report.token, std::get<FinishedReport>(report.body).result});
            auto outcomes = Ledger(session).finishAttempts(reports);
            if (!outcomes)
                return outcomes.error();
            return QList<ReportAnswer>(outcomes->cbegin(), outcomes->cend());
        })
        .then(this, [this, batch](const Result<QList<ReportAnswer>> &answers) { settle(*batch, answers); });
}

void Reporter::sendOthers(std::shared_ptr<const Batch> batch)
{
    // In the order of their ids, so that two workers do not wait for each other in a circle.
    const auto say = [batch](Session &session) -> Result<QList<ReportAnswer>> {
        std::vector<size_t> order(batch->size());
        for (size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return (*batch)[a].attempt < (*batch)[b].attempt; });
        Ledger ledger(session);
        QList<ReportAnswer> answers(qsizetype(batch->size()));
        for (const size_t i : order) {
            auto answer = sayOne(ledger, (*batch)[i]);
            if (!answer)
                return answer.error();
            answers[qsizetype(i)] = std::move(answer).value();
        }
        return answers;
    };
    auto answered = batch->size() == 1 ? m_database.call(say) : m_database.run(say);
    answered.then(this,
                  [this, batch](const Result<QList<ReportAnswer>> &answers) { settle(*batch, answers); });
}

void Reporter::settle(const Batch &batch, const Result<QList<ReportAnswer>> &answers)
{
    m_underWay = 0;
    if (!answers) {
        if (isTransient(answers.error())) {
            postpone(batch, answers.error());
            m_pause.start(m_backoff.next());
            Q_EMIT troubled(answers.error());
        } else {
            settleRefused(batch, answers.error());
            scheduleSend();
        }
        return;
    }
    m_backoff.reset();
    // The next set is on its way while the answers of this one are told.
    send();
    for (size_t i = 0; i < batch.size(); ++i)
        Q_EMIT answered(batch[i], answers->at(qsizetype(i)));
    Q_EMIT setAnswered();
}

void Reporter::postpone(const Batch &batch, const Error &error)
{
    if (error.kind == ErrorKind::disconnected)
        putBack(batch, batch.front().alone);
    else if (batch.size() > 1)
        putBack(batch, true);
    else // whatever it runs into each time, the others go on
        queueOf(batch.front()).push_back(batch.front());
}

void Reporter::settleRefused(const Batch &batch, const Error &error)
{
    if (batch.size() > 1) {
        putBack(batch, true);
        return;
    }
    Report report = batch.front();
    if (isJsonFinish(report) && blamesTheValue(error)) {
        std::get<FinishedReport>(report.body).asBytes = true;
        m_others.push_front(std::move(report));
        return;
    }
    Q_EMIT answered(report, error);
    Q_EMIT setAnswered();
}

void Reporter::putBack(const Batch &batch, bool alone)
{
    Queue &queue = queueOf(batch.front());
    queue.insert(queue.begin(), batch.begin(), batch.end());
    for (size_t i = 0; i < batch.size(); ++i)
        queue[i].alone = alone;
}

} // namespace oncedesk
