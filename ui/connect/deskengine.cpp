#include "ui/connect/deskengine.h"

#include <QSettings>
#include <QUrl>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

DeskEngine::DeskEngine(LiveDesk &desk, QObject *parent) : QObject(parent), m_desk(desk)
{
    connect(&desk, &LiveDesk::accessChanged, this, &DeskEngine::followWish);
    followWish();
}

DeskEngine::~DeskEngine()
{
    if (m_run)
        m_run->stop(grace);
}

QString DeskEngine::setting() const
{
    const QString place = m_desk.isPrivate() ? u"private"_s : m_desk.settings().describe();
    return u"engine/"_s + QString::fromLatin1(QUrl::toPercentEncoding(place));
}

bool DeskEngine::isAllowed() const
{
    return m_desk.isAccessKnown() && m_desk.access().mayWork;
}

bool DeskEngine::isWanted() const
{
    return QSettings().value(setting(), m_desk.isPrivate()).toBool();
}

void DeskEngine::setOn(bool on)
{
    QSettings().setValue(setting(), on);
    followWish();
}

// The access is asked for again after every lost link; an engine at work is not disturbed by that.
void DeskEngine::followWish()
{
    const bool isWantedNow = isWanted();
    if (!m_run && isWantedNow && isAllowed()) {
        m_stopping = false;
        m_run = new EngineRun(m_desk.settings(), m_desk.server());
        connect(m_run, &EngineRun::changed, this, &DeskEngine::changed);
        connect(m_run, &EngineRun::stopped, this, [this] {
            m_run = nullptr;
            followWish(); // it may have been switched on again meanwhile
        });
    } else if (m_run && !isWantedNow && !m_stopping) {
        m_stopping = true;
        m_run->stop(grace);
    }
    Q_EMIT changed();
}

QString DeskEngine::whatIsNotHeard(const Worker::Counters &counters)
{
    if (counters.lingering == 0)
        return {};
    return u' ' +
           (counters.lingering == 1
                ? tr("It still listens for the late answer of 1 unknown attempt; nobody will hear that one.")
                : tr("It still listens for the late answers of %1 unknown attempts; nobody will hear those.")
                      .arg(counters.lingering));
}

DeskEngine::State DeskEngine::state() const
{
    if (!m_run)
        return State::off;
    if (m_stopping)
        return State::stopping;
    return m_run->isConnected() ? State::on : State::connecting;
}

Worker::Counters DeskEngine::counters() const
{
    return m_run ? m_run->counters() : Worker::Counters();
}

} // namespace oncedesk
