// One sentence at the foot of the page: what came of what somebody did. It stays until it is dismissed or
// the next one comes; its place is always kept, so that nothing jumps.
#pragma once

#include <QFrame>
#include <QTimer>

class QToolButton;

namespace oncedesk {

class PlainLabel;

class NoticeLine : public QFrame
{
    Q_OBJECT
public:
    explicit NoticeLine(QWidget *parent = nullptr);
    void say(const QString &sentence, bool isRefusal);
    void dismiss();
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void showIcon();
    PlainLabel *m_when;
    PlainLabel *m_text;
    QTimer m_staying;
    QToolButton *m_close;
};

} // namespace oncedesk
