#include "core/engine/wording.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000, 'g', 8) % u" s"_s;
}

QString describe(const ClaimedAttempt &attempt)
{
    return u"Attempt %1 of #%2 at %3"_s.arg(attempt.attempt.value())
        .arg(attempt.job.value())
        .arg(attempt.provider);
}

QString describe(const Report &report, const ReportAnswer &answer)
{
    if (const auto *finish = std::get_if<FinishOutcome>(&answer)) {
        if (finish->won)
            return u"succeeded."_s;
        return u"lost (%1): its result was thrown away."_s.arg(finish->lostBecause);
    }
    if (const auto *fail = std::get_if<FailOutcome>(&answer)) {
        const QString code = std::get<FailedReport>(report.body).code;
        if (fail->state != AttemptState::failed)
            return u"failed (%1), which changes nothing: it is %2."_s.arg(code, toString(fail->state));
        if (!fail->nextAttempt)
            return u"failed (%1). No further attempt was opened."_s.arg(code);
        return u"failed (%1). Attempt %2 at %3 follows in %4."_s.arg(code)
            .arg(fail->nextAttempt->value())
            .arg(fail->nextProvider, seconds(fail->nextIn));
    }
    if (const auto *state = std::get_if<AttemptState>(&answer)) {
        if (*state == AttemptState::unknown)
            return u"unknown. %1"_s.arg(std::get<UnknownReport>(report.body).why);
        return u"had no outcome to report, and is %1."_s.arg(toString(*state));
    }
    return u"could not be reported, so it becomes unknown at its deadline. %1"_s.arg(
        std::get<Error>(answer).sentence);
}

} // namespace oncedesk
