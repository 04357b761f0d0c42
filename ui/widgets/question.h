// A sentence that says what will happen, and two buttons. Nothing happens unless the first is pressed.
#pragma once

#include <QDialog>

namespace oncedesk {

class PlainLabel;

class Question : public QDialog
{
    Q_OBJECT
public:
    struct Words
    {
        QString title;    // "Disable laser"
        QString sentence; // what it means, also what it does not do
        QString yes;      // "Disable"
        QString no;       // empty: Cancel
        bool isDanger = false;
    };

    // Opens window-modal and goes by itself; accepted() says yes. The one that does nothing has the focus.
    static Question *ask(QWidget *parent, const Words &words);
    // What it means has changed while it was being read.
    void setSentence(const QString &sentence);

private:
    Question(QWidget *parent, const Words &words);
    PlainLabel *m_sentence;
};

} // namespace oncedesk
