// What is filled in for an action: captions with their controls below them.
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QVBoxLayout;

namespace oncedesk {

class ActionForm : public QWidget
{
    Q_OBJECT
public:
    explicit ActionForm(QWidget *parent = nullptr);

    void addField(const QString &caption, QWidget *control);
    void addNote(QWidget *note);
    [[nodiscard]] QPlainTextEdit *addReason(const QString &caption);
    // What is missing about it; empty when it may be sent.
    [[nodiscard]] static QString reasonFault(const QPlainTextEdit &reason, bool isRequired);
    // False when there is nothing to fill in.
    bool focusFirst();

Q_SIGNALS:
    void edited();

private:
    QVBoxLayout *m_column;
};

} // namespace oncedesk
