// How many jobs there are in each status, live, and how times are written.
#pragma once

#include "core/board/counts.h"
#include "ui/look/mark.h"

#include <QFrame>
#include <QList>

class QToolButton;

namespace oncedesk {

// One status: shape, word, number. A click lists those jobs.
class StatusCount : public QWidget
{
    Q_OBJECT
public:
    explicit StatusCount(look::Mark mark, QWidget *parent = nullptr);
    void setCount(qint64 count, bool isEstimate);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void chosen();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QString number() const;
    look::Mark m_mark;
    qint64 m_count = 0;
    bool m_isEstimate = false;
};

class Footer : public QFrame
{
    Q_OBJECT
public:
    explicit Footer(QWidget *parent = nullptr);
    void setCounts(const board::Counts &counts);
    void setCountsShown(bool areShown);

Q_SIGNALS:
    void statusChosen(oncedesk::board::JobStatus status);

private:
    QList<StatusCount *> m_counts;
    QToolButton *m_zone;
};

} // namespace oncedesk
