// One provider in full: its settings as they are stored, its workers, and the switch.
#pragma once

#include "ui/providers/providerentry.h"
#include "ui/widgets/card.h"

class QPlainTextEdit;

namespace oncedesk {

class ProviderCard : public Card
{
    Q_OBJECT
public:
    explicit ProviderCard(QWidget *parent = nullptr);

    // Keeps scroll and selection while it shows the same.
    void show(const ProviderEntry &entry, bool maySwitch);
    void showNone();
    void say(const QString &sentence, bool isRefusal);

Q_SIGNALS:
    void switchWanted();

private:
    PlainLabel *m_name;
    PlainLabel *m_about;
    PlainLabel *m_workersHead;
    PlainLabel *m_workers;
    PlainLabel *m_settingsHead;
    QPlainTextEdit *m_settings;
    PlainLabel *m_said;
    QPushButton *m_switch;
    QString m_shown; // whose settings these are
};

} // namespace oncedesk
