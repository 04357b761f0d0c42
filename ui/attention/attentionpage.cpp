#include "ui/attention/attentionpage.h"

#include "ui/actions/deskactions.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/evidencecard.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLocale>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Kind = AttentionModel::Kind;

AttentionPage::AttentionPage(LiveDesk &desk, DeskActions &actions, QWidget *parent)
    : Page(desk, parent),
      m_actions(actions),
      m_model(new AttentionModel(this)),
      m_list(new AttentionList(m_model, this)),
      m_card(new EvidenceCard(this)),
      m_headline(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_empty(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_cut(new PlainLabel({}, PlainLabel::Role::faint, this)),
      m_selectUnknown(makeButton({}, ButtonKind::plain, this))
{
    build();
    addKeys();
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AttentionPage::onSelection);
    connect(m_selectUnknown, &QPushButton::clicked, this, &AttentionPage::selectUnknown);
    connect(&desk, &LiveDesk::changed, this, &AttentionPage::count);
    connect(&desk, &LiveDesk::accessChanged, this, &AttentionPage::showSelected);
    connect(&Times::instance(), &Times::changed, this, &AttentionPage::showSelected);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (isVisible())
            m_model->tick();
    });
    m_clock.start();
    setFocusProxy(m_list);
    showHeadline();
}

void AttentionPage::build()
{
    auto *title = new PlainLabel(tr("Attention"), PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    m_headline->setObjectName(u"headline"_s);
    m_selectUnknown->setObjectName(u"selectUnknown"_s);
    m_selectUnknown->hide();
    auto *words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(title);
    words->addWidget(m_headline);
    auto *head = new QHBoxLayout;
    head->addLayout(words, 1);
    head->addWidget(m_selectUnknown, 0, Qt::AlignBottom);
    column()->addLayout(head);

    auto *table = new Card(this);
    table->column()->setContentsMargins(1, 1, 1, 1);
    table->column()->setSpacing(0);
    m_empty->setObjectName(u"empty"_s);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_empty->setMargin(16);
    // Over the list, which stays: whoever has its focus keeps it.
    auto *over = new QVBoxLayout(m_list->viewport());
    over->setContentsMargins(0, 0, 0, 0);
    over->addWidget(m_empty);
    m_cut->setObjectName(u"cut"_s);
    m_cut->setFont(look::font(look::Size::caption));
    m_cut->setMargin(8);
    m_cut->hide();
    table->column()->addWidget(m_list, 1);
    table->column()->addWidget(m_cut);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(12);
    middle->addWidget(table, 3);
    middle->addWidget(m_card, 2);
    m_card->setMinimumWidth(380);
    column()->addLayout(middle, 1);
}

void AttentionPage::addKeys()
{
    const auto on = [this](Qt::Key key, auto work) {
        auto *shortcut = new QShortcut(QKeySequence(key), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, work);
    };
    // A key that does nothing says why.
    const auto whenAny = [this](const auto &what, const QString &whyNot, auto work) {
        if (!what.isEmpty())
            work(what);
        else if (!selectedRows().isEmpty())
            Q_EMIT said(whyNot, true);
    };
    const auto ask = [this, whenAny] {
        whenAny(attempts(true),
                tr("Nothing of what is chosen can be asked about: choose an attempt that was started and has "
                   "not ended."),
                [this](const auto &attempts) { m_actions.askProvider(attempts); });
    };
    const auto cancel = [this, whenAny] {
        whenAny(attempts(false),
                tr("Nothing of what is chosen can be cancelled: choose an attempt that has not ended."),
                [this](const auto &attempts) { m_actions.cancelAttempts(attempts); });
    };
    const QString notStalled = tr("Nothing of what is chosen is stalled: only a job without a live attempt "
                                  "and without a result gets a new attempt, or is closed.");
    const auto open = [this, whenAny, notStalled] {
        whenAny(stalledJobs(), notStalled, [this](const auto &jobs) { m_actions.newAttempts(jobs); });
    };
    const auto close = [this, whenAny, notStalled] {
        whenAny(stalledJobs(), notStalled, [this](const auto &jobs) { m_actions.closeJobs(jobs); });
    };
    on(Qt::Key_A, ask);
    on(Qt::Key_C, cancel);
    on(Qt::Key_N, open);
    on(Qt::Key_X, close);
    connect(m_card, &EvidenceCard::askWanted, this, ask);
    connect(m_card, &EvidenceCard::cancelWanted, this, cancel);
    connect(m_card, &EvidenceCard::openWanted, this, open);
    connect(m_card, &EvidenceCard::closeWanted, this, close);
    connect(m_card, &EvidenceCard::ticketWanted, this, &AttentionPage::openTicket);
    connect(m_list, &QTreeView::activated, this, &AttentionPage::openTicket);
}

void AttentionPage::count()
{
    if (isVisible() || m_counting)
        return; // while it is seen, it reads its counts with the rest
    m_counting = true;
    desk().read(
        this, [](Session &session) { return board::attentionCounts(session); },
        [this](const Result<board::AttentionCounts> &counts) {
            m_counting = false;
            if (counts)
                Q_EMIT counted(*counts);
        });
}

void AttentionPage::refresh()
{
    const int row = shownRow();
    const auto job = row < 0 ? std::nullopt : std::optional(m_model->item(row).job);
    readPage(
        [job](Session &session) -> Result<Reading> {
            Reading reading;
            reading.job = job;
            if (job) { // first: it makes the whole reading one moment
                auto evidence = readEvidence(session, *job);
                if (!evidence)
                    return evidence.error();
                reading.evidence = *evidence;
            }
            auto attention = board::attention(session);
            if (!attention)
                return attention.error();
            reading.attention = *attention;
            auto counts = board::attentionCounts(session);
            if (!counts)
                return counts.error();
            reading.counts = *counts;
            return reading;
        },
        [this](const Result<Reading> &reading) {
            if (reading) {
                m_trouble.clear();
                take(*reading);
            } else {
                m_trouble = reading.error().kind == ErrorKind::forbidden
                                ? reading.error().sentence
                                : tr("The database is away: %1").arg(reading.error().sentence);
                showHeadline();
                if (!m_isRead || !m_evidence)
                    m_card->showFault(m_trouble);
            }
        });
}

void AttentionPage::readAgain()
{
    if (const int row = shownRow(); row >= 0 && m_model->isResolved(row))
        m_isRead = false;
    refresh();
}

void AttentionPage::take(const Reading &reading)
{
    const bool isFirst = !std::exchange(m_isRead, true);
    m_attention = reading.attention;
    m_counts = reading.counts;
    m_evidence = reading.evidence;
    m_list->holdPlace();
    m_model->setItems(m_attention.items, m_counts);
    m_list->restorePlace();
    showHeadline();
    followTicket();
    if (const int row = shownRow();
        isFirst && (!m_list->currentIndex().isValid() || (row >= 0 && m_model->isResolved(row))))
        chooseMostUrgent();
    showSelected();
    Q_EMIT counted(m_counts);
}

void AttentionPage::chooseMostUrgent()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!m_model->isHeading(row) && !m_model->isResolved(row))
            return m_list->setCurrentIndex(m_model->index(row, 0));
    }
}

