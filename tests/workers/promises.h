// What must hold between a provider's journal and the database, as SQL that finds the exceptions.
#pragma once

#include <QByteArray>
#include <array>

namespace oncedesk::promises {

struct Promise
{
    const char *name;
    const char *violations; // a SELECT of one text column, without its LIMIT
};

extern const char *const tables; // the schema "drill", and views that the promises are written on
extern const std::array<Promise, 19> always;
extern const Promise moodsDecide;
extern const char *const sweptInTime; // $1: seconds
extern const char *const counts;      // one row

} // namespace oncedesk::promises
