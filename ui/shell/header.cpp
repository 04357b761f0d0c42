#include "ui/shell/header.h"

#include "ui/look/icons.h"
#include "ui/look/look.h"
#include "ui/look/mark.h"
#include "ui/shell/searchbox.h"
#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QIcon dot(const QColor &color)
{
    QPixmap pixmap(24, 24);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(6, 6, 12, 12);
    return pixmap;
}

QString roleOf(const board::Access &access)
{
    if (access.mayAdminister && access.mayOperate)
        return Header::tr("administrator");
    if (access.mayOperate)
        return Header::tr("operator");
    if (access.mayAdminister)
        return Header::tr("administrator");
    if (access.maySubmit)
        return Header::tr("submitter");
    if (access.mayLook)
        return Header::tr("viewer");
    if (access.mayWork)
        return Header::tr("worker");
    return Header::tr("no role");
}

// To the second; the banner says it in full.
QString sinceWhen(const QDateTime &time)
{
    const bool isUtc = Times::instance().zone() == Times::Zone::utc;
    const QDateTime shown = isUtc ? time.toUTC() : time.toLocalTime();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QDate today = isUtc ? now.date() : now.toLocalTime().date();
    return shown.toString(shown.date() == today ? u"HH:mm:ss"_s : u"yyyy-MM-dd HH:mm"_s);
}

} // namespace

Header::Header(LiveDesk &desk, QWidget *parent)
    : QFrame(parent),
      m_desk(desk),
      m_search(new SearchBox(desk, this)),
      m_glass(new QAction(this)),
      m_connection(new QToolButton(this)),
      m_scheme(new QToolButton(this)),
      m_newJob(makeButton(tr("New job…"), ButtonKind::plain, this))
{
    setObjectName(u"header"_s);
    setFixedHeight(48);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);
    auto *sign = new QLabel(this);
    sign->setPixmap(look::applicationIcon().pixmap(20, 20));
    row->addWidget(sign);
    auto *brand = new PlainLabel(u"Oncedesk"_s, PlainLabel::Role::body, this);
    brand->setWordWrap(false);
    brand->setTextInteractionFlags(Qt::NoTextInteraction);
    brand->setFont(look::font(look::Size::brand, QFont::Bold));
    brand->setFixedWidth(176 - 16 - 20 - 8 - 8 + 12);
    row->addWidget(brand);

    m_search->addAction(m_glass, QLineEdit::LeadingPosition);
    m_search->setMaximumWidth(460);
    row->addWidget(m_search, 1);
    connect(m_search, &SearchBox::searched, this, &Header::searched);
    connect(m_search, &SearchBox::jobChosen, this, &Header::jobWanted);
    row->addStretch(1);

    m_connection->setObjectName(u"connection"_s);
    m_connection->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_connection, &QToolButton::clicked, this, &Header::connectionWanted);
    row->addWidget(m_connection);

    m_scheme->setObjectName(u"scheme"_s);
    row->addWidget(m_scheme);
    connect(m_scheme, &QToolButton::clicked, this, &Header::schemeToggled);
    auto *keys = new QToolButton(this);
    keys->setObjectName(u"shortcuts"_s);
    keys->setText(u"?"_s);
    keys->setFont(look::font(look::Size::body, QFont::DemiBold));
    keys->setAccessibleName(tr("Keyboard shortcuts"));
    keys->setToolTip(tr("Keyboard shortcuts (?)"));
    row->addWidget(keys);
    connect(keys, &QToolButton::clicked, this, &Header::shortcutsWanted);

    m_newJob->setObjectName(u"new-job"_s);
    m_newJob->setToolTip(tr("Submit a job (Ctrl+N)"));
    connect(m_newJob, &QPushButton::clicked, this, &Header::newJobWanted);
    row->addWidget(m_newJob);

    connect(&desk, &LiveDesk::linkChanged, this, &Header::showLink);
    connect(&desk, &LiveDesk::accessChanged, this, &Header::showLink);
    connect(&Times::instance(), &Times::changed, this, &Header::showLink);
    showLink();
    showIcons();
}

void Header::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showLink();
        showIcons();
    }
}

void Header::showIcons()
{
    const bool isLight = look::scheme() == look::Scheme::light;
    m_glass->setIcon(look::icon(u"search"_s, look::colors().faint));
    m_scheme->setIcon(look::icon(isLight ? u"moon"_s : u"sun"_s, look::colors().muted));
    m_scheme->setAccessibleName(isLight ? tr("Dark colours") : tr("Light colours"));
    m_scheme->setToolTip(m_scheme->accessibleName());
}

void Header::setSearchRefusal(const QString &why)
{
    m_search->setEnabled(why.isEmpty());
    m_search->setToolTip(why);
    m_search->setAccessibleDescription(why);
}

void Header::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void Header::showLink()
{
    QString freshness;
    QColor color;
    switch (m_desk.link()) {
    case LiveDesk::Link::connecting:
        freshness = tr("connecting…");
        color = look::colors().faint;
        break;
    case LiveDesk::Link::fresh:
        freshness = tr("fresh");
        color = look::colorOf(look::Mark::succeeded);
        break;
    case LiveDesk::Link::lost:
        freshness = m_desk.lastFresh().isValid() ? tr("stale since %1").arg(sinceWhen(m_desk.lastFresh()))
                                                 : tr("no connection yet");
        color = look::colorOf(look::Mark::unknown);
        break;
    }
    const QString place = m_desk.isPrivate() ? tr("private desk") : m_desk.settings().describe();
    const QString shown = fontMetrics().elidedText(place, Qt::ElideMiddle, 260);
    m_connection->setIcon(dot(color));
    m_connection->setText(m_desk.isAccessKnown()
                              ? u"%1 · %2 · %3"_s.arg(shown, roleOf(m_desk.access()), freshness)
                              : u"%1 · %2"_s.arg(shown, freshness));
    m_connection->setAccessibleName(tr("Connection: %1").arg(m_connection->text()));
    m_connection->setToolTip(
        tr("%1\nlogin: %2\nChoose another connection…").arg(place, m_desk.access().login));
    m_newJob->setVisible(m_desk.isAccessKnown() && m_desk.access().maySubmit);
}

} // namespace oncedesk
