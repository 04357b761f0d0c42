// The latest suite of each intent.
#pragma once

#include "core/board/certification.h"
#include "ui/job/factsview.h"

namespace oncedesk {

class SuiteList : public FactsView
{
    Q_OBJECT
public:
    explicit SuiteList(QWidget *parent = nullptr);

    // An intent keeps its place once it has one: new ones come at the end.
    void setSuites(const QList<board::SuiteRow> &suites);
    [[nodiscard]] bool isEmpty() const { return m_suites.isEmpty(); }
    [[nodiscard]] const board::SuiteRow *chosen() const;
    [[nodiscard]] int latestOf(const QString &intent) const; // 0: it has no suite

private:
    QList<board::SuiteRow> m_suites;
};

} // namespace oncedesk
