// What people do to the jobs chosen in the list: by button, letter or menu, for one and for many. Each opens
// a dialog that shows the list as it was at that moment.
#pragma once

#include "ui/desk/livedesk.h"

#include <QAction>
#include <QList>
#include <QObject>

class QHBoxLayout;

namespace oncedesk {

class DeskActions;
class JobsModel;
class ListTable;

class JobActions : public QObject
{
    Q_OBJECT
public:
    // The buttons go into the row.
    JobActions(LiveDesk &desk, DeskActions &actions, ListTable &table, const JobsModel &model,
               QHBoxLayout &buttons);

private:
    void addButton(QHBoxLayout &buttons, QAction &action, bool isDanger);
    void showOffer();
    // Of the selected jobs: those that nothing will move on by itself, and the attempts that may be cancelled
    // or asked about.
    [[nodiscard]] QList<JobId> stalledJobs() const;
    [[nodiscard]] QList<AttemptId> liveAttempts() const;
    [[nodiscard]] QList<AttemptId> askableAttempts() const;

    LiveDesk &m_desk;
    DeskActions &m_actions;
    ListTable &m_table;
    const JobsModel &m_model;
    QAction m_open;
    QAction m_cancel;
    QAction m_close;
    QAction m_ask;
};

} // namespace oncedesk
