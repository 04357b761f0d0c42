// How times are written everywhere in the console: local or UTC, one setting, the offset always shown.
#pragma once

#include "core/board/moment.h"

#include <QObject>
#include <chrono>

namespace oncedesk {

class Times : public QObject
{
    Q_OBJECT
public:
    enum class Zone { local, utc };

    // The program's one setting. GUI thread only.
    static Times &instance();

    [[nodiscard]] Zone zone() const { return m_zone; }
    void setZone(Zone zone);

    // "2026-11-30 14:05:12.204 +05:30"; empty when it has not happened.
    [[nodiscard]] QString full(const board::Moment &moment) const;
    // "14:05:12.204 +05:30" on the day that `now` is, "2026-11-29 14:05 +05:30" on any other.
    [[nodiscard]] QString brief(const board::Moment &moment,
                                const QDateTime &now = QDateTime::currentDateTimeUtc()) const;
    // In the zone that the setting names.
    [[nodiscard]] QDateTime shown(const board::Moment &moment) const;
    // "+05:30" or "UTC", of now.
    [[nodiscard]] QString offset() const;

    // "0.4 s", "14 s", "6 min 41 s", "2 h 08 min", "3 d 4 h".
    [[nodiscard]] static QString span(std::chrono::milliseconds time);

Q_SIGNALS:
    void changed();

private:
    Times();
    Zone m_zone = Zone::local;
};

} // namespace oncedesk
