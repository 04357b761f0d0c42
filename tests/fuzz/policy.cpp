// Policies: any JSON is taken, or refused as a value, never with an error of another kind.
#include "tests/fuzz/ledger.h"

using namespace oncedesk;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NewJob job;
    job.owner = QStringLiteral("alice");
    job.key = "fuzz";
    job.intent = QStringLiteral("print.poster");
    job.provider = QStringLiteral("inkjet");
    job.params = "{}";
    job.policy = QByteArray(reinterpret_cast<const char *>(data), qsizetype(size));
    submitForFuzzing(job);
    return 0;
}