// What is looked at may need somebody for another reason now, and stand below another heading.
void AttentionPage::followTicket()
{
    const int shown = shownRow();
    if (shown < 0 || !m_model->isResolved(shown))
        return;
    const JobId job = m_model->item(shown).job;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!m_model->isHeading(row) && !m_model->isResolved(row) && m_model->item(row).job == job)
            return m_list->setCurrentIndex(m_model->index(row, 0));
    }
}

void AttentionPage::showHeadline()
{
    const QLocale locale;
    QStringList parts;
    const auto add = [&](qint64 number, const QString &words) {
        if (number > 0)
            parts += u"%1 %2"_s.arg(locale.toString(number), words);
    };
    add(m_counts.unknown, tr("unknown"));
    add(m_counts.stalled, tr("stalled"));
    add(m_counts.unserved, tr("unserved"));
    add(m_counts.looseEnds, tr("loose ends"));
    const auto oldest = std::find_if(m_attention.items.begin(), m_attention.items.end(),
                                     [](const auto &item) { return item.kind == Kind::unknown; });
    if (oldest != m_attention.items.end())
        parts += tr("oldest unknown for %1").arg(Times::span(oldest->waiting));
    const QString watched = tr(
        "Watched: attempts whose outcome is unknown, jobs that nothing will move on by itself, and attempts "
        "that no live worker takes care of. They appear here as soon as there are any.");
    m_headline->setText(!m_trouble.isEmpty() ? m_trouble
                        : !m_isRead          ? tr("Reading what needs somebody…")
                        : parts.isEmpty()    ? tr("Nothing needs you.")
                                             : parts.join(u" · "_s));
    m_headline->setRole(m_trouble.isEmpty() ? PlainLabel::Role::muted : PlainLabel::Role::danger);
    const bool isEmpty = m_model->rowCount() == 0 && (m_isRead || !m_trouble.isEmpty());
    m_empty->setVisible(isEmpty);
    m_empty->setText(!m_trouble.isEmpty() ? m_trouble : tr("Nothing needs you.") + u"\n\n"_s + watched);
    m_cut->setVisible(m_attention.isCut && !isEmpty);
    m_cut->setText(tr("There is more than is listed here; Jobs has all of it."));
    const auto unknown = std::count_if(m_attention.items.begin(), m_attention.items.end(),
                                       [](const auto &item) { return item.kind == Kind::unknown; });
    m_selectUnknown->setVisible(unknown > 1);
    m_selectUnknown->setText(m_attention.isCut && unknown < m_counts.unknown
                                 ? tr("Select the %1 unknown listed").arg(unknown)
                                 : tr("Select all %1 unknown").arg(unknown));
}

