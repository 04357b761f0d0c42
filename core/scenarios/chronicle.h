// What has happened in a story so far, put into words.
#pragma once

#include "core/base/id.h"
#include "core/contract/ledger.h"
#include "core/db/rows.h"
#include "core/scenarios/scenario.h"

#include <QElapsedTimer>
#include <QSet>

namespace oncedesk::lab {

// What the database answered to a submission.
[[nodiscard]] QString wordsOf(const Submission &submission);

class Chronicle
{
public:
    explicit Chronicle(std::function<void(const Beat &)> see) : m_see(std::move(see)) { m_since.start(); }

    void note(const QString &lane, const QString &text);
    void message(const QString &from, const QString &to, const QString &text);
    void decision(const QString &text, const QByteArray &sql, int rows, const QString &slot = {});
    void check(const QString &sentence, bool holds);
    void fail(const QString &why); // the first one is kept

    // Rows of scenarios/events and scenarios/races; each is told once.
    void tell(const Rows &events, const Rows &races);

    void add(JobId job);
    [[nodiscard]] const QList<qint64> &jobs() const { return m_jobs; }
    [[nodiscard]] const QString &trouble() const { return m_played.trouble; }
    [[nodiscard]] const Played &played() const { return m_played; }

private:
    void tell(Beat beat);
    void tellEvent(const Rows &events, int row);
    void tellRace(const Rows &races, int row);

    const std::function<void(const Beat &)> m_see;
    QElapsedTimer m_since;
    Played m_played;
    QList<qint64> m_jobs;
    QSet<QByteArray> m_told;
};

} // namespace oncedesk::lab
