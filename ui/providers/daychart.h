// Three small charts of one provider's last 24 hours. Pointing at a half hour, or walking there with left and
// right, tells its numbers beside each chart and in the accessible description.
#pragma once

#include "ui/providers/daylayout.h"

#include <QWidget>
#include <optional>

namespace oncedesk {

class DayChart : public QWidget
{
    Q_OBJECT
public:
    explicit DayChart(QWidget *parent = nullptr);

    // Nothing is drawn anew when it is the same. What is marked stays so.
    void setDay(const board::ProviderDay &day);
    // Words instead of charts.
    void setReading();
    void setFailed(const QString &sentence);

    [[nodiscard]] bool hasDay() const { return m_day.has_value(); }
    // The words instead of charts; empty while there are charts.
    [[nodiscard]] const QString &words() const { return m_words; }
    [[nodiscard]] const DayLayout &layOut() const { return m_layout; }
    [[nodiscard]] int marked() const; // half hour; -1: none
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void say(const QString &words);
    void arrange();
    void mark(int halfHour);
    void tellAccessibly();

    std::optional<board::ProviderDay> m_day;
    QString m_words;
    DayLayout m_layout;
    board::Moment m_marked; // by its time: the half hours move on
};

} // namespace oncedesk
