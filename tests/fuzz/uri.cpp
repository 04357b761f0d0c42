// Connection URIs and keywords: what is understood can be written down and means the same when it is read
// again.
#include "core/db/connectionsettings.h"

#include <cstdlib>

using namespace oncedesk;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto settings = ConnectionSettings::parse(text);
    if (!settings) {
        if (settings.error().sentence.isEmpty())
            std::abort();
        return 0;
    }
    const auto again = ConnectionSettings::parse(settings->toKeywords());
    if (!again || again->values() != settings->values() || again->describe() != settings->describe())
        std::abort();
    return 0;
}
