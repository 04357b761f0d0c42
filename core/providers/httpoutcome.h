// The table "What leaves doubt, and what does not": from an HTTP exchange to the attempt's outcome.
#pragma once

#include "core/providers/httpexchange.h"
#include "core/providers/provider.h"

#include <QDateTime>
#include <QSet>

namespace oncedesk {

// `definiteStatuses`: statuses of this provider that are failures for sure although the table calls them
// doubt. `now` serves a Retry-After date only when the answer has no Date header of its own.
[[nodiscard]] Outcome outcomeOf(const HttpExchange &exchange, const QSet<int> &definiteStatuses,
                                const QDateTime &now);

// The beginning of a body as one line for people.
[[nodiscard]] QString excerpt(const QByteArray &body, qsizetype bytes = 300);

// The string at a pointer into an answer, as the name of a model or version: one line, at most 200
// characters.
[[nodiscard]] QString modelNamedIn(const QByteArray &body, const QString &pointer);

} // namespace oncedesk
