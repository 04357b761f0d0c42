// A provider's day in words: what its charts say to those who point at them, and to those who do not see
// them.
#pragma once

#include "core/board/providerday.h"

#include <QCoreApplication>

namespace oncedesk {

class DayWords
{
    Q_DECLARE_TR_FUNCTIONS(DayWords)
public:
    // "14.3 %"
    [[nodiscard]] static QString percent(int part, int whole);
    // "15:00–15:30 +05:30"
    [[nodiscard]] static QString when(const board::HalfHour &one);
    // For a scale: "0.5 s", "20 s", "5 min", "2 h"
    [[nodiscard]] static QString round(std::chrono::milliseconds time);

    // The numbers of one half hour, each beside its chart.
    [[nodiscard]] static QString inFlight(const board::HalfHour &one);
    [[nodiscard]] static QString unknown(const board::HalfHour &one);
    // All of them in one sentence.
    [[nodiscard]] static QString spoken(const board::HalfHour &one, bool wasRead);

    // What stands there while none is chosen.
    [[nodiscard]] static QString mostInFlight(const board::ProviderDay &day);
    [[nodiscard]] static QString mostUnknown(const board::ProviderDay &day);
    // The whole day in one sentence.
    [[nodiscard]] static QString summary(const board::ProviderDay &day);
    // How far back it reaches; empty when that is the whole day.
    [[nodiscard]] static QString reach(const board::ProviderDay &day);
    // Instead of charts; empty when there is something to draw.
    [[nodiscard]] static QString nothing(const board::ProviderDay &day);
};

} // namespace oncedesk
