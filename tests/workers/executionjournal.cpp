#include "tests/workers/executionjournal.h"

#include <chrono>

namespace oncedesk {

qint64 ExecutionJournal::nowUs()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace oncedesk
