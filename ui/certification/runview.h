// The runs of one provider and intent, the cases of the chosen run, and what one case sent and got.
#pragma once

#include "core/board/certification.h"
#include "ui/desk/livedesk.h"

#include <QWidget>

namespace oncedesk {

class CasesView;
class FactsView;

class RunView : public QWidget
{
    Q_OBJECT
public:
    explicit RunView(LiveDesk &desk, QWidget *parent = nullptr);

    // Another provider or intent: nothing is chosen.
    void startOver(const QString &provider, const QString &intent);
    // The run a person chose; none: the newest, whichever that is.
    [[nodiscard]] std::optional<CertificationRunId> chosenRun() const { return m_chosen; }
    void followNewest() { m_chosen = std::nullopt; }
    // The cases are the given run's. What is chosen stays chosen.
    void setRuns(const QList<board::CertificationRunRow> &runs, std::optional<CertificationRunId> casesOf,
                 const QList<board::CertificationCaseRow> &cases);

Q_SIGNALS:
    void runChosen();

private:
    void noteRun();
    FactsView *m_runs;
    CasesView *m_cases;
    std::optional<CertificationRunId> m_chosen;
    bool m_isFilling = false;
};

} // namespace oncedesk
