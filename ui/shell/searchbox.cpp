#include "ui/shell/searchbox.h"

#include "ui/lists/celltext.h"
#include "ui/look/mark.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QRegularExpression>
#include <QStandardItemModel>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int mostOffered = 6;
constexpr int jobRole = Qt::UserRole;

} // namespace

SearchBox::SearchBox(LiveDesk &desk, QWidget *parent)
    : QLineEdit(parent),
      m_desk(desk),
      m_found(new QStandardItemModel(this)),
      m_completer(new QCompleter(m_found, this))
{
    setObjectName(u"search"_s);
    setPlaceholderText(tr("Find a ticket, key or owner (Ctrl+K)"));
    setAccessibleName(tr("Find a ticket, key or owner"));
    setClearButtonEnabled(true);
    setMaxLength(4000);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setObjectName(u"matches"_s);
    m_completer->popup()->setMinimumWidth(460);
    m_completer->setWidget(this); // its words are tickets: none is written into the box
    m_pause.setSingleShot(true);
    m_pause.setInterval(120ms);
    connect(&m_pause, &QTimer::timeout, this, &SearchBox::readMatches);
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_completer->popup()->hide(); // it was about another text
        m_pause.start();
    });
    connect(this, &QLineEdit::returnPressed, this, [this] {
        if (m_hasChosen ||
            (m_completer->popup()->isVisible() && m_completer->popup()->currentIndex().isValid()))
            return; // Enter chose a ticket
        m_pause.stop();
        m_completer->popup()->hide();
        if (!text().trimmed().isEmpty())
            Q_EMIT searched(text().trimmed());
    });
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this,
            [this](const QModelIndex &index) {
                m_pause.stop();
                m_hasChosen = true; // of the same key press
                QTimer::singleShot(0, this, [this] { m_hasChosen = false; });
                Q_EMIT jobChosen(JobId(index.data(jobRole).toLongLong()));
            });
}

void SearchBox::readMatches()
{
    static const QRegularExpression number(u"\\A[0-9]{1,18}\\z"_s);
    const QString asked = text().trimmed();
    const auto filter =
        board::Filter::parse(number.match(asked).hasMatch() ? u'#' + asked : asked, board::Subject::jobs);
    if (asked.isEmpty() || !filter)
        return;
    m_desk.read(
        this,
        [filter = *filter](Session &session) {
            board::PageRequest request;
            request.limit = mostOffered;
            return board::jobs(session, filter, request);
        },
        [this, asked](const Result<board::Page<board::JobRow>> &page) {
            // Only while it is still what is wanted.
            if (page && hasFocus() && text().trimmed() == asked)
                offer(page->rows);
        });
}

void SearchBox::offer(const QList<board::JobRow> &rows)
{
    m_found->clear();
    for (const board::JobRow &row : rows) {
        auto *item = new QStandardItem(
            look::shapeIcon(look::markOf(row.status)),
            u"#%1  %2   %3 · %4 · %5"_s.arg(QString::number(row.id.value()), visibleText(row.key.left(60)),
                                            look::wordOf(look::markOf(row.status)),
                                            visibleText(row.owner.left(60)), row.intent));
        item->setSizeHint({0, 28});
        item->setData(row.id.value(), jobRole);
        m_found->appendRow(item);
    }
    if (rows.isEmpty())
        m_completer->popup()->hide();
    else {
        m_completer->complete();
        m_completer->popup()->setCurrentIndex({}); // Enter searches unless one has been walked to
    }
}

} // namespace oncedesk
