// One provider and one intent: what holds, in words, and what an administrator may do about it.
#pragma once

#include "core/board/certification.h"
#include "ui/widgets/card.h"

namespace oncedesk {

class CellCard : public Card
{
    Q_OBJECT
public:
    explicit CellCard(QWidget *parent = nullptr);

    void show(const board::MatrixCell &cell, bool mayAdminister);
    void showNone();
    void say(const QString &sentence, bool isRefusal);

Q_SIGNALS:
    void runWanted();
    void cancelWanted();

private:
    PlainLabel *m_name;
    PlainLabel *m_sentence;
    PlainLabel *m_said;
    QPushButton *m_run;
    QPushButton *m_cancel;
};

} // namespace oncedesk
