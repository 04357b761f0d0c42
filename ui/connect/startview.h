// What the window shows before there is a desk: that it is being opened, or why it could not be.
#pragma once

#include "ui/connect/trouble.h"

#include <QWidget>

class QLineEdit;
class QProgressBar;
class QPushButton;

namespace oncedesk {

class PlainLabel;

class StartView : public QWidget
{
    Q_OBJECT
public:
    explicit StartView(QWidget *parent = nullptr);

    void showOpening(const QString &what);
    void showTrouble(const QString &what, const Trouble &trouble);

Q_SIGNALS:
    // The password is null unless one was asked for.
    void againWanted(const QString &password);
    void otherWanted();

private:
    PlainLabel *m_title;
    PlainLabel *m_advice;
    PlainLabel *m_detail;
    QProgressBar *m_progress;
    PlainLabel *m_passwordLabel;
    QLineEdit *m_password;
    QPushButton *m_again;
    QPushButton *m_other;
};

} // namespace oncedesk
