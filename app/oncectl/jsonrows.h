// Rows of the board as JSON objects. Names are those of the SQL views; JSON texts go in as they are.
#pragma once

#include "core/base/id.h"
#include "core/base/jsonwriter.h"
#include "core/board/actions.h"
#include "core/board/jobdetail.h"
#include "core/board/jobs.h"
#include "core/board/races.h"
#include "core/board/submissions.h"

#include <optional>

namespace oncedesk {

void writeRow(JsonWriter &writer, const board::JobRow &row);
void writeRow(JsonWriter &writer, const board::SubmissionRow &row);
void writeRow(JsonWriter &writer, const board::RaceRow &row);
void writeRow(JsonWriter &writer, const board::ActionRow &row);
void writeJob(JsonWriter &writer, const board::JobDetail &job);

// The id, or null.
template<class Tag>
void writeId(JsonWriter &writer, const QString &name, const std::optional<Id<Tag>> &id)
{
    writer.key(name);
    if (id)
        writer.value(id->value());
    else
        writer.null();
}

} // namespace oncedesk
