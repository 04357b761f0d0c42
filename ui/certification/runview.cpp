#include "ui/certification/runview.h"

#include "ui/certification/exchangeview.h"
#include "ui/certification/words.h"
#include "ui/job/factsview.h"
#include "ui/lists/celltext.h"
#include "ui/look/look.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>

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

FactRow caseRow(qint64 id, const board::CertificationCaseRow &one)
{
    FactRow row{.id = id, .facts = {}, .detail = one.faults.isEmpty() ? one.reason : one.faults.join(u'\n')};
    row.facts = {{.text = visibleText(one.name)},
                 {.text = QString::number(one.repeat), .isFixed = true},
                 {.text = certification::verdictWord(one.verdict),
                  .mark = one.verdict == u"passed" ? look::Mark::succeeded : look::Mark::failed},
                 {.text = Times::span(one.took), .isFixed = true},
                 {.text = visibleText(one.model)},
                 {.text = visibleText(one.reason)}};
    return row;
}

} // namespace

RunView::RunView(LiveDesk &desk, QWidget *parent)
    : QWidget(parent),
      m_runs(new FactsView(tr("Runs"), tr("No run yet."),
                           {tr("Run"), tr("Outcome"), tr("Asked for"), tr("Suite")}, this)),
      m_tabs(new QTabWidget(this)),
      m_cases(new FactsView(tr("Cases"), tr("No case has been run."),
                            {tr("Case"), tr("Repeat"), tr("Verdict"), tr("Took"), tr("Model"), tr("Reason")},
                            this)),
      m_exchange(new ExchangeView(desk, this))
{
    m_runs->table().setObjectName(u"certification-runs"_s);
    m_cases->table().setObjectName(u"certification-cases"_s);
    m_tabs->setObjectName(u"certification-tabs"_s);
    m_tabs->setAccessibleName(tr("About the chosen run"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setExpanding(false);
    const auto add = [this](QWidget *page, const QString &name) {
        auto *padded = new QWidget(m_tabs);
        auto *inside = new QVBoxLayout(padded);
        inside->setContentsMargins(0, 8, 0, 0);
        inside->addWidget(page);
        m_tabs->addTab(padded, name);
    };
    add(m_cases, tr("Cases"));
    add(m_exchange->request(), tr("Request"));
    add(m_exchange->answer(), tr("Answer"));
    add(m_exchange->differences(), tr("Difference"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_runs->setFixedWidth(runsWidth);
    row->addWidget(m_runs);
    row->addWidget(m_tabs, 1);
    connect(m_runs, &FactsView::currentChanged, this, &RunView::noteRun);
    connect(m_cases, &FactsView::currentChanged, this, &RunView::noteCase);
}

void RunView::startOver(const QString &provider, const QString &intent)
{
    m_provider = provider;
    m_intent = intent;
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
    setCases(casesOf, cases);
    m_isFilling = false;
    noteCase();
}

void RunView::setCases(std::optional<CertificationRunId> run, const QList<board::CertificationCaseRow> &cases)
{
    if (run != m_shown)
        m_cases->setRows({});
    m_shown = run;
    m_rows = cases;
    QList<FactRow> rows;
    for (qsizetype i = 0; i < cases.size(); ++i)
        rows += caseRow(i, cases[i]);
    m_cases->setRows(rows);
    if (cases.isEmpty() || m_cases->current())
        return;
    // What went wrong is what one came for.
    const auto failing =
        std::find_if(cases.cbegin(), cases.cend(), [](const auto &one) { return one.verdict != u"passed"; });
    m_cases->table().selectRow(failing == cases.cend() ? 0 : int(failing - cases.cbegin()));
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

void RunView::noteCase()
{
    if (m_isFilling)
        return;
    const FactRow *row = m_cases->current();
    if (!row || !m_shown || row->id >= m_rows.size()) {
        m_exchange->showNone();
        return;
    }
    const board::CertificationCaseRow &one = m_rows[row->id];
    m_exchange->show({m_provider, m_intent, *m_shown, one.name, one.repeat, one.verdict == u"passed"});
}

} // namespace oncedesk
