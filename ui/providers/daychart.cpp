#include "ui/providers/daychart.h"

#include "ui/providers/daypainter.h"
#include "ui/providers/daywords.h"
#include "ui/widgets/times.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

DayChart::DayChart(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMaximumHeight(int(DayLayout::heightFor(72, true)));
    setAccessibleName(tr("Charts: in flight, unknown and time taken"));
    connect(&Times::instance(), &Times::changed, this, [this] {
        arrange();
        tellAccessibly();
    });
    setReading();
}

void DayChart::setDay(const board::ProviderDay &day)
{
    if (m_day == day)
        return;
    m_day = day;
    m_words = DayWords::nothing(day);
    if (!m_words.isEmpty() || marked() < 0)
        m_marked = {};
    arrange();
    tellAccessibly();
}

void DayChart::setReading()
{
    say(tr("reading…"));
}

void DayChart::setFailed(const QString &sentence)
{
    say(sentence);
}

void DayChart::say(const QString &words)
{
    m_day.reset();
    m_marked = {};
    m_words = words;
    arrange();
    tellAccessibly();
}

int DayChart::marked() const
{
    if (!m_day || !m_marked.happened())
        return -1;
    const auto at = std::find_if(m_day->halfHours.cbegin(), m_day->halfHours.cend(),
                                 [this](const board::HalfHour &one) { return one.at == m_marked; });
    return at == m_day->halfHours.cend() ? -1 : int(at - m_day->halfHours.cbegin());
}

QSize DayChart::sizeHint() const
{
    return {280, int(DayLayout::heightFor(34, false))};
}

QSize DayChart::minimumSizeHint() const
{
    return {200, int(DayLayout::heightFor(DayLayout::leastPlot, true))};
}

void DayChart::arrange()
{
    m_layout = m_day ? DayLayout::of(*m_day, size()) : DayLayout();
    update();
}

void DayChart::mark(int halfHour)
{
    const board::Moment moment =
        halfHour >= 0 && m_day && m_words.isEmpty() ? m_day->halfHours[halfHour].at : board::Moment();
    if (moment == m_marked)
        return;
    m_marked = moment;
    update();
    tellAccessibly();
}

void DayChart::tellAccessibly()
{
    QString words = m_words;
    if (const int index = marked(); index >= 0)
        words = DayWords::spoken(m_day->halfHours[index], index >= m_layout.firstRead);
    else if (m_day && words.isEmpty())
        words = QStringList{DayWords::summary(*m_day), DayWords::reach(*m_day),
                            tr("Left and right walk through the half hours.")}
                    .join(u' ')
                    .simplified();
    if (words == accessibleDescription())
        return;
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void DayChart::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    if (m_words.isEmpty()) {
        DayPainter{*m_day, m_layout, marked(), hasFocus()}.draw(painter);
    } else {
        DayPainter::drawWords(painter, rect(), m_words, hasFocus());
    }
}

void DayChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void DayChart::mouseMoveEvent(QMouseEvent *event)
{
    mark(m_layout.halfHourAt(event->position().x()));
}

void DayChart::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    mark(-1);
}

void DayChart::keyPressEvent(QKeyEvent *event)
{
    const int last = m_layout.count - 1;
    const int at = marked();
    switch (event->key()) {
    case Qt::Key_Left:
        mark(at < 0 ? last : std::max(0, at - 1));
        break;
    case Qt::Key_Right:
        mark(at < 0 ? last : std::min(last, at + 1));
        break;
    case Qt::Key_Home:
        mark(std::min(0, last));
        break;
    case Qt::Key_End:
        mark(last);
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    event->accept();
}

void DayChart::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void DayChart::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    mark(-1);
    update();
}

} // namespace oncedesk
