// What a trial sends and where: a suite or one case of it, or a request of one's own.
#pragma once

#include "core/board/certification.h"
#include "core/contract/certification.h"
#include "ui/certification/suitefile.h"
#include "ui/desk/livedesk.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace oncedesk {

class ParamsEditor;

class TrialForm : public QWidget
{
    Q_OBJECT
public:
    TrialForm(LiveDesk &desk, QWidget *parent);

    // Either: this provider with these settings; what is sent is chosen here.
    void setSettings(const QString &provider, const QByteArray &settings);
    // Or: this suite; the provider is chosen here.
    void setSuite(const QByteArray &suite);

    [[nodiscard]] Trial trial() const;
    [[nodiscard]] int calls() const; // that it makes; 0 while that is not known
    // Why it cannot be sent; empty: it can, or is not known yet.
    [[nodiscard]] QString fault() const;

Q_SIGNALS:
    void changed();

private:
    void readSuites();
    void readProviders();
    void chooseSuite();
    void showFields(bool ofOwnRequest);
    void take(const QByteArray &suite);
    [[nodiscard]] bool isOwnRequest() const;
    [[nodiscard]] QString chosenCase() const; // null: all

    LiveDesk &m_desk;
    QFormLayout *m_form;
    QComboBox *m_provider;
    QComboBox *m_what;
    QComboBox *m_case;
    QLineEdit *m_intent;
    ParamsEditor *m_params;
    QList<board::SuiteRow> m_suites;
    std::optional<QByteArray> m_settings; // none: each provider's own
    QByteArray m_suite;
    SuiteFinding m_finding;
    QString m_trouble; // with reading what there is to choose from
    int m_generation = 0;
};

} // namespace oncedesk
