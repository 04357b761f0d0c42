// Plain building blocks that every page uses, so that all of them look alike.
#pragma once

#include "ui/look/look.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>

class QVBoxLayout;

namespace oncedesk {

// A surface with a one-pixel line around it.
class Card : public QFrame
{
    Q_OBJECT
public:
    explicit Card(QWidget *parent = nullptr);
    // 16 px margins, 12 px between.
    [[nodiscard]] QVBoxLayout *column() const { return m_column; }

private:
    QVBoxLayout *m_column;
};

// Text that is shown as it is: never taken for HTML, never for a mnemonic.
class PlainLabel : public QLabel
{
    Q_OBJECT
public:
    enum class Role { body, muted, faint, danger, notice };
    explicit PlainLabel(const QString &text = {}, Role role = Role::body, QWidget *parent = nullptr);
    void setRole(Role role);
    // What turns or hides text is shown by its number, see visibleText().
    void setText(const QString &text);
};

enum class ButtonKind { plain, primary, danger, link };
[[nodiscard]] QPushButton *makeButton(const QString &text, ButtonKind kind, QWidget *parent = nullptr);

} // namespace oncedesk
