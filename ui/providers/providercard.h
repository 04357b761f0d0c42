// One provider in full: its settings as they are stored, its workers, and the switch.
#pragma once

#include "core/board/providerday.h"
#include "ui/providers/providerentry.h"
#include "ui/widgets/card.h"

class QPlainTextEdit;

namespace oncedesk {

class DayChart;

class ProviderCard : public Card
{
    Q_OBJECT
public:
    explicit ProviderCard(QWidget *parent = nullptr);

    // Keeps scroll and selection while it shows the same.
    void show(const ProviderEntry &entry, bool mayAdminister);
    // Of the provider that is shown.
    void setFigures(const board::ProviderFigures &figures);
    void setDay(const Result<board::ProviderDay> &day);
    void showNone();
    void say(const QString &sentence, bool isRefusal);

Q_SIGNALS:
    void switchWanted();
    void editWanted();

private:
    void addUnder(QWidget *head, QWidget *content, int stretch);

    PlainLabel *m_name;
    PlainLabel *m_about;
    PlainLabel *m_figuresHead;
    PlainLabel *m_figures;
    DayChart *m_chart;
    PlainLabel *m_workersHead;
    PlainLabel *m_workers;
    PlainLabel *m_settingsHead;
    QPlainTextEdit *m_settings;
    PlainLabel *m_said;
    QPushButton *m_switch;
    QPushButton *m_edit;
    QString m_shown; // whose settings these are
};

} // namespace oncedesk
