// Finds a ticket by its number, key or owner: the newest that fit are offered while one types.
#pragma once

#include "core/board/jobs.h"
#include "ui/desk/livedesk.h"

#include <QLineEdit>
#include <QTimer>

class QCompleter;
class QStandardItemModel;

namespace oncedesk {

class SearchBox : public QLineEdit
{
    Q_OBJECT
public:
    explicit SearchBox(LiveDesk &desk, QWidget *parent = nullptr);

Q_SIGNALS:
    void searched(const QString &text); // Enter was pressed, with nothing chosen
    void jobChosen(oncedesk::JobId job);

private:
    void readMatches();
    void offer(const QList<board::JobRow> &rows);
    LiveDesk &m_desk;
    QStandardItemModel *m_found;
    QCompleter *m_completer;
    bool m_hasChosen = false;
    QTimer m_pause; // until one has stopped typing
};

} // namespace oncedesk
