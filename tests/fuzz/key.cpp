// Idempotency keys and owners: any bytes are taken as they are, or refused as a value.
#include "tests/fuzz/ledger.h"

using namespace oncedesk;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray given(reinterpret_cast<const char *>(data), qsizetype(size));
    NewJob job;
    job.key = given.left(given.indexOf('\n'));
    job.owner = QString::fromUtf8(given.mid(given.indexOf('\n') + 1));
    job.intent = QStringLiteral("print.poster");
    job.provider = QStringLiteral("inkjet");
    job.params = "{}";
    submitForFuzzing(job);
    return 0;
}
