// Which job it is, how it stands, and what may be done about it.
#pragma once

#include "core/board/jobdetail.h"
#include "ui/look/mark.h"

#include <QWidget>

class QPushButton;
class QToolButton;

namespace oncedesk {

class PlainLabel;

// Shape and word of a job's status.
class StatusChip : public QWidget
{
    Q_OBJECT
public:
    explicit StatusChip(QWidget *parent = nullptr);
    void setStatus(board::JobStatus status);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    look::Mark m_mark = look::Mark::waiting;
};

class JobHeader : public QWidget
{
    Q_OBJECT
public:
    explicit JobHeader(QWidget *parent = nullptr);
    // The number is known before anything is read.
    void setTicket(JobId job);
    void setJob(const board::JobDetail &job);
    // Live: the attempt that Cancel and Ask are about. Without the right to operate none of them is offered.
    void setActions(const board::JobDetail &job, const board::AttemptRow *live, bool mayOperate);

Q_SIGNALS:
    void backWanted();
    void copyWanted(const QString &text, const QString &what);
    void newAttemptWanted();
    void cancelWanted();
    void askWanted();
    void closeWanted();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showIcons();
    void showTexts();
    JobId m_job;
    QString m_key;
    QString m_what;
    board::Moment m_createdAt;
    QString m_createdBy;
    QToolButton *m_back;
    PlainLabel *m_title;
    StatusChip *m_chip;
    PlainLabel *m_about;
    QPushButton *m_copyLink;
    PlainLabel *m_keyText;
    QToolButton *m_copyKey;
    PlainLabel *m_created;
    PlainLabel *m_notice;
    QPushButton *m_ask;
    QPushButton *m_cancel;
    QPushButton *m_new;
    QPushButton *m_close;
};

} // namespace oncedesk
