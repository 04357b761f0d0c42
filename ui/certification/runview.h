// The runs of one provider and intent, the cases of the chosen run, and what one case sent and got.
#pragma once

#include "core/board/certification.h"
#include "ui/desk/livedesk.h"

#include <QWidget>

class QTabWidget;

namespace oncedesk {

class FactsView;
class ExchangeView;

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
    void noteCase();
    void setCases(std::optional<CertificationRunId> run, const QList<board::CertificationCaseRow> &cases);
    FactsView *m_runs;
    QTabWidget *m_tabs;
    FactsView *m_cases;
    ExchangeView *m_exchange;
    QString m_provider;
    QString m_intent;
    std::optional<CertificationRunId> m_chosen;
    std::optional<CertificationRunId> m_shown; // whose cases these are
    QList<board::CertificationCaseRow> m_rows;
    bool m_isFilling = false;
};

} // namespace oncedesk
