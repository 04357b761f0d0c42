// The one palette and the one type scale of the console, light and dark. Sizes are device-independent pixels.
#pragma once

#include <QColor>
#include <QFont>

class QApplication;

namespace oncedesk::look {

enum class Scheme { light, dark };

struct Colors
{
    QColor page;    // behind everything
    QColor surface; // of cards, tables and fields
    QColor line;
    QColor strongLine; // around what can be used
    QColor text;
    QColor muted;
    QColor faint;
    QColor accent; // selection and the one primary action
    QColor accentTint;
    QColor accentText; // on the accent
    QColor selection;
    QColor danger;
    QColor warningTint; // behind unknown
};

// Of the scheme in force.
[[nodiscard]] const Colors &colors();
[[nodiscard]] Scheme scheme();

// Palette, style, fonts and the style sheet, for all widgets there are and will be.
void apply(QApplication &application, Scheme scheme);

// 11 px heads, 12 px captions, 13 px body, 15 px brand, 17 px titles.
enum class Size { head = 11, caption = 12, body = 13, brand = 15, title = 17 };
[[nodiscard]] QFont font(Size size, QFont::Weight weight = QFont::Normal);
// Keys, numbers, times and SQL: every figure as wide as the other.
[[nodiscard]] QFont fixedFont(Size size, QFont::Weight weight = QFont::Normal);

inline constexpr int rowHeight = 36;
inline constexpr int grid = 4;

} // namespace oncedesk::look
