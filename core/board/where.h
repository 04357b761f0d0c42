// A filter as SQL: a condition over the query of its subject, with every value bound, none pasted.
#pragma once

#include "core/board/filter.h"
#include "core/db/param.h"

#include <QByteArray>
#include <QList>
#include <optional>

namespace oncedesk::board {

struct Where
{
    QByteArray sql = "true";
    QList<Param> params;
    // Bounds the filter sets on the ids of the rows.
    std::optional<qint64> lowestId;
    std::optional<qint64> highestId;
    // Few rows match, and an index finds them: the whole table can be searched at once.
    bool selective = false;
};

// Without what belongs to the Lab, unless the filter may mean it.
// Over the aliases of resources/sql/board/<subject>_page.sql. The first value is bound as $firstParam.
[[nodiscard]] Where where(const Filter &filter, int firstParam);

} // namespace oncedesk::board
