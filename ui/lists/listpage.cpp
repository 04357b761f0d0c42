#include "ui/lists/listpage.h"

#include "ui/lists/celltext.h"
#include "ui/lists/filterbox.h"
#include "ui/lists/listtable.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

ListPage::ListPage(LiveDesk &desk, const QString &name, const Words &words, ListModel *model, QWidget *parent)
    : Page(desk, parent),
      m_words(words),
      m_model(model),
      m_filter(new FilterBox(model->filter().subject(), this)),
      m_summary(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_search(makeButton(tr("Search on"), ButtonKind::link, this)),
      m_waiting(makeButton({}, ButtonKind::link, this)),
      m_table(new ListTable(*model, name, this)),
      m_titleRow(new QHBoxLayout),
      m_middle(new QHBoxLayout)
{
    model->setParent(m_table); // which asks it until the end
    column()->setSpacing(4);

    auto *title = new PlainLabel(words.title, PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::Bold));
    title->setWordWrap(false);
    auto *what = new PlainLabel(words.what, PlainLabel::Role::muted, this);
    what->setWordWrap(false);
    m_titleRow->setSpacing(8);
    m_titleRow->addWidget(title);
    m_titleRow->addSpacing(4);
    m_titleRow->addWidget(what);
    m_titleRow->addStretch(1);
    column()->addLayout(m_titleRow);
    column()->addSpacing(4);

    m_filter->setPlaceholderText(tr("Filter, for example %1").arg(words.example));
    m_filter->setAccessibleName(tr("Filter of %1").arg(words.title));
    m_filter->setFont(look::fixedFont(look::Size::caption));
    m_filter->setFixedHeight(34); // as high with the thick frame of focus or a fault as without
    column()->addWidget(m_filter);

    auto *state = new QHBoxLayout;
    state->setSpacing(8);
    m_summary->setObjectName(u"summary"_s);
    m_summary->setWordWrap(false);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_search->setObjectName(u"search-on"_s);
    m_waiting->setObjectName(u"waiting"_s);
    for (QPushButton *button : {m_search, m_waiting}) {
        QSizePolicy policy = button->sizePolicy();
        policy.setRetainSizeWhenHidden(true); // the table stays where it is
        button->setSizePolicy(policy);
    }
    state->addWidget(m_summary, 1);
    state->addWidget(m_search);
    state->addWidget(m_waiting);
    column()->addLayout(state);

    auto *card = new Card(this);
    card->column()->setContentsMargins(1, 1, 1, 1);
    card->column()->addWidget(m_table);
    m_table->setAccessibleName(words.title);
    m_middle->setSpacing(12);
    m_middle->addWidget(card, 1);
    column()->addLayout(m_middle, 1);
    setFocusProxy(m_table);
    setTabOrder(m_filter, m_search);
    setTabOrder(m_search, m_waiting);
    setTabOrder(m_waiting, m_table);

    auto *openRow = new QAction(tr("Open ticket"), m_table);
    connect(openRow, &QAction::triggered, this, [this] {
        if (m_table->currentIndex().isValid())
            open(m_table->currentIndex().row());
    });
    auto *copy = new QAction(tr("Copy"), m_table);
    connect(copy, &QAction::triggered, m_table, &ListTable::copyKeys);
    m_table->addActions({openRow, copy});

    connect(m_filter, &FilterBox::applied, this, [this](const board::Filter &filter) {
        m_table->clearSelection();
        m_table->scrollToTop();
        m_model->setFilter(filter);
    });
    connect(m_filter, &FilterBox::faultChanged, this, &ListPage::showState);
    connect(m_filter, &FilterBox::left, this, [this] {
        m_table->setFocus(Qt::TabFocusReason);
        if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
            m_table->selectRow(0);
    });
    connect(m_search, &QPushButton::clicked, this, [this] {
        if (m_model->isSearching())
            m_model->stop();
        else
            m_model->more(true);
    });
    connect(m_waiting, &QPushButton::clicked, this, [this] {
        m_table->scrollToTop();
        m_model->release();
        m_table->setFocus(Qt::OtherFocusReason); // the button goes
    });
    connect(m_table, &ListTable::watchChanged, this, [this] {
        if (isVisible())
            m_model->refresh();
    });
    connect(m_table, &ListTable::opened, this, [this](int row) { open(row); });
    connect(m_model, &ListModel::stateChanged, this, &ListPage::showState);
    connect(&Times::instance(), &Times::changed, m_table->viewport(), qOverload<>(&QWidget::update));
    showState();
}

