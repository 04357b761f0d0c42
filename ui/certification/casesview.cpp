#include "ui/certification/casesview.h"

#include "ui/certification/exchangeview.h"
#include "ui/certification/words.h"
#include "ui/job/factsview.h"
#include "ui/lists/celltext.h"
#include "ui/widgets/times.h"

#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

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

CasesView::CasesView(LiveDesk &desk, QWidget *parent)
    : QTabWidget(parent),
      m_cases(new FactsView(tr("Cases"), tr("No case has its verdict yet."),
                            {tr("Case"), tr("Repeat"), tr("Verdict"), tr("Took"), tr("Model"), tr("Reason")},
                            this)),
      m_exchange(new ExchangeView(desk, this))
{
    m_cases->table().setObjectName(u"certification-cases"_s);
    setObjectName(u"certification-tabs"_s);
    setAccessibleName(tr("About the chosen run"));
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    tabBar()->setExpanding(false);
    const auto add = [this](QWidget *page, const QString &name) {
        auto *padded = new QWidget(this);
        auto *inside = new QVBoxLayout(padded);
        inside->setContentsMargins(0, 8, 0, 0);
        inside->addWidget(page);
        addTab(padded, name);
    };
    add(m_cases, tr("Cases"));
    add(m_exchange->request(), tr("Request"));
    add(m_exchange->answer(), tr("Answer"));
    add(m_exchange->differences(), tr("Difference"));
    connect(m_cases, &FactsView::currentChanged, this, &CasesView::noteCase);
}

void CasesView::startOver(const QString &provider, const QString &intent)
{
    m_provider = provider;
    m_intent = intent;
    setCases({}, {});
}

void CasesView::setCases(std::optional<CertificationRunId> run,
                         const QList<board::CertificationCaseRow> &cases)
{
    m_isFilling = true;
    if (run != m_shown)
        m_cases->setRows({});
    m_shown = run;
    m_rows = cases;
    QList<FactRow> rows;
    for (qsizetype i = 0; i < cases.size(); ++i)
        rows += caseRow(i, cases[i]);
    m_cases->setRows(rows);
    if (!cases.isEmpty() && !m_cases->current()) {
        // What went wrong is what one came for.
        const auto failing = std::find_if(cases.cbegin(), cases.cend(),
                                          [](const auto &one) { return one.verdict != u"passed"; });
        m_cases->table().selectRow(failing == cases.cend() ? 0 : int(failing - cases.cbegin()));
    }
    m_isFilling = false;
    noteCase();
}

void CasesView::noteCase()
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
