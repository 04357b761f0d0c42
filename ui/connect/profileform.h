// The settings of one shared desk, field by field, or an address pasted whole.
#pragma once

#include "ui/connect/profile.h"

#include <QMap>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;

namespace oncedesk {

class PlainLabel;

class ProfileForm : public QWidget
{
    Q_OBJECT
public:
    explicit ProfileForm(QWidget *parent = nullptr);

    void setProfile(const Profile &profile);
    // What stands in the fields, right or wrong, by their names; the password is not among it.
    using Draft = QMap<QString, QString>;
    [[nodiscard]] Draft draft() const;
    void setDraft(const Draft &draft);
    // With the password left out. Error kind: invalid, with the field named; it is marked, too.
    [[nodiscard]] Result<Profile> profile();
    [[nodiscard]] QString password() const;
    void setPassword(const QString &password);
    [[nodiscard]] bool keepsPassword() const;
    void setKeepsPassword(bool keeps);
    void focusName();
    void focusPassword();

Q_SIGNALS:
    void edited();
    void submitted(); // Enter in a field

private:
    QLineEdit *addLine(const QString &objectName, const QString &label, const QString &hint);
    void addRow(const QString &label, QWidget *field);
    void takeAddress(const QString &text);
    void setSettings(const ConnectionSettings &settings);
    QGridLayout *m_grid;
    QLineEdit *m_name;
    QLineEdit *m_address = nullptr;
    PlainLabel *m_addressFault;
    qsizetype m_addressLength = 0; // before the last change
    QLineEdit *m_host;
    QLineEdit *m_port;
    QLineEdit *m_database;
    QLineEdit *m_user;
    QLineEdit *m_password;
    QCheckBox *m_keep;
    QComboBox *m_tls;
    QLineEdit *m_root;
    QLineEdit *m_service;
    QLineEdit *m_others;
};

} // namespace oncedesk
