// What a worker has to say about one attempt, and what the database answered.
#pragma once

#include "core/contract/ledger.h"

#include <variant>

namespace oncedesk {

struct FinishedReport
{
    QByteArray result;
    bool asBytes = false; // jsonb cannot hold it
};

struct FailedReport
{
    QString code;
    QString message;
    bool retryable = false;
    std::optional<std::chrono::milliseconds> retryAfter;
};

struct UnknownReport
{
    QString why;
};

struct Report
{
    AttemptId attempt;
    QByteArray token;
    std::variant<FinishedReport, FailedReport, UnknownReport> body;
    // Something in a batch was refused: each of the batch then goes by itself.
    bool alone = false;
};

// AttemptState answers an UnknownReport. Error: the database will never take this report.
using ReportAnswer = std::variant<FinishOutcome, FailOutcome, AttemptState, Error>;

} // namespace oncedesk
