// The table that all lists are shown in. Everything by keyboard: arrows walk, Enter opens, Home and End go to
// the ends, Ctrl+C copies. What is done to the selected rows are the table's actions(): its menu shows them.
#pragma once

#include "ui/lists/listmodel.h"

#include <QElapsedTimer>
#include <QTableView>

namespace oncedesk {

class PlainLabel;

class ListTable : public QTableView
{
    Q_OBJECT
public:
    // Columns fill the table until a person sets their widths, which are remembered under the name. The model
    // is the caller's.
    ListTable(ListModel &model, const QString &name, QWidget *parent = nullptr);
    ~ListTable() override;

    [[nodiscard]] ListModel::Watch watch() const;
    // Rows, top to bottom.
    [[nodiscard]] QList<int> selectedRows() const;
    void copyKeys() const; // of the selected rows
    // In place of rows, when there are none.
    void setWords(const QString &words, bool isTrouble = false);
    [[nodiscard]] QString words() const;

    void keyboardSearch(const QString & /*search*/) override {} // letters open dialogs

Q_SIGNALS:
    void opened(int row); // Enter or a double click
    void watchChanged();  // other rows came on screen, or nobody holds the list any more
    void selectionMoved();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void restoreWidths();
    void fitWidths();
    void readOn();
    ListModel &m_model;
    QString m_name;
    PlainLabel *m_words;
    bool m_hasOwnWidths = false; // a person set them
    QTimer m_watched;
    QElapsedTimer m_pointed; // since the pointer last moved over a row
};

} // namespace oncedesk
