// What is known about one thing that needs a person, and the sentences that say it.
#pragma once

#include "core/board/attention.h"
#include "core/board/jobdetail.h"
#include "core/board/providers.h"

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <optional>

namespace oncedesk {

struct Evidence
{
    Q_DECLARE_TR_FUNCTIONS(Evidence)
public:
    board::JobDetail job;
    QList<board::WorkerRow> workers;
    QList<board::ProviderRow> providers;

    struct Fact
    {
        QString what;
        QString words;
        bool isFixed = false; // times, numbers and names of the machine
    };

    // The one that the item is about, as it is now; null when the job has none.
    [[nodiscard]] const board::AttemptRow *attemptOf(const board::AttentionItem &item) const;
    // What happened, and what it means.
    [[nodiscard]] QString explanation(const board::AttentionItem &item) const;
    // Said once it needs nobody any more.
    [[nodiscard]] QString howResolved(const board::AttentionItem &item) const;
    [[nodiscard]] QList<Fact> facts(const board::AttentionItem &item) const;
    // What another attempt would risk, or why there can be none.
    [[nodiscard]] QString ifAnotherAttempt(const board::AttentionItem &item) const;

private:
    [[nodiscard]] QString workerWords(const board::AttemptRow &attempt) const;
    [[nodiscard]] QString passedOver(const board::AttemptRow &attempt) const;
    [[nodiscard]] QString answerWords(const board::AttemptRow &attempt) const;
    [[nodiscard]] QString submissionWords() const;
};

// Inside Database::run, as its first statement. None: there is no such job any more.
Result<std::optional<Evidence>> readEvidence(Session &session, JobId job);

} // namespace oncedesk
