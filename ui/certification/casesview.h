// The cases of one run, and what the chosen one sent, got, and how that differs from what passed before.
#pragma once

#include "core/board/certification.h"
#include "ui/desk/livedesk.h"

#include <QTabWidget>

namespace oncedesk {

class ExchangeView;
class FactsView;

class CasesView : public QTabWidget
{
    Q_OBJECT
public:
    explicit CasesView(LiveDesk &desk, QWidget *parent = nullptr);

    // Another provider or intent: nothing is shown.
    void startOver(const QString &provider, const QString &intent);
    // What is chosen stays chosen, as long as it is the same run.
    void setCases(std::optional<CertificationRunId> run, const QList<board::CertificationCaseRow> &cases);

private:
    void noteCase();
    FactsView *m_cases;
    ExchangeView *m_exchange;
    QString m_provider;
    QString m_intent;
    std::optional<CertificationRunId> m_shown; // whose cases these are
    QList<board::CertificationCaseRow> m_rows;
    bool m_isFilling = false;
};

} // namespace oncedesk
