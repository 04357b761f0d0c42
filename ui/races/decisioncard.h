// The card beside a list of races: what decided the one that is chosen.
#pragma once

#include "core/board/races.h"
#include "ui/widgets/card.h"

#include <optional>

class QPlainTextEdit;
class QPushButton;

namespace oncedesk {

class DecisionCard : public Card
{
    Q_OBJECT
public:
    // On a ticket's own page the ticket is not told once more.
    enum class Place { log, ticket };
    explicit DecisionCard(QWidget *parent = nullptr, Place place = Place::log);
    void setRace(const std::optional<board::RaceRow> &race, bool wasClosed = false);
    [[nodiscard]] QString statement() const;

Q_SIGNALS:
    void jobWanted(oncedesk::JobId job);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showRace();
    const Place m_place;
    std::optional<board::RaceRow> m_race;
    bool m_wasClosed = false;
    PlainLabel *m_sentence;
    QPlainTextEdit *m_sql;
    PlainLabel *m_facts;
    PlainLabel *m_digest;
    QPushButton *m_open;
};

} // namespace oncedesk
