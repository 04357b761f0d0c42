#include "ui/lab/sequenceview.h"

#include "ui/lab/sequencepainter.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSvgGenerator>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

SequenceView::SequenceView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(u"sequence"_s);
    setAccessibleName(tr("What happens, as a sequence"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(24);
}

void SequenceView::startOver()
{
    m_beats.clear();
    setShown(0);
}

void SequenceView::add(const lab::Beat &beat)
{
    m_beats += beat;
    setShown(int(m_beats.size()));
}

void SequenceView::setShown(int count)
{
    m_shown = std::clamp(count, 0, int(m_beats.size()));
    arrange();
    showLast();
    tell();
    Q_EMIT shownChanged();
}

void SequenceView::arrange()
{
    m_layout = SequenceLayout::of(m_beats, viewport()->width(), &SequencePainter::measure);
    verticalScrollBar()->setRange(0, std::max(0, int(m_layout.height) - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    viewport()->update();
}

void SequenceView::showLast()
{
    if (m_shown == 0)
        return;
    const SequenceLayout::Row &row = m_layout.rows[m_shown - 1];
    const int bottom = int(row.top + row.height) + 8;
    const int top = int(row.top - SequenceLayout::headHeight - SequenceLayout::waitHeight);
    if (bottom > verticalScrollBar()->value() + viewport()->height())
        verticalScrollBar()->setValue(bottom - viewport()->height());
    else if (top < verticalScrollBar()->value())
        verticalScrollBar()->setValue(top);
}

// What the drawing shows, for those who do not see it.
void SequenceView::tell()
{
    if (m_shown == 0) {
        setAccessibleDescription(tr("Nothing has happened yet."));
        return;
    }
    const lab::Beat &beat = m_beats[m_shown - 1];
    const QString who = beat.to.isEmpty() ? beat.from : tr("%1 to %2").arg(beat.from, beat.to);
    QString text = tr("%1 of %2. %3: %4").arg(m_shown).arg(m_beats.size()).arg(who, beat.text);
    if (beat.kind == lab::Beat::Kind::check)
        text = beat.holds ? tr("Holds: %1").arg(beat.text) : tr("Does not hold: %1").arg(beat.text);
    setAccessibleDescription(text);
}

void SequenceView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const int top = verticalScrollBar()->value();
    painter.translate(0, -top);
    const bool isWalked = m_shown < m_beats.size() || hasFocus();
    SequencePainter{m_beats, m_layout, m_shown, isWalked ? m_shown - 1 : -1}.draw(
        painter, QRectF(0, top, viewport()->width(), viewport()->height()), top);
}

void SequenceView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void SequenceView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        arrange();
}

void SequenceView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Right:
        return setShown(m_shown + 1);
    case Qt::Key_Up:
    case Qt::Key_Left:
        return setShown(std::max(1, m_shown - 1));
    case Qt::Key_Home:
        return setShown(1);
    case Qt::Key_End:
        return setShown(int(m_beats.size()));
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

QSizeF SequenceView::wholeSize() const
{
    return {qreal(viewport()->width()), std::max<qreal>(m_layout.height, 64)};
}

QImage SequenceView::picture() const
{
    constexpr int sharpness = 2; // for a screen that a hall looks at
    QImage image((wholeSize() * sharpness).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(sharpness);
    QPainter painter(&image);
    SequencePainter{m_beats, m_layout, int(m_beats.size()), -1}.draw(painter, QRectF({}, wholeSize()), 0);
    return image;
}

bool SequenceView::saveSvg(const QString &path) const
{
    QSvgGenerator file;
    file.setFileName(path);
    file.setSize(wholeSize().toSize());
    file.setViewBox(QRectF({}, wholeSize()));
    file.setTitle(tr("Oncedesk: a story of the Lab"));
    QPainter painter;
    if (!painter.begin(&file))
        return false;
    SequencePainter{m_beats, m_layout, int(m_beats.size()), -1}.draw(painter, QRectF({}, wholeSize()), 0);
    return painter.end();
}

} // namespace oncedesk
