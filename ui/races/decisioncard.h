// The card beside the race log: what decided the one that is chosen.
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
    explicit DecisionCard(QWidget *parent = nullptr);
    void setRace(const std::optional<board::RaceRow> &race);
    [[nodiscard]] QString statement() const;

Q_SIGNALS:
    void jobWanted(oncedesk::JobId job);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showRace();
    std::optional<board::RaceRow> m_race;
    PlainLabel *m_sentence;
    QPlainTextEdit *m_sql;
    PlainLabel *m_facts;
    PlainLabel *m_digest;
    QPushButton *m_open;
};

} // namespace oncedesk
