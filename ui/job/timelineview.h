// Every attempt as a bar with its events, and the moment the result slot was taken as a line across them.
#pragma once

#include "ui/job/timelinelayout.h"

#include <QAbstractScrollArea>

namespace oncedesk {

class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget *parent = nullptr);

    // Selection and scroll stay.
    void setStory(const Story &story);
    // Invalid: none.
    void select(AttemptId attempt);
    [[nodiscard]] AttemptId selected() const { return m_selected; }
    [[nodiscard]] const TimelineLayout &timeline() const { return m_layout; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void selectionChanged(oncedesk::AttemptId attempt);
    void opened(oncedesk::AttemptId attempt); // Enter or a double click

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void tellAccessibly();
    void step(int by);
    [[nodiscard]] int rowOf(AttemptId attempt) const;
    [[nodiscard]] QPointF inContent(const QPoint &viewportPoint) const;

    Story m_story;
    TimelineLayout m_layout;
    AttemptId m_selected;
};

} // namespace oncedesk
