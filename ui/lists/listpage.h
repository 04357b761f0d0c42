// What all lists have in common: a filter, a table, how far it was searched, and what waits to be shown.
#pragma once

#include "ui/lists/listmodel.h"
#include "ui/shell/page.h"

class QHBoxLayout;
class QPushButton;

namespace oncedesk {

class Card;
class FilterBox;
class ListTable;
class PlainLabel;

class ListPage : public Page
{
    Q_OBJECT
public:
    struct Words
    {
        QString title;
        QString what;    // what it is about, one sentence
        QString none;    // said when there is nothing at all
        QString example; // of a filter
    };

    // The name is how the program calls it; the model becomes the page's.
    ListPage(LiveDesk &desk, const QString &name, const Words &words, ListModel *model,
             QWidget *parent = nullptr);

    void readAgain() override;
    void refresh() override;
    void focusFilter() override;
    // As if it had been typed and Enter pressed.
    void setFilter(const QString &text);

    [[nodiscard]] ListTable &table() const { return *m_table; }
    [[nodiscard]] ListModel &model() const { return *m_model; }

protected:
    // Right of the title.
    [[nodiscard]] QHBoxLayout *titleRow() const { return m_titleRow; }
    // Right of the table.
    [[nodiscard]] QHBoxLayout *middle() const { return m_middle; }
    [[nodiscard]] virtual QString reached(qint64 id) const;
    virtual void open(int row) = 0;

private:
    void showState();
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString wordsInstead() const;

    Words m_words;
    ListModel *m_model;
    FilterBox *m_filter;
    PlainLabel *m_summary;
    QPushButton *m_search;
    QPushButton *m_waiting;
    ListTable *m_table;
    QHBoxLayout *m_titleRow;
    QHBoxLayout *m_middle;
};

} // namespace oncedesk
