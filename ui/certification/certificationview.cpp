#include "ui/certification/certificationview.h"

#include "core/contract/certification.h"
#include "ui/certification/cellcard.h"
#include "ui/certification/matrixdelegate.h"
#include "ui/certification/runview.h"
#include "ui/certification/suitesdialog.h"
#include "ui/certification/words.h"
#include "ui/look/look.h"
#include "ui/widgets/question.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostRuns = 50;
constexpr int mostRowsShown = 5; // the rest is scrolled to
constexpr int cellWidth = 132;
constexpr int intentWidth = 190;

} // namespace

CertificationView::CertificationView(LiveDesk &desk, QWidget *parent)
    : QWidget(parent),
      m_desk(desk),
      m_card(new Card(this)),
      m_matrix(new QTableView(this)),
      m_words(new PlainLabel(tr("Reading the certificates…"), PlainLabel::Role::muted, this)),
      m_suites(makeButton(tr("Suites…"), ButtonKind::plain, this)),
      m_cell(new CellCard(this)),
      m_runs(new RunView(desk, this))
{
    makeMatrix();
    m_words->setObjectName(u"certification-words"_s);
    m_words->setContentsMargins(10, 10, 10, 10);
    m_card->column()->setContentsMargins(1, 1, 1, 1);
    m_card->column()->setSpacing(0);
    m_card->column()->addWidget(m_words);
    m_card->column()->addWidget(m_matrix);
    m_words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_suites->setObjectName(u"open-suites"_s);
    connect(m_suites, &QPushButton::clicked, this, [this] { (new SuitesDialog(m_desk, window()))->open(); });
    auto *about = new PlainLabel(
        tr("Jobs fail over only to a provider that is certified for their intent: it has passed "
           "the contract suite at its settings of now."),
        PlainLabel::Role::muted, this);
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(about, 1);
    head->addWidget(m_suites);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(head);
    column->addWidget(m_card);
    column->addWidget(m_cell);
    column->addWidget(m_runs, 1);
    m_matrix->hide();
    m_cell->hide();
    m_runs->hide();

    connect(m_cell, &CellCard::runWanted, this, &CertificationView::askToRun);
    connect(m_cell, &CellCard::cancelWanted, this, &CertificationView::cancelRun);
    connect(m_runs, &RunView::runChosen, this, &CertificationView::refresh);
    connect(&desk, &LiveDesk::accessChanged, this, &CertificationView::showChosen);
    connect(&Times::instance(), &Times::changed, this, &CertificationView::showChosen);
}

void CertificationView::makeMatrix()
{
    m_matrix->setObjectName(u"certification-matrix"_s);
    m_matrix->setAccessibleName(tr("Certification of each provider for each intent"));
    m_matrix->setModel(&m_model);
    m_matrix->setItemDelegate(new MatrixDelegate(m_matrix));
    m_matrix->setSelectionMode(QAbstractItemView::SingleSelection);
    m_matrix->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_matrix->setShowGrid(false);
    m_matrix->setTabKeyNavigation(false);
    m_matrix->setCornerButtonEnabled(false);
    m_matrix->verticalHeader()->setDefaultSectionSize(look::rowHeight);
    m_matrix->verticalHeader()->setFixedWidth(intentWidth);
    m_matrix->verticalHeader()->setHighlightSections(false);
    m_matrix->horizontalHeader()->setHighlightSections(false);
    m_matrix->horizontalHeader()->setDefaultSectionSize(cellWidth);
    m_matrix->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(m_matrix->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &CertificationView::chooseCell);
}

void CertificationView::focusMatrix()
{
    m_matrix->setFocus();
}

Result<CertificationView::Reading> CertificationView::read(Session &session, const QString &provider,
                                                           const QString &intent,
                                                           std::optional<CertificationRunId> run)
{
    const auto cells = board::certificationMatrix(session);
    if (!cells)
        return cells.error();
    Reading reading{*cells, provider, intent, {}, {}, {}};
    if (provider.isEmpty())
        return reading;
    const auto runs = board::certificationRuns(session, provider, intent, mostRuns);
    if (!runs)
        return runs.error();
    reading.runs = *runs;
    if (run)
        reading.run = run;
    else if (!runs->isEmpty())
        reading.run = runs->first().id;
    if (!reading.run)
        return reading;
    const auto cases = board::certificationCases(session, *reading.run);
    if (!cases)
        return cases.error();
    reading.cases = *cases;
    return reading;
}

