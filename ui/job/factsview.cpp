#include "ui/job/factsview.h"

#include "ui/job/factsdelegate.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"

#include <QEvent>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

namespace {

constexpr int mostDetailLines = 10;

} // namespace

using namespace Qt::Literals::StringLiterals;

FactsView::FactsView(const QString &name, const QString &emptyWords, const QStringList &heads,
                     QWidget *parent)
    : QFrame(parent),
      m_model(new FactsModel(heads, this)),
      m_table(new QTableView(this)),
      m_empty(new PlainLabel(emptyWords, PlainLabel::Role::muted, this)),
      m_detail(new QPlainTextEdit(this))
{
    setProperty("card", true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    m_table->setAccessibleName(name);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new FactsDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(look::rowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(m_table, 1);
    m_empty->setContentsMargins(10, 10, 10, 10);
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addWidget(m_empty);
    m_detail->setReadOnly(true);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setProperty("isPartOfCard", true);
    m_detail->setAccessibleName(tr("%1: the chosen row in full").arg(name));
    m_detail->hide();
    column->addWidget(m_detail);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        showCurrent();
        Q_EMIT currentChanged();
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &FactsView::showCurrent);
    setRows({});
}

void FactsView::setRows(const QList<FactRow> &rows)
{
    m_model->setRows(rows);
    m_empty->setVisible(rows.isEmpty());
    m_table->setVisible(!rows.isEmpty());
    // Once there is something to fit to; later a person's own widths count.
    if (m_fitted <= 0 && !rows.isEmpty())
        fitColumns();
    m_fitted = int(rows.size());
    showCurrent();
}

void FactsView::fitColumns()
{
    m_table->resizeColumnsToContents();
}

const FactRow *FactsView::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model->rows()[index.row()] : nullptr;
}

void FactsView::selectAttempt(qint64 attempt)
{
    const FactRow *chosen = current();
    if (chosen && chosen->attempt == attempt)
        return;
    for (int row = 0; row < m_model->rows().size(); ++row) {
        if (m_model->rows()[row].attempt == attempt) {
            m_table->selectRow(row);
            return;
        }
    }
}

void FactsView::showCurrent()
{
    const FactRow *row = current();
    const QString detail = row ? row->detail : QString();
    if (m_detail->toPlainText() != detail)
        m_detail->setPlainText(detail);
    m_detail->setVisible(!detail.isEmpty());
    fitDetail();
}

// As many lines as it needs, and never so many that the table is gone.
void FactsView::fitDetail()
{
    const QString detail = m_detail->toPlainText();
    if (detail.isEmpty())
        return;
    const QFontMetrics metrics = m_detail->fontMetrics();
    const int perLine = std::max(20, (width() - 32) / std::max(1, metrics.averageCharWidth()));
    qsizetype lines = 0;
    const auto paragraphs = QStringView(detail).split(u'\n');
    for (const QStringView paragraph : paragraphs)
        lines += 1 + paragraph.size() / perLine;
    const int room = std::max(3, height() / 2 / metrics.lineSpacing());
    m_detail->setFixedHeight(24 + int(std::min<qsizetype>(lines, std::min(room, mostDetailLines))) *
                                      metrics.lineSpacing());
}

void FactsView::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitDetail();
}

void FactsView::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_table->viewport()->update();
}

} // namespace oncedesk
