// Contract suites: any text is read or refused with a sentence, and any answer is judged, twice the same. A
// NUL byte parts the suite from the answer.
#include "core/certify/diff.h"
#include "core/certify/verdict.h"

#include <cstdlib>

using namespace oncedesk;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto split = text.indexOf('\0');
    const QByteArray json = text.left(split);
    const QByteArray answer = split < 0 ? QByteArray("{}") : text.mid(split + 1);
    const auto suite = parseSuite(json);
    if (!suite && (suite.error().sentence.isEmpty() || suite.error().kind != ErrorKind::invalid))
        std::abort();
    if (suite) {
        WireRequest wire;
        wire.method = "POST";
        wire.body = answer;
        for (const SuiteCase &suiteCase : suite->cases) {
            const RunObservation seen{Finished{answer}, 10ms, wire};
            const Verdict verdict = judge(suiteCase, seen);
            if (verdict.passed != verdict.reason.isEmpty() || verdict.passed != verdict.allFaults.isEmpty() ||
                verdict.allFaults.size() > Verdict::mostFaults)
                std::abort();
            if (judge(suiteCase, seen).reason != verdict.reason)
                std::abort();
        }
    }
    if (!differences(answer, answer).isEmpty() || differences(json, answer).size() > mostDifferences)
        std::abort();
    return 0;
}
