#include "ui/lists/listtable.h"

#include "ui/lists/listdelegate.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 pointerRests = 3000; // ms, after which it holds nothing any more

} // namespace

ListTable::ListTable(ListModel &model, const QString &name, QWidget *parent)
    : QTableView(parent),
      m_model(model),
      m_name(name),
      m_words(new PlainLabel({}, PlainLabel::Role::muted, this))
{
    setObjectName(name);
    setModel(&model);
    setItemDelegate(new ListDelegate(model, this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setMouseTracking(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(look::rowHeight);
    verticalHeader()->setDefaultSectionSize(look::rowHeight);
    verticalScrollBar()->setSingleStep(look::rowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setFixedHeight(30);
    restoreWidths();

    m_words->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_words->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_words->hide();
    m_words->setObjectName(u"words"_s);

    // While it scrolls, the rows on their way are not worth a read each.
    m_watched.setSingleShot(true);
    m_watched.setInterval(80ms);
    connect(&m_watched, &QTimer::timeout, this, &ListTable::watchChanged);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        m_watched.start();
        readOn();
    });
    connect(&model, &ListModel::stateChanged, this, &ListTable::readOn);
    connect(this, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex &index) { Q_EMIT opened(index.row()); });
    model.setWatch([this] { return watch(); });
}

ListTable::~ListTable()
{
    if (m_hasOwnWidths)
        QSettings().setValue(u"lists/%1/widths"_s.arg(m_name), horizontalHeader()->saveState());
    m_model.setWatch({});
}

void ListTable::restoreWidths()
{
    const QByteArray state = QSettings().value(u"lists/%1/widths"_s.arg(m_name)).toByteArray();
    m_hasOwnWidths = !state.isEmpty() && horizontalHeader()->restoreState(state) &&
                     horizontalHeader()->count() == m_model.columns().size();
    fitWidths();
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        if (QApplication::mouseButtons() != Qt::NoButton && horizontalHeader()->underMouse())
            m_hasOwnWidths = true;
    });
}

void ListTable::fitWidths()
{
    if (m_hasOwnWidths)
        return;
    int least = 0;
    int shares = 0;
    for (const ListColumn &column : m_model.columns()) {
        least += column.width;
        shares += column.share;
    }
    const int spare = std::max(0, viewport()->width() - least);
    for (int column = 0; column < m_model.columns().size(); ++column) {
        const ListColumn &what = m_model.columns()[column];
        setColumnWidth(column, what.width + (shares > 0 ? spare * what.share / shares : 0));
    }
}

ListModel::Watch ListTable::watch() const
{
    ListModel::Watch watch;
    watch.first = rowAt(0);
    const int last = rowAt(viewport()->height() - 1);
    watch.last = last < 0 ? m_model.rowCount() - 1 : last;
    const bool isPointed =
        viewport()->underMouse() && m_pointed.isValid() && m_pointed.elapsed() < pointerRests;
    watch.isHeld = selectionModel()->hasSelection() || verticalScrollBar()->value() > 0 || isPointed;
    return watch;
}

QList<int> ListTable::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        rows += index.row();
    std::sort(rows.begin(), rows.end());
    return rows;
}

void ListTable::setWords(const QString &words, bool isTrouble)
{
    m_words->setVisible(!words.isEmpty());
    if (words == m_words->text())
        return;
    m_words->setRole(isTrouble ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    m_words->setText(words);
    m_words->setAccessibleName(words);
}

QString ListTable::words() const
{
    return m_words->isHidden() ? QString() : m_words->text();
}

// Rows are read before one gets to the end of those there are.
void ListTable::readOn()
{
    if (!m_model.isLoaded() || m_model.isCutShort() || m_model.trouble() || m_model.rowCount() == 0)
        return;
    const QScrollBar *bar = verticalScrollBar();
    if (bar->value() + 2 * viewport()->height() >= bar->maximum())
        m_model.more();
}

void ListTable::keyPressEvent(QKeyEvent *event)
{
    const int rows = m_model.rowCount();
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (event->matches(QKeySequence::Copy)) {
        copyKeys();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && isPlain) {
        if (currentIndex().isValid())
            Q_EMIT opened(currentIndex().row());
    } else if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) {
        clearSelection();
    } else if ((event->key() == Qt::Key_Home || event->key() == Qt::Key_End) && rows > 0) {
        const QModelIndex end = m_model.index(event->key() == Qt::Key_Home ? 0 : rows - 1, 0);
        const bool extends = event->modifiers() & Qt::ShiftModifier;
        const QItemSelectionModel::SelectionFlags flags = QItemSelectionModel::Rows;
        if (extends)
            selectionModel()->select(QItemSelection(currentIndex().siblingAtColumn(0), end),
                                     flags | QItemSelectionModel::Select);
        selectionModel()->setCurrentIndex(end, extends ? QItemSelectionModel::NoUpdate
                                                       : flags | QItemSelectionModel::ClearAndSelect);
        scrollTo(end);
    } else {
        QTableView::keyPressEvent(event);
        return;
    }
    event->accept();
}

void ListTable::copyKeys() const
{
    QStringList texts;
    for (const int row : selectedRows())
        texts += m_model.index(row, 0).data(ListModel::CopyRole).toString();
    if (!texts.isEmpty())
        QApplication::clipboard()->setText(texts.join(u'\n'));
}

void ListTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitWidths();
    m_words->setGeometry(viewport()->geometry().adjusted(24, 40, -24, -8));
    m_watched.start();
    readOn();
}

// The menu is for what is selected; a click beside it selects first.
void ListTable::contextMenuEvent(QContextMenuEvent *event)
{
    const QModelIndex at = indexAt(event->pos());
    if (event->reason() == QContextMenuEvent::Mouse && at.isValid() && !selectionModel()->isSelected(at))
        selectionModel()->setCurrentIndex(at,
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!selectionModel()->hasSelection() || actions().isEmpty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(actions());
    menu->popup(event->reason() == QContextMenuEvent::Mouse
                    ? event->globalPos()
                    : viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
}

void ListTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT selectionMoved();
    if (!selectionModel()->hasSelection())
        m_watched.start();
}

void ListTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update(); // the mark of the current row stands in its first cell only
}

bool ListTable::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::MouseMove)
        m_pointed.start();
    return QTableView::viewportEvent(event);
}

void ListTable::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    viewport()->update();
}

void ListTable::focusOutEvent(QFocusEvent *event)
{
    QTableView::focusOutEvent(event);
    viewport()->update();
}

} // namespace oncedesk
