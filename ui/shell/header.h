// Where we are connected, as whom, how fresh the view is; search; the one primary action.
#pragma once

#include "core/base/id.h"
#include "ui/desk/livedesk.h"

#include <QFrame>

class QPushButton;
class QToolButton;

namespace oncedesk {

class SearchBox;

class Header : public QFrame
{
    Q_OBJECT
public:
    explicit Header(LiveDesk &desk, QWidget *parent = nullptr);
    void focusSearch();
    // Why this login may not search; empty: it may.
    void setSearchRefusal(const QString &why);

Q_SIGNALS:
    void searched(const QString &text); // Enter was pressed
    void jobWanted(oncedesk::JobId job);
    void newJobWanted();
    void connectionWanted();
    void schemeToggled();
    void shortcutsWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    void showLink();
    void showIcons();
    LiveDesk &m_desk;
    SearchBox *m_search;
    QAction *m_glass;
    QToolButton *m_connection;
    QToolButton *m_scheme;
    QPushButton *m_newJob;
};

} // namespace oncedesk
