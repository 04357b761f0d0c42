#include "tests/drill/voice.h"

namespace oncedesk::drill {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

Voice::Voice(int number, const ConnectionSettings &settings, Scene &scene, const QString &journal)
    : m_number(number), m_scene(scene), m_line(settings), m_journal(journal)
{
}

Entry Voice::begin(const char *kind)
{
    Entry entry;
    entry.call = m_number * Entry::callsOfOne + ++m_calls;
    entry.kind = kind;
    return entry;
}

Rows Voice::put(Entry &entry, const char *sql, const QList<Param> &params, Put how)
{
    entry.began = m_scene.tick();
    while (connect()) {
        const Reply reply = m_line.ask(sql, params);
        switch (reply.kind) {
        case Reply::Kind::told:
        case Reply::Kind::refused:
            entry.ended = m_scene.tick();
            entry.refused = reply.kind == Reply::Kind::refused;
            m_scene.onAnswer();
            return entry.refused ? Rows() : reply.rows;
        case Reply::Kind::tryAgain:
            break;
        case Reply::Kind::lost:
            ++entry.doubts;
            if (how == Put::once)
                return {};
            break;
        case Reply::Kind::fault:
            complain(entry, reply.message);
            ++entry.doubts;
            return {};
        }
    }
    return {};
}

bool Voice::connect()
{
    const auto end = std::chrono::steady_clock::now() + 90s;
    while (!m_line.open()) {
        if (std::chrono::steady_clock::now() > end || !m_scene.faults().isEmpty()) {
            m_scene.fault(u"caller %1 could not connect for a minute and a half: %2"_s.arg(m_number).arg(
                QString::fromUtf8(m_line.whyNot())));
            return false;
        }
        m_scene.waitForServer();
    }
    return true;
}

void Voice::complain(const Entry &entry, const QByteArray &message)
{
    m_scene.fault(u"call %1 (%2): %3"_s.arg(QString::number(entry.call), QString::fromLatin1(entry.kind),
                                            QString::fromUtf8(message)));
}

} // namespace oncedesk::drill
