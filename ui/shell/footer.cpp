#include "ui/shell/footer.h"

#include "ui/look/look.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolButton>
#include <array>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// In the order in which they need somebody.
constexpr std::array shownStatuses{board::JobStatus::waiting,   board::JobStatus::running,
                                   board::JobStatus::unknown,   board::JobStatus::stalled,
                                   board::JobStatus::succeeded, board::JobStatus::closed};
constexpr int shape = 10;
constexpr int gap = 5;

} // namespace

StatusCount::StatusCount(look::Mark mark, QWidget *parent) : QWidget(parent), m_mark(mark)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCount(0, false);
}

QString StatusCount::number() const
{
    const QString figures = QLocale().toString(m_count);
    return m_isEstimate ? tr("about %1").arg(figures) : figures;
}

void StatusCount::setCount(qint64 count, bool isEstimate)
{
    m_count = count;
    m_isEstimate = isEstimate;
    setAccessibleName(look::wordOf(m_mark) + u' ' + number());
    setToolTip(tr("List the jobs that are %1").arg(look::wordOf(m_mark)));
    updateGeometry();
    update();
}

QSize StatusCount::sizeHint() const
{
    const QFontMetrics word(look::font(look::Size::caption));
    const QFontMetrics bold(look::font(look::Size::caption, QFont::DemiBold));
    return {shape + gap + word.horizontalAdvance(look::wordOf(m_mark)) + gap +
                bold.horizontalAdvance(number()) + 4,
            22};
}

void StatusCount::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const QColor color = look::colorOf(m_mark);
    look::drawShape(painter, QRectF(1, height() / 2.0 - shape / 2.0, shape, shape), m_mark, color);
    painter.setFont(look::font(look::Size::caption));
    painter.setPen(color);
    const QString word = look::wordOf(m_mark);
    const int left = shape + gap + 1;
    painter.drawText(QRect(left, 0, width(), height()), Qt::AlignVCenter | Qt::TextSingleLine, word);
    const int wordWidth = painter.fontMetrics().horizontalAdvance(word);
    painter.setFont(look::font(look::Size::caption, QFont::DemiBold));
    painter.setPen(look::colors().text);
    painter.drawText(QRect(left + wordWidth + gap, 0, width(), height()),
                     Qt::AlignVCenter | Qt::TextSingleLine, number());
    if (hasFocus()) {
        painter.setPen(look::colors().accent);
        painter.drawRoundedRect(rect().adjusted(0, 0, -1, -1), 3, 3);
    }
}

void StatusCount::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        Q_EMIT chosen();
}

void StatusCount::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT chosen();
    else
        QWidget::keyPressEvent(event);
}

Footer::Footer(QWidget *parent) : QFrame(parent), m_zone(new QToolButton(this))
{
    setObjectName(u"footer"_s);
    setFixedHeight(28);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(16);
    for (const board::JobStatus status : shownStatuses) {
        auto *count = new StatusCount(look::markOf(status), this);
        count->setObjectName(u"count-"_s + toString(status));
        connect(count, &StatusCount::chosen, this, [this, status] { Q_EMIT statusChosen(status); });
        m_counts += count;
        row->addWidget(count);
    }
    row->addStretch();
    m_zone->setObjectName(u"zone"_s);
    m_zone->setFont(look::font(look::Size::caption));
    row->addWidget(m_zone);
    const auto showZone = [this] {
        const bool isUtc = Times::instance().zone() == Times::Zone::utc;
        m_zone->setText(tr("times in %1").arg(Times::instance().offset()));
        m_zone->setAccessibleName(m_zone->text());
        m_zone->setToolTip(isUtc ? tr("Show times of this computer's zone") : tr("Show times in UTC"));
    };
    showZone();
    connect(&Times::instance(), &Times::changed, this, showZone);
    connect(m_zone, &QToolButton::clicked, this, [] {
        Times &times = Times::instance();
        times.setZone(times.zone() == Times::Zone::utc ? Times::Zone::local : Times::Zone::utc);
    });
}

void Footer::setCountsShown(bool areShown)
{
    for (StatusCount *count : std::as_const(m_counts))
        count->setVisible(areShown);
}

void Footer::setCounts(const board::Counts &counts)
{
    const std::array values{counts.waiting, counts.running,   counts.unknown,
                            counts.stalled, counts.succeeded, counts.closed};
    for (size_t i = 0; i < values.size(); ++i)
        m_counts[qsizetype(i)]->setCount(values[i], shownStatuses[i] == board::JobStatus::succeeded &&
                                                        counts.succeededIsEstimate);
}

} // namespace oncedesk
