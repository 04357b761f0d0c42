// A table of facts, with the whole of the chosen row in words under it.
#pragma once

#include "ui/job/factsmodel.h"

#include <QFrame>

class QPlainTextEdit;
class QTableView;

namespace oncedesk {

class PlainLabel;

class FactsView : public QFrame
{
    Q_OBJECT
public:
    // The name says to a screen reader what is listed; the empty words stand where there is nothing.
    FactsView(const QString &name, const QString &emptyWords, const QStringList &heads,
              QWidget *parent = nullptr);

    void setRows(const QList<FactRow> &rows);
    [[nodiscard]] FactsModel &model() const { return *m_model; }
    [[nodiscard]] QTableView &table() const { return *m_table; }
    [[nodiscard]] const FactRow *current() const;
    // The first row about it, if there is one.
    void selectAttempt(qint64 attempt);

Q_SIGNALS:
    void currentChanged();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showCurrent();
    void fitDetail();
    void fitColumns();
    FactsModel *m_model;
    QTableView *m_table;
    PlainLabel *m_empty;
    QPlainTextEdit *m_detail;
    int m_fitted = -1; // rows there were when the columns were last fitted
};

} // namespace oncedesk
