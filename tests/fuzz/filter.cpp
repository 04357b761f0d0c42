// The FILTER language: no text crashes it, a fault lies inside the text, and every condition binds what it
// uses.
#include "core/board/where.h"

#include <cstdlib>

using namespace oncedesk;
using namespace oncedesk::board;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const auto subject = Subject(data[0] % 4);
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    FilterFault fault;
    const auto filter = Filter::parse(text, subject, &fault);
    if (!filter) {
        if (filter.error().sentence.isEmpty() || fault.position < 0 || fault.length < 0 ||
            fault.position + fault.length > text.size())
            std::abort();
        return 0;
    }
    const Where condition = where(*filter, 3);
    for (qsizetype i = 0; i < condition.params.size(); ++i) {
        if (!condition.sql.contains(QByteArray("$" + QByteArray::number(i + 3))))
            std::abort();
    }
    if (condition.sql.contains(QByteArray("$" + QByteArray::number(condition.params.size() + 3))))
        std::abort();
    return 0;
}
