// Walks the console through a written list of steps and takes pictures on the way: oncedesk --tour FILE,
// which --help does not list. tests/ui/pictures/run writes such files. One step a line:
//   size 1280 800     colours dark     page jobs        press Ctrl+F     type state:unknown
//   click NAME        tab NAME 1       row NAME 3       until NAME       wait 500         grab FILE.png every
//   PAGE.png
// NAME is a widget's object name; the one in front is meant when several are shown. "every" grabs each page
// there is, PAGE standing for its key. Clicks and keys are the ones a person would use; what they do to the
// desk is done. Ends the program after the last step.
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>
#include <QTimer>

class QWidget;

namespace oncedesk {

class MainWindow;

class Tour : public QObject
{
    Q_OBJECT
public:
    Tour(MainWindow &window, const QStringList &steps, QObject *parent = nullptr);

private:
    void take();
    [[nodiscard]] bool perform(const QString &verb, const QString &rest);
    [[nodiscard]] static QList<QWidget *> dialogs();
    [[nodiscard]] QWidget *find(const QString &name) const;
    [[nodiscard]] bool grab(const QString &file) const;
    [[nodiscard]] QWidget *focus() const; // what keys go to
    [[nodiscard]] bool press(const QString &keys) const;
    MainWindow &m_window;
    QStringList m_steps;
    QTimer m_timer;
    int m_waited = 0; // turns spent on an "until"
};

} // namespace oncedesk
