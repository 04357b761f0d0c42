#include "ui/providers/dayreader.h"

#include "ui/desk/livedesk.h"

namespace oncedesk {

using namespace std::chrono_literals;

DayReader::DayReader(LiveDesk &desk, QObject *parent) : QObject(parent), m_desk(desk)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(1s);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_again)
            read(m_provider);
    });
}

void DayReader::read(const QString &provider)
{
    if (provider == m_provider && (m_isComing || m_pause.isActive())) {
        m_again = true;
        return;
    }
    m_provider = provider;
    m_isComing = true;
    m_again = false;
    const int asked = ++m_asked;
    m_desk.read(
        this, [provider](Session &session) { return board::providerDay(session, provider); },
        [this, asked](const Result<board::ProviderDay> &day) {
            if (asked != m_asked)
                return;
            m_isComing = false;
            m_pause.start();
            Q_EMIT answered(day);
        });
}

} // namespace oncedesk
