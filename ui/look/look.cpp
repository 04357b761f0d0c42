#include "ui/look/look.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QPalette>
#include <QStyleFactory>
#include <array>
#include <utility>

namespace oncedesk::look {

using namespace Qt::Literals::StringLiterals;

namespace {

const Colors light{.page = QColor(0xF5F6F8),
                   .surface = QColor(0xFFFFFF),
                   .line = QColor(0xE2E5EA),
                   .strongLine = QColor(0xCDD2D9),
                   .text = QColor(0x1A1F26),
                   .muted = QColor(0x5A6472),
                   .faint = QColor(0x8590A0),
                   .accent = QColor(0x3451D1),
                   .accentTint = QColor(0xEAEEFD),
                   .accentText = QColor(0xFFFFFF),
                   .selection = QColor(0xE6ECFF),
                   .danger = QColor(0xB42318),
                   .warningTint = QColor(0xFFF2D6)};
const Colors dark{.page = QColor(0x14171C),
                  .surface = QColor(0x1B1F26),
                  .line = QColor(0x2C323C),
                  .strongLine = QColor(0x3A424E),
                  .text = QColor(0xE6E9EE),
                  .muted = QColor(0xA3ADBB),
                  .faint = QColor(0x7B8696),
                  .accent = QColor(0x8FA5FF),
                  .accentTint = QColor(0x252D4A),
                  .accentText = QColor(0x14171C),
                  .selection = QColor(0x273150),
                  .danger = QColor(0xF58C82),
                  .warningTint = QColor(0x3A2E14)};

Scheme current = Scheme::light;

QString firstInstalled(const QStringList &families, QFontDatabase::SystemFont otherwise)
{
    const QStringList installed = QFontDatabase::families();
    for (const QString &family : families) {
        if (installed.contains(family))
            return family;
    }
    return QFontDatabase::systemFont(otherwise).family();
}

QPalette paletteOf(const Colors &c)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.text);
    palette.setColor(QPalette::Button, c.surface);
    palette.setColor(QPalette::Base, c.surface);
    palette.setColor(QPalette::Window, c.page);
    palette.setColor(QPalette::AlternateBase, c.page);
    palette.setColor(QPalette::Highlight, c.selection);
    palette.setColor(QPalette::HighlightedText, c.text);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::PlaceholderText, c.faint);
    palette.setColor(QPalette::ToolTipBase, c.surface);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Mid, c.line);
    palette.setColor(QPalette::Dark, c.strongLine);
    palette.setColor(QPalette::Light, c.surface);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.faint);
    return palette;
}

QString styleSheetOf(const Colors &c)
{
    QFile file(u":/themes/desk.qss"_s);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The style sheet is not among the resources.");
    QString text = QString::fromUtf8(file.readAll());
    const std::array<std::pair<QString, QColor>, 13> names{{{u"@accentText"_s, c.accentText},
                                                            {u"@accentTint"_s, c.accentTint},
                                                            {u"@accent"_s, c.accent},
                                                            {u"@strongLine"_s, c.strongLine},
                                                            {u"@line"_s, c.line},
                                                            {u"@page"_s, c.page},
                                                            {u"@surface"_s, c.surface},
                                                            {u"@text"_s, c.text},
                                                            {u"@muted"_s, c.muted},
                                                            {u"@faint"_s, c.faint},
                                                            {u"@selection"_s, c.selection},
                                                            {u"@danger"_s, c.danger},
                                                            {u"@warningTint"_s, c.warningTint}}};
    for (const auto &[name, color] : names)
        text.replace(name, color.name());
    return text;
}

} // namespace

const Colors &colors()
{
    return current == Scheme::light ? light : dark;
}

Scheme scheme()
{
    return current;
}

QFont font(Size size, QFont::Weight weight)
{
    static const QString family = firstInstalled({u"Inter"_s}, QFontDatabase::GeneralFont);
    QFont font(family);
    font.setPixelSize(int(size));
    font.setWeight(weight);
    return font;
}

QFont fixedFont(Size size, QFont::Weight weight)
{
    static const QString family = firstInstalled({u"JetBrains Mono"_s}, QFontDatabase::FixedFont);
    QFont font(family);
    font.setPixelSize(int(size));
    font.setWeight(weight);
    font.setStyleHint(QFont::Monospace);
    return font;
}

void apply(QApplication &application, Scheme scheme)
{
    current = scheme;
    static bool isDressed = false; // style and fonts stay, and each goes through every widget there is
    if (!std::exchange(isDressed, true)) {
        application.setStyle(QStyleFactory::create(u"Fusion"_s));
        application.setFont(font(Size::body));
    }
    // Qt polishes a widget anew for itself and for each of its ancestors when one style sheet takes another's
    // place, but once when a sheet goes or comes.
    application.setStyleSheet({});
    application.setPalette(paletteOf(colors()));
    application.setStyleSheet(styleSheetOf(colors()));
}

} // namespace oncedesk::look