void ListPage::readAgain()
{
    m_model->release();
    m_model->refresh();
}

void ListPage::refresh()
{
    m_model->refresh();
}

void ListPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ListPage::setFilter(const QString &text)
{
    m_filter->apply(text);
}

QString ListPage::reached(qint64 id) const
{
    return tr("entry %1").arg(QLocale().toString(id));
}

void ListPage::showState()
{
    const bool isFault = m_filter->fault().has_value();
    const bool isTrouble = m_model->trouble().has_value();
    m_summary->setRole(isFault || isTrouble ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    const QString text = summary();
    m_summary->setText(text);
    m_summary->setToolTip(plainToolTip(text));
    m_summary->setAccessibleName(text);
    m_table->setWords(wordsInstead(), isTrouble);

    m_search->setVisible(m_model->isLoaded() && (m_model->isCutShort() || m_model->isSearching()));
    m_search->setText(m_model->isSearching() ? tr("Stop") : tr("Search on"));

    const qsizetype waiting = m_model->waiting();
    m_waiting->setVisible(waiting > 0 || m_model->gone() > 0);
    QStringList texts;
    if (waiting > 0)
        texts += m_model->moreAreWaiting() ? tr("+%1 new or more").arg(waiting) : tr("+%1 new").arg(waiting);
    if (m_model->gone() > 0)
        texts += tr("%1 no longer match").arg(m_model->gone());
    if (texts != QStringList(m_waiting->text()))
        m_waiting->setText(texts.join(tr(", ")));
    m_waiting->setAccessibleName(tr("%1: bring the list up to date").arg(m_waiting->text()));
    m_waiting->setToolTip(
        tr("Bring the list up to date. It waits while a row is selected or it is scrolled."));
}

QString ListPage::summary() const
{
    if (m_filter->fault())
        return m_filter->faultSentence();
    if (m_model->trouble())
        return m_model->trouble()->kind == ErrorKind::disconnected
                   ? tr("The database is away: %1").arg(m_model->trouble()->sentence)
                   : m_model->trouble()->sentence;
    if (!m_model->isLoaded())
        return tr("Reading…");
    const QString shown = QLocale().toString(m_model->rowCount());
    if (m_model->isFull())
        return tr("%1 are shown, as many as there can be: narrow the filter to see older ones.").arg(shown);
    if (m_model->isExhausted() && m_model->rowCount() == 0)
        return {}; // the table says it
    if (m_model->waiting() > 0)
        return tr("%1 shown, newest first; what is new waits while a row is selected (F5 brings it).")
            .arg(shown);
    if (m_model->isExhausted())
        return m_model->filter().isEmpty() ? tr("%1 shown, newest first: all there are.").arg(shown)
                                           : tr("%1 shown, newest first: all that match.").arg(shown);
    if (m_model->isSearching())
        return tr("Searching: back to %1, %2 found so far…").arg(reached(m_model->reachedId()), shown);
    if (m_model->isCutShort())
        return tr("Searched back to %1, %2 found so far.").arg(reached(m_model->reachedId()), shown);
    return tr("%1 shown, newest first; older ones come as you scroll.").arg(shown);
}

QString ListPage::wordsInstead() const
{
    if (m_model->rowCount() > 0)
        return {};
    if (m_model->trouble()) // that the database is away is said above
        return m_model->trouble()->kind == ErrorKind::disconnected ? tr("Nothing could be read yet.")
                                                                   : summary();
    if (!m_model->isLoaded())
        return tr("Reading…");
    if (!m_model->isExhausted())
        return m_model->isSearching() ? tr("Nothing found yet; still searching.")
                                      : tr("Nothing found as far as it was searched.");
    return m_model->filter().isEmpty() ? m_words.none
                                       : tr("Nothing matches this filter. Esc in the box clears it.");
}

} // namespace oncedesk
