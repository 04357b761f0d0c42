// Said across the page while the link to the database is lost.
#pragma once

#include "ui/desk/livedesk.h"

#include <QFrame>

class QLabel;

namespace oncedesk {

class Banner : public QFrame
{
    Q_OBJECT
public:
    explicit Banner(LiveDesk &desk, QWidget *parent = nullptr);

private:
    void showLink();
    LiveDesk &m_desk;
    QLabel *m_text;
};

} // namespace oncedesk
