#include "ui/certification/runview.h"

#include "ui/certification/casesview.h"
#include "ui/certification/words.h"
#include "ui/job/factsview.h"
#include "ui/look/look.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QTableView>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int runsWidth = 400;

// Who and where, then why: the whole of it, once the row is chosen.
QString aboutOf(const board::CertificationRunRow &run)
{
    QString about = run.worker.isNull()
                        ? RunView::tr("Asked for by %1.").arg(run.requestedBy)
                        : RunView::tr("Asked for by %1, carried out by %2.").arg(run.requestedBy, run.worker);
    if (!run.reason.isEmpty())
        about += u' ' + run.reason;
    return about;
}

FactRow runRow(const board::CertificationRunRow &run)
{
    FactRow row{.id = -run.id.value(), .facts = {}, .detail = aboutOf(run)}; // ids ascend, runs descend
    row.facts = {{.text = QString::number(run.id.value()), .isFixed = true},
                 {.text = certification::word(run), .mark = certification::mark(run)},
                 {.text = {}, .moment = run.requestedAt, .isFixed = true},
                 {.text = RunView::tr("v%1").arg(run.suiteVersion), .isFixed = true}};
    return row;
}

} // namespace

RunView::RunView(LiveDesk &desk, QWidget *parent)
    : QWidget(parent),
      m_runs(new FactsView(tr("Runs"), tr("No run yet."),
                           {tr("Run"), tr("Outcome"), tr("Asked for"), tr("Suite")}, this)),
      m_cases(new CasesView(desk, this))
{
    m_runs->table().setObjectName(u"certification-runs"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_runs->setFixedWidth(runsWidth);
    row->addWidget(m_runs);
    row->addWidget(m_cases, 1);
    connect(m_runs, &FactsView::currentChanged, this, &RunView::noteRun);
}

void RunView::startOver(const QString &provider, const QString &intent)
{
    m_cases->startOver(provider, intent);
    m_chosen = std::nullopt;
    setRuns({}, {}, {});
}

void RunView::setRuns(const QList<board::CertificationRunRow> &runs,
                      std::optional<CertificationRunId> casesOf,
                      const QList<board::CertificationCaseRow> &cases)
{
    m_isFilling = true;
    QList<FactRow> rows;
    int chosen = -1;
    for (const board::CertificationRunRow &run : runs) {
        if (run.id == casesOf)
            chosen = int(rows.size());
        rows += runRow(run);
    }
    m_runs->setRows(rows);
    if (chosen >= 0 && m_runs->table().currentIndex().row() != chosen)
        m_runs->table().selectRow(chosen);
    m_isFilling = false;
    m_cases->setCases(casesOf, cases);
}

void RunView::noteRun()
{
    const FactRow *row = m_runs->current();
    if (m_isFilling || !row)
        return;
    // The first one is the newest, and stays that.
    m_chosen = m_runs->table().currentIndex().row() == 0 ? std::nullopt
                                                         : std::optional(CertificationRunId(-row->id));
    Q_EMIT runChosen();
}

} // namespace oncedesk
