// The matrix of intents and providers: who may be failed over to, who not and why, and the runs that decide
// it.
#pragma once

#include "ui/certification/matrixmodel.h"
#include "ui/desk/livedesk.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace oncedesk {

class Card;
class CellCard;
class PlainLabel;
class RunView;

class CertificationView : public QWidget
{
    Q_OBJECT
public:
    explicit CertificationView(LiveDesk &desk, QWidget *parent = nullptr);

    // One reading at a time; asked again meanwhile, it reads once more.
    void refresh();
    void focusMatrix();

private:
    struct Reading
    {
        QList<board::MatrixCell> cells;
        QString provider; // whose runs these are
        QString intent;
        QList<board::CertificationRunRow> runs;
        std::optional<CertificationRunId> run; // whose cases these are
        QList<board::CertificationCaseRow> cases;
    };
    static Result<Reading> read(Session &session, const QString &provider, const QString &intent,
                                std::optional<CertificationRunId> run);
    void makeMatrix();
    void take(const Result<Reading> &reading);
    void chooseCell();
    void showChosen();
    void askToRun();
    void cancelRun();
    void fitMatrix();

    LiveDesk &m_desk;
    MatrixModel m_model;
    Card *m_card;
    QTableView *m_matrix;
    PlainLabel *m_words; // instead of a matrix: loading, empty, failing
    QPushButton *m_suites;
    CellCard *m_cell;
    RunView *m_runs;
    QString m_provider; // chosen
    QString m_intent;
    bool m_isReading = false;
    bool m_again = false;
    bool m_hasRead = false;
};

} // namespace oncedesk
