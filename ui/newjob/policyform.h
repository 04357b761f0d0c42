// The policy of a new job. Only what differs from the contract's default is sent.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

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
    [[nodiscard]] double timeout() const;
    [[nodiscard]] double hedgeAfter() const;
    [[nodiscard]] QStringList fallbacks() const;

Q_SIGNALS:
    void changed();

private:
    QDoubleSpinBox *m_timeout;
    QSpinBox *m_maxAttempts;
    QDoubleSpinBox *m_backoff;
    QLineEdit *m_fallbacks;
    QComboBox *m_start;
    QComboBox *m_mode;
    QDoubleSpinBox *m_hedgeAfter;
};

} // namespace oncedesk
