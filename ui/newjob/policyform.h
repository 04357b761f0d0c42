// The policy of a new job. Only what differs from the contract's default is sent.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QWidget>

class QComboBox;
class QLineEdit;

namespace oncedesk {

class PolicyForm : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyForm(QWidget *parent = nullptr);

    // "{}" when everything is as the contract has it.
    [[nodiscard]] QByteArray json() const;
    [[nodiscard]] bool startsByItself() const;
    [[nodiscard]] bool isHedged() const;
    [[nodiscard]] double hedgeAfter() const; // seconds
    // What is wrong with a number, in one sentence; empty when nothing is.
    [[nodiscard]] QString fault() const;
    [[nodiscard]] QStringList fallbacks() const;

Q_SIGNALS:
    void changed();

private:
    QLineEdit *m_timeout;
    QLineEdit *m_maxAttempts;
    QLineEdit *m_backoff;
    QLineEdit *m_fallbacks;
    QComboBox *m_start;
    QComboBox *m_mode;
    QLineEdit *m_hedgeAfter;
};

} // namespace oncedesk
