// The console's own icons: resources/icons, drawn with one line width on a 16-px grid.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace oncedesk::look {

// In the colour given, sharp at every scale. The name is the file's, without ".svg".
[[nodiscard]] QIcon icon(const QString &name, const QColor &color);
// Muted, and the accent where it is checked.
[[nodiscard]] QIcon railIcon(const QString &name);
[[nodiscard]] QIcon applicationIcon();

} // namespace oncedesk::look
