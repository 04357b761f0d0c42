// Brings outcomes to the database in sets: the next set goes as soon as the last one is answered, so sets
// grow with the load. Nothing is dropped because the database is away; the contract makes saying it twice
// harmless.
#pragma once

#include "core/db/database.h"
#include "core/engine/availability.h"
#include "core/engine/report.h"

#include <QObject>
#include <deque>
#include <vector>

namespace oncedesk {

class Reporter : public QObject
{
    Q_OBJECT
public:
    Reporter(Database &database, std::chrono::milliseconds firstBackoff,
             std::chrono::milliseconds longestBackoff, QObject *parent = nullptr);

    void report(Report report);
    // Tries at once what waits for a pause to pass.
    void hurry();
    // Not yet answered.
    [[nodiscard]] qsizetype waiting() const;

Q_SIGNALS:
    void answered(const oncedesk::Report &report, const oncedesk::ReportAnswer &answer);
    // After each set, when its answers are out.
    void setAnswered();
    void troubled(const oncedesk::Error &error);

private:
    using Batch = std::vector<Report>;
    using Queue = std::deque<Report>;

    [[nodiscard]] Queue &queueOf(const Report &report);
    void scheduleSend();
    void send();
    // The next set of a queue: bounded in number and bytes; one that goes alone is a set by itself.
    static Batch takeBatch(Queue &queue);
    void sendFinishes(std::shared_ptr<const Batch> batch);
    void sendOthers(std::shared_ptr<const Batch> batch);
    void settle(const Batch &batch, const Result<QList<ReportAnswer>> &answers);
    void postpone(const Batch &batch, const Error &error);
    void settleRefused(const Batch &batch, const Error &error);
    void putBack(const Batch &batch, bool alone);

    Database &m_database;
    Queue m_finishes; // JSON results: one statement for a set
    Queue m_others;   // everything else: one transaction for a set
    qsizetype m_underWay = 0;
    bool m_scheduled = false;
    bool m_othersTurn = false;
    Backoff m_backoff;
    QTimer m_pause;
};

} // namespace oncedesk
