#include "ui/job/timelineview.h"

#include "ui/job/timelinepainter.h"
#include "ui/lists/celltext.h"
#include "ui/look/look.h"
#include "ui/widgets/times.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

TimelineView::TimelineView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(u"timeline"_s);
    setProperty("card", true);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(20);
    viewport()->setAutoFillBackground(false);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Timeline of attempts"));
    connect(&Times::instance(), &Times::changed, viewport(), qOverload<>(&QWidget::update));
}

void TimelineView::setStory(const Story &story)
{
    m_story = story;
    if (m_selected.isValid() && rowOf(m_selected) < 0)
        m_selected = {};
    layOut();
    tellAccessibly();
}

void TimelineView::select(AttemptId attempt)
{
    if (attempt == m_selected)
        return;
    m_selected = rowOf(attempt) >= 0 ? attempt : AttemptId();
    tellAccessibly();
    viewport()->update();
    if (const int row = rowOf(m_selected); row >= 0) {
        const QRectF rect = m_layout.rows[row].rect;
        const int top = int(rect.top() - TimelineLayout::headHeight);
        const int bottom = int(rect.bottom()) - viewport()->height();
        if (verticalScrollBar()->value() > top)
            verticalScrollBar()->setValue(top);
        else if (verticalScrollBar()->value() < bottom)
            verticalScrollBar()->setValue(bottom);
    }
    Q_EMIT selectionChanged(m_selected);
}

QSize TimelineView::sizeHint() const
{
    return {600, int(m_layout.height) + 8};
}

void TimelineView::layOut()
{
    const QFontMetricsF metrics(TimelinePainter::labelFont());
    m_layout = TimelineLayout::of(m_story, viewport()->width(), [&](const QString &text) {
        return std::ceil(metrics.horizontalAdvance(text)) + 1;
    });
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, int(m_layout.height) - viewport()->height()));
    updateGeometry();
    viewport()->update();
}

void TimelineView::tellAccessibly()
{
    QString words;
    if (const int row = rowOf(m_selected); row >= 0)
        words = m_story.lanes[m_layout.rows[row].lane].spoken();
    else if (m_story.lanes.isEmpty())
        words = tr("No attempt was opened yet.");
    else
        words = tr("Attempts: %1. Up and down choose one.").arg(m_story.lanes.size());
    if (words == accessibleDescription())
        return;
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

int TimelineView::rowOf(AttemptId attempt) const
{
    for (int row = 0; row < m_story.lanes.size(); ++row) {
        if (m_story.lanes[row].attempt == attempt)
            return row;
    }
    return -1;
}

QPointF TimelineView::inContent(const QPoint &viewportPoint) const
{
    return viewportPoint + QPoint(0, verticalScrollBar()->value());
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const TimelineLayout::Hit hit = m_layout.at(inContent(help->pos()));
        QString text;
        if (hit.row >= 0 && hit.event >= 0) {
            const Story::Event &what = m_story.lanes[m_layout.rows[hit.row].lane].events[hit.event];
            text = u"%1\n%2\n%3"_s.arg(sinceStart(what.at), Times::instance().full(what.moment), what.words);
        } else if (m_layout.slotX && std::abs(*m_layout.slotX - help->pos().x()) < 5) {
            text = u"%1\n%2\n%3"_s.arg(sinceStart(m_story.slot->at),
                                       Times::instance().full(m_story.slot->moment), m_layout.slotText);
        }
        QToolTip::showText(help->globalPos(), plainToolTip(text), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    const int scrolled = verticalScrollBar()->value();
    painter.setFont(TimelinePainter::labelFont());
    if (m_story.lanes.isEmpty()) {
        painter.setFont(look::font(look::Size::body));
        painter.setPen(look::colors().muted);
        painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("No attempt was opened yet."));
        return;
    }
    const TimelinePainter timeline{m_story, m_layout, m_selected, hasFocus()};
    painter.save();
    painter.translate(0, -scrolled);
    const int seenBottom = std::min(viewport()->height() + scrolled, int(m_layout.height));
    timeline.draw(painter,
                  QRectF(event->rect().left(), scrolled, event->rect().width(), seenBottom - scrolled));
    painter.restore();
    timeline.drawHead(painter);
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    const TimelineLayout::Hit hit = m_layout.at(inContent(event->pos()));
    if (event->button() == Qt::LeftButton && hit.row >= 0)
        select(m_story.lanes[m_layout.rows[hit.row].lane].attempt);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    mousePressEvent(event);
    if (m_selected.isValid())
        Q_EMIT opened(m_selected);
}

void TimelineView::step(int by)
{
    if (m_story.lanes.isEmpty())
        return;
    const int row = rowOf(m_selected);
    const int last = int(m_story.lanes.size()) - 1;
    select(m_story.lanes[row < 0 ? (by > 0 ? 0 : last) : std::clamp(row + by, 0, last)].attempt);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    constexpr int all = 1'000'000;
    switch (event->key()) {
    case Qt::Key_Down:
        step(1);
        break;
    case Qt::Key_Up:
        step(-1);
        break;
    case Qt::Key_Home:
        step(-all);
        break;
    case Qt::Key_End:
        step(all);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected.isValid())
            Q_EMIT opened(m_selected);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    event->accept();
}

void TimelineView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
}

} // namespace oncedesk