QList<int> AttentionPage::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex &index : m_list->selectionModel()->selectedRows()) {
        if (!m_model->isHeading(index.row()))
            rows += index.row();
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

int AttentionPage::shownRow() const
{
    const QList<int> rows = selectedRows();
    return rows.size() == 1 ? rows.first() : -1;
}

void AttentionPage::onSelection()
{
    QList<AttentionModel::Key> keys;
    for (const int row : selectedRows())
        keys += m_model->key(row);
    // Not from inside the selection's own signal: rows may go.
    QMetaObject::invokeMethod(
        this,
        [this, keys] {
            m_list->holdPlace();
            m_model->setKept(keys);
            m_list->restorePlace();
            showSelected();
            if (shownRow() >= 0)
                refresh();
        },
        Qt::QueuedConnection);
}

void AttentionPage::showSelected()
{
    const QList<int> rows = selectedRows();
    EvidenceCard::Offer offer;
    offer.isAnySelected = !rows.isEmpty();
    offer.isOperator = desk().isAccessKnown() && desk().access().mayOperate;
    offer.asks = int(attempts(true).size());
    offer.cancels = int(attempts(false).size());
    offer.opens = offer.closes = int(stalledJobs().size());
    m_card->setOffer(offer);
    if (rows.isEmpty()) {
        m_card->showNothing(m_model->rowCount() > 0 ? tr("Choose one to see what is known about it.")
                                                    : QString());
    } else if (rows.size() > 1) {
        m_card->showMany(int(rows.size()));
    } else if (const board::AttentionItem &item = m_model->item(rows.first());
               m_evidence && m_evidence->job.id == item.job) {
        m_card->showEvidence(item, *m_evidence, m_model->isResolved(rows.first()));
    } else {
        m_card->showReading(item);
    }
}

void AttentionPage::selectUnknown()
{
    QItemSelection selection;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!m_model->isHeading(row) && !m_model->isResolved(row) && m_model->item(row).kind == Kind::unknown)
            selection.select(m_model->index(row, 0), m_model->index(row, AttentionModel::columnCount_ - 1));
    }
    m_list->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_list->setFocus();
}

QList<AttemptId> AttentionPage::attempts(bool startedOnly) const
{
    QList<AttemptId> attempts;
    for (const int row : selectedRows()) {
        const board::AttentionItem &item = m_model->item(row);
        if (m_model->isResolved(row) || item.kind == Kind::stalled || !item.attempt ||
            (startedOnly && item.state == AttemptState::pending))
            continue;
        attempts += *item.attempt;
    }
    return attempts;
}

QList<JobId> AttentionPage::stalledJobs() const
{
    QList<JobId> jobs;
    for (const int row : selectedRows()) {
        if (!m_model->isResolved(row) && m_model->item(row).kind == Kind::stalled)
            jobs += m_model->item(row).job;
    }
    return jobs;
}

void AttentionPage::openTicket()
{
    if (const int row = shownRow(); row >= 0)
        Q_EMIT jobWanted(m_model->item(row).job);
}

} // namespace oncedesk
