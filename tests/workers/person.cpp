#include "tests/workers/person.h"

namespace oncedesk {

namespace {

quint64 chance(quint64 seed, qint64 attempt)
{
    quint64 x = seed ^ (quint64(attempt) * 0x9e3779b97f4a7c15ULL);
    x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9ULL;
    return x ^ (x >> 29);
}

} // namespace

Person::Person(const ConnectionSettings &settings, quint64 seed, int share, QByteArray elsewhere)
    : m_connection(settings), m_seed(seed), m_share(share), m_elsewhere(std::move(elsewhere))
{
}

int Person::clear()
{
    const auto unknown =
        m_connection.exec("SELECT a.id, a.job_id FROM oncedesk.attempts a WHERE a.state = 'unknown'");
    int cancelled = 0;
    for (int row = 0; unknown.ok() && row < unknown.rows.size(); ++row) {
        const qint64 attempt = unknown.rows.integer(row, 0);
        const quint64 dice = chance(m_seed, attempt);
        if (dice % 100 >= quint64(m_share))
            continue;
        const auto answer =
            m_connection.exec("SELECT outcome FROM oncedesk.cancel_attempt($1, 'The printer was looked at.',"
                              " 'accepted_risk')",
                              {attempt});
        if (!answer.ok() || answer.text() != QLatin1String("cancelled"))
            continue; // another one decided, or the server went: it is looked at again
        ++cancelled;
        if (dice / 100 % 2 == 0) {
            const bool away = !m_elsewhere.isEmpty() && dice / 200 % 2 == 0;
            (void)m_connection.exec("SELECT oncedesk.open_attempt($1, nullif($2, ''), 'The tray was empty.')",
                                    {unknown.rows.integer(row, 1), away ? m_elsewhere : QByteArray("")});
        }
    }
    return cancelled;
}

} // namespace oncedesk
