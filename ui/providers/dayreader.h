// Reads a provider's day. Changes come many a second and a half hour is long: the same one is read once a
// second at most, another at once.
#pragma once

#include "core/board/providerday.h"

#include <QObject>
#include <QTimer>

namespace oncedesk {

class LiveDesk;

class DayReader : public QObject
{
    Q_OBJECT
public:
    explicit DayReader(LiveDesk &desk, QObject *parent = nullptr);

    void read(const QString &provider);

Q_SIGNALS:
    // Of the provider that was asked for last, and of no other.
    void answered(const oncedesk::Result<oncedesk::board::ProviderDay> &day);

private:
    LiveDesk &m_desk;
    QTimer m_pause;
    QString m_provider;
    int m_asked = 0;
    bool m_isComing = false;
    bool m_again = false;
};

} // namespace oncedesk
