// The providers there are, who serves them, and what they have in hand. An administrator switches them.
#pragma once

#include "ui/providers/providersmodel.h"
#include "ui/shell/page.h"

class QTabWidget;
class QTableView;

namespace oncedesk {

class Card;
class CertificationView;
class DayReader;
class PlainLabel;
class ProviderCard;

class ProvidersPage : public Page
{
    Q_OBJECT
public:
    explicit ProvidersPage(LiveDesk &desk, QWidget *parent = nullptr);
    void refresh() override;
    void focusFilter() override;

private:
    void take(const Result<QList<ProviderEntry>> &entries);
    void showChosen();
    void readFigures();
    void askToSwitch();
    void editSettings();
    void makeTable();
    void addTab(QWidget *content, const QString &name);
    ProvidersModel m_model;
    PlainLabel *m_summary;
    PlainLabel *m_words; // instead of a table: loading, empty, failing
    Card *m_tableCard;
    QTableView *m_table;
    ProviderCard *m_card;
    DayReader *m_day;
    QTabWidget *m_tabs;
    CertificationView *m_certification;
    bool m_hasRead = false;
    int m_figuresAsked = 0;
};

} // namespace oncedesk
