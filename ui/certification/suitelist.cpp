#include "ui/certification/suitelist.h"

#include <QHeaderView>
#include <QTableView>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

SuiteList::SuiteList(QWidget *parent)
    : FactsView(tr("Contract suites"), tr("There is none yet."), {tr("Intent"), tr("Version"), tr("Cases")},
                parent)
{
    table().setObjectName(u"suite-list"_s);
    table().horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table().horizontalHeader()->setStretchLastSection(false);
}

void SuiteList::setSuites(const QList<board::SuiteRow> &suites)
{
    QList<board::SuiteRow> placed;
    for (const board::SuiteRow &known : std::as_const(m_suites)) {
        for (const board::SuiteRow &suite : suites) {
            if (suite.intent == known.intent)
                placed += suite;
        }
    }
    for (const board::SuiteRow &suite : suites) {
        if (latestOf(suite.intent) == 0)
            placed += suite;
    }
    m_suites = placed;
    QList<FactRow> rows;
    for (const board::SuiteRow &suite : std::as_const(m_suites)) {
        rows += FactRow{.id = rows.size(),
                        .facts = {{.text = suite.intent},
                                  {.text = QString::number(suite.version), .isFixed = true},
                                  {.text = QString::number(suite.cases), .isFixed = true}},
                        .detail = {}};
    }
    setRows(rows);
}

const board::SuiteRow *SuiteList::chosen() const
{
    const FactRow *row = current();
    return row && row->id < m_suites.size() ? &m_suites[row->id] : nullptr;
}

int SuiteList::latestOf(const QString &intent) const
{
    for (const board::SuiteRow &suite : m_suites) {
        if (suite.intent == intent)
            return suite.version;
    }
    return 0;
}

} // namespace oncedesk
