#include "app/oncedesk/tour.h"

#include "ui/look/look.h"
#include "ui/shell/deskview.h"
#include "ui/shell/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QKeySequence>
#include <QPainter>
#include <QPixmap>
#include <QShortcut>
#include <QTabWidget>
#include <algorithm>
#include <cstdio>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int pause = 250;      // milliseconds between two steps
constexpr int longestWait = 80; // pauses

} // namespace

Tour::Tour(MainWindow &window, const QStringList &steps, QObject *parent)
    : QObject(parent), m_window(window), m_steps(steps)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Tour::take);
    m_timer.start(pause);
}

void Tour::take()
{
    while (!m_steps.isEmpty() && (m_steps.first().trimmed().isEmpty() || m_steps.first().startsWith(u'#')))
        m_steps.removeFirst();
    if (m_steps.isEmpty())
        return QApplication::exit(0);
    const QString step = m_steps.first().trimmed();
    const QString verb = step.section(u' ', 0, 0);
    const QString rest = step.section(u' ', 1);
    if (verb == u"until" && !find(rest) && ++m_waited < longestWait)
        return m_timer.start(pause);
    m_waited = 0;
    if (!perform(verb, rest)) {
        std::fprintf(stderr, "The tour stops at: %s\n", qPrintable(step));
        return QApplication::exit(1);
    }
    m_steps.removeFirst();
    if (verb == u"every") {
        QStringList steps;
        for (const QString &page : m_window.deskView()->pages())
            steps << u"page "_s + page << u"wait 900"_s
                  << u"grab "_s + QString(rest).replace(u"PAGE"_s, page);
        m_steps = steps + m_steps;
    }
    m_timer.start(verb == u"wait" ? rest.toInt() : pause);
}

bool Tour::perform(const QString &verb, const QString &rest)
{
    if (verb == u"wait")
        return true;
    if (verb == u"every")
        return m_window.deskView() != nullptr;
    if (verb == u"until")
        return find(rest) != nullptr;
    if (verb == u"size") {
        m_window.setGeometry(0, 0, rest.section(u' ', 0, 0).toInt(), rest.section(u' ', 1, 1).toInt());
        return true;
    }
    if (verb == u"colours") {
        if ((look::scheme() == look::Scheme::dark) != (rest == u"dark"))
            m_window.toggleScheme();
        return true;
    }
    if (verb == u"page" && m_window.deskView()) {
        m_window.deskView()->showPage(rest);
        return m_window.deskView()->currentPage() == rest;
    }
    if (verb == u"press")
        return press(rest);
    if (verb == u"type") {
        for (const QChar c : rest) {
            QKeyEvent event(QEvent::KeyPress, 0, Qt::NoModifier, QString(c));
            QApplication::sendEvent(focus(), &event);
        }
        return true;
    }
    if (verb == u"click") {
        auto *button = qobject_cast<QAbstractButton *>(find(rest));
        if (button)
            button->click();
        return button != nullptr;
    }
    if (verb == u"row") {
        auto *view = qobject_cast<QAbstractItemView *>(find(rest.section(u' ', 0, 0)));
        if (!view || !view->model())
            return false;
        view->setFocus();
        view->setCurrentIndex(view->model()->index(rest.section(u' ', 1).toInt(), 0));
        return view->currentIndex().isValid();
    }
    if (verb == u"tab") {
        auto *tabs = qobject_cast<QTabWidget *>(find(rest.section(u' ', 0, 0)));
        if (tabs)
            tabs->setCurrentIndex(rest.section(u' ', 1).toInt());
        return tabs != nullptr;
    }
    if (verb == u"grab")
        return grab(rest);
    return false;
}

// From back to front: a dialog is in front of what it was opened from.
QWidgetList Tour::dialogs()
{
    const auto depth = [](const QWidget *widget) {
        int windows = 0;
        for (; widget; widget = widget->parentWidget())
            windows += widget->isWindow();
        return windows;
    };
    QWidgetList found;
    const QWidgetList all = QApplication::topLevelWidgets();
    for (QWidget *widget : all) {
        if (qobject_cast<QDialog *>(widget) && widget->isVisible())
            found += widget;
    }
    std::ranges::stable_sort(found, {}, depth);
    return found;
}

QWidget *Tour::find(const QString &name) const
{
    QWidgetList places = QWidgetList{&m_window} + dialogs();
    std::ranges::reverse(places);
    for (const QWidget *place : std::as_const(places)) {
        const auto found = place->findChildren<QWidget *>(name);
        for (QWidget *widget : found) {
            if (widget->isVisible())
                return widget;
        }
    }
    return nullptr;
}

bool Tour::grab(const QString &file) const
{
    QPixmap picture = m_window.grab();
    QPainter painter(&picture);
    const QWidgetList inFront = dialogs();
    for (QWidget *widget : inFront) {
        const QPoint at = widget->geometry().topLeft() - m_window.geometry().topLeft();
        painter.drawPixmap(at, widget->grab());
        painter.setPen(look::colors().strongLine); // where a window manager puts its frame
        painter.drawRect(QRect(at, widget->size()).adjusted(-1, -1, 0, 0));
    }
    painter.end();
    return picture.save(file);
}

// Without a window manager nothing makes a window the active one.
QWidget *Tour::focus() const
{
    const QWidgetList inFront = dialogs();
    QWidget *front = inFront.isEmpty() ? &m_window : inFront.last();
    front->activateWindow();
    return front->focusWidget() ? front->focusWidget() : front;
}

bool Tour::press(const QString &keys) const
{
    const QKeySequence sequence(keys);
    QWidget *target = focus();
    if (sequence.isEmpty())
        return false;
    const auto shortcuts = target->window()->findChildren<QShortcut *>();
    for (QShortcut *shortcut : shortcuts) {
        if (shortcut->key() == sequence && shortcut->isEnabled()) {
            Q_EMIT shortcut->activated();
            return true;
        }
    }
    const QKeyCombination key = sequence[0];
    QKeyEvent down(QEvent::KeyPress, key.key(), key.keyboardModifiers(), keys.size() == 1 ? keys : QString());
    QApplication::sendEvent(target, &down);
    return true;
}

} // namespace oncedesk
