#include "ui/desk/livedesk.h"

#include "ui/desk/serverkeeper.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

ConnectionSettings named(ConnectionSettings settings)
{
    if (settings.value(u"application_name"_s).isEmpty())
        settings.set(u"application_name"_s, u"oncedesk"_s);
    return settings;
}

} // namespace

LiveDesk::LiveDesk(const ConnectionSettings &settings, std::shared_ptr<LocalServer> server,
                   const Intervals &intervals, QObject *parent)
    : QObject(parent),
      m_settings(named(settings)),
      m_intervals(intervals),
      m_server(std::move(server)),
      m_lists(std::make_unique<Database>(m_settings)),
      m_actions(std::make_unique<Database>(m_settings)),
      m_listener(std::make_unique<DoorbellListener>(m_settings)),
      m_ringer(std::make_unique<DoorbellRinger>(*m_actions))
{
    if (m_server) {
        m_keeper = std::make_unique<ServerKeeper>(m_server);
        connect(m_keeper.get(), &ServerKeeper::changed, this, &LiveDesk::linkChanged);
        connect(m_keeper.get(), &ServerKeeper::started, this, &LiveDesk::look);
    }
    m_gather.setSingleShot(true);
    m_gather.setInterval(intervals.gather);
    connect(&m_gather, &QTimer::timeout, this, &LiveDesk::look);
    connect(m_listener.get(), &DoorbellListener::rang, this, [this] {
        if (!m_gather.isActive())
            m_gather.start();
    });
    m_poll.setInterval(intervals.poll);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        readAccess(); // a role may have been granted or taken away
        look();
    });
    m_poll.start();
    QTimer::singleShot(0, this, &LiveDesk::look); // the page that opens now asks first
}

LiveDesk::~LiveDesk() = default;

void LiveDesk::look()
{
    m_poll.start(); // a ring just now makes the next poll needless
    if (!m_accessKnown)
        readAccess();
    Q_EMIT changed(); // what is looked at comes before the counts, which may take a second
    if (m_counting) {
        noteSilence();
    } else {
        m_counting = true;
        m_asked.start();
        read(
            this, [](Session &session) { return board::counts(session); },
            [this](const Result<board::Counts> &counts) {
                m_counting = false;
                if (counts) {
                    m_counts = *counts;
                    Q_EMIT countsChanged();
                }
            });
    }
}

// A server that stands still breaks no link.
void LiveDesk::noteSilence()
{
    if (m_link != Link::fresh || !m_asked.hasExpired(m_intervals.silence.count()))
        return;
    m_link = Link::lost;
    m_trouble = tr("The database has not answered for %1 s.").arg(m_asked.elapsed() / 1000);
    Q_EMIT linkChanged();
}

void LiveDesk::readAccess()
{
    if (m_readingAccess)
        return;
    m_readingAccess = true;
    read(
        this, [](Session &session) { return board::access(session); },
        [this](const Result<board::Access> &access) {
            m_readingAccess = false;
            if (!access)
                return;
            const bool isNew = !m_accessKnown || !(m_access == *access);
            m_access = *access;
            m_accessKnown = true;
            if (isNew)
                Q_EMIT accessChanged();
        });
}

void LiveDesk::heard(const Error *error)
{
    const Link before = m_link;
    if (error && error->kind == ErrorKind::disconnected) {
        m_link = Link::lost;
        m_trouble = error->sentence;
        m_accessKnown = false; // whoever comes back may have been given another role
        if (m_keeper)
            m_keeper->linkIsLost();
    } else {
        m_link = Link::fresh; // refused or not, the database answered
        m_trouble.clear();
        m_lastFresh = QDateTime::currentDateTimeUtc();
        if (m_keeper)
            m_keeper->linkIsBack();
    }
    if (m_link != before)
        Q_EMIT linkChanged();
}

Error LiveDesk::away()
{
    return {ErrorKind::disconnected, tr("the banner says why."), {}};
}

QString LiveDesk::remedy() const
{
    return m_keeper ? m_keeper->sentence() : QString();
}

void LiveDesk::acted()
{
    m_ringer->ring();
    look();
}

} // namespace oncedesk
