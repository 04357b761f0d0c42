// A button that shows the key which does the same.
#pragma once

#include "ui/widgets/card.h"

namespace oncedesk {

class KeyButton : public QPushButton
{
    Q_OBJECT
public:
    KeyButton(const QString &text, const QString &key, ButtonKind kind, QWidget *parent = nullptr);
    void setKind(ButtonKind kind);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_key;
};

} // namespace oncedesk