void CertificationView::refresh()
{
    if (m_isReading) {
        m_again = true;
        return;
    }
    m_isReading = true;
    m_desk.read(
        this,
        [provider = m_provider, intent = m_intent, run = m_runs->chosenRun()](Session &session) {
            return read(session, provider, intent, run);
        },
        [this](const Result<Reading> &reading) {
            m_isReading = false;
            take(reading);
            if (std::exchange(m_again, false))
                refresh();
        });
}

void CertificationView::take(const Result<Reading> &reading)
{
    if (!reading) {
        if (m_hasRead && reading.error().kind == ErrorKind::disconnected)
            return; // the banner says so; what was read stays
        m_words->setText(reading.error().kind == ErrorKind::disconnected
                             ? tr("The database is away: %1").arg(reading.error().sentence)
                             : reading.error().sentence);
        m_words->setRole(PlainLabel::Role::danger);
        m_words->show();
        return;
    }
    m_hasRead = true;
    m_model.merge(reading->cells);
    const bool isEmpty = reading->cells.isEmpty();
    m_words->setRole(PlainLabel::Role::muted);
    m_words->setText(
        m_desk.access().mayAdminister
            ? tr("No intent has a contract suite yet, so nothing fails over anywhere. Import one "
                 "by Suites….")
            : tr("No intent has a contract suite yet, so nothing fails over anywhere. An "
                 "administrator imports one."));
    m_words->setVisible(isEmpty);
    m_matrix->setVisible(!isEmpty);
    m_cell->setVisible(!isEmpty);
    m_runs->setVisible(!isEmpty);
    fitMatrix();
    if (!isEmpty && !m_matrix->currentIndex().isValid())
        m_matrix->setCurrentIndex(m_model.worst());
    // Of what was chosen when it was read; another choice is being read.
    if (reading->provider == m_provider && reading->intent == m_intent)
        m_runs->setRuns(reading->runs, reading->run, reading->cases);
    showChosen();
}

void CertificationView::fitMatrix()
{
    const int rows = std::min(m_model.rowCount(), mostRowsShown);
    m_matrix->setFixedHeight(m_matrix->horizontalHeader()->sizeHint().height() + rows * look::rowHeight + 12);
}

void CertificationView::chooseCell()
{
    const board::MatrixCell *cell = m_model.cell(m_matrix->currentIndex());
    if (!cell || (cell->provider == m_provider && cell->intent == m_intent))
        return;
    m_provider = cell->provider;
    m_intent = cell->intent;
    m_runs->startOver(m_provider, m_intent);
    showChosen();
    refresh();
}

void CertificationView::showChosen()
{
    if (const board::MatrixCell *cell = m_model.cell(m_matrix->currentIndex()))
        m_cell->show(*cell, m_desk.isAccessKnown() && m_desk.access().mayAdminister);
    else
        m_cell->showNone();
}

void CertificationView::askToRun()
{
    const board::MatrixCell *cell = m_model.cell(m_matrix->currentIndex());
    if (!cell)
        return;
    const Question *question =
        Question::ask(window(), {tr("Put %1 to the suite of %2").arg(cell->provider, cell->intent),
                                 certification::beforeRun(*cell),
                                 tr("Run it"),
                                 {},
                                 false});
    connect(question, &QDialog::accepted, this, [this, provider = cell->provider, intent = cell->intent] {
        m_desk.act(
            this,
            [provider, intent](Session &session) { return Certification(session).request(provider, intent); },
            [this, provider, intent](const Result<CertificationRunId> &run) {
                if (provider != m_provider || intent != m_intent)
                    return;
                if (run)
                    m_runs->followNewest();
                m_cell->say(run ? QString() : run.error().sentence, true);
                refresh();
            });
    });
}

void CertificationView::cancelRun()
{
    const board::MatrixCell *cell = m_model.cell(m_matrix->currentIndex());
    if (!cell || !cell->latestRun)
        return;
    m_desk.act(
        this, [run = *cell->latestRun](Session &session) { return Certification(session).cancel(run); },
        [this, run = cell->latestRun->value()](const Result<QString> &outcome) {
            if (!outcome)
                m_cell->say(outcome.error().sentence, true);
            else if (*outcome == u"cancelled")
                m_cell->say(tr("Run %1 is cancelled.").arg(run), false);
            else if (*outcome == u"cancel_requested")
                m_cell->say(tr("Run %1 ends after the case it is at.").arg(run), false);
            else
                m_cell->say(tr("Run %1 had ended before.").arg(run), true);
            refresh();
        });
}

} // namespace oncedesk
