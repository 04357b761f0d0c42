// "What decided", for one race.
#pragma once

#include "ui/job/decision.h"
#include "ui/look/mark.h"
#include "ui/widgets/card.h"

#include <optional>

class QPlainTextEdit;

namespace oncedesk {

class DecisionCard : public Card
{
    Q_OBJECT
public:
    explicit DecisionCard(QWidget *parent = nullptr);
    void show(const Decision &decision);
    void showNone(const QString &why);
    using QWidget::show;

protected:
    void changeEvent(QEvent *event) override;

private:
    void write();
    PlainLabel *m_sentence;
    QPlainTextEdit *m_sql;
    std::optional<Decision> m_decision;
};

} // namespace oncedesk
