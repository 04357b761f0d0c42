#include "ui/look/icons.h"

#include "ui/look/look.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace oncedesk::look {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray source(const QString &name)
{
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("There is no icon %s.", qPrintable(name));
    return file.readAll();
}

QPixmap drawn(const QByteArray &svg, int side)
{
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(svg).render(&painter);
    return pixmap;
}

void addTo(QIcon &icon, const QString &name, const QColor &color, QIcon::State state)
{
    QByteArray svg;
    for (const int side : {16, 24, 32, 48}) {
        const QString key = u"oncedesk/%1/%2/%3"_s.arg(name, color.name()).arg(side);
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            if (svg.isEmpty())
                svg = source(name).replace("#000", color.name().toLatin1());
            pixmap = drawn(svg, side);
            QPixmapCache::insert(key, pixmap);
        }
        icon.addPixmap(pixmap, QIcon::Normal, state);
    }
}

} // namespace

QIcon icon(const QString &name, const QColor &color)
{
    QIcon icon;
    addTo(icon, name, color, QIcon::Off);
    return icon;
}

QIcon railIcon(const QString &name)
{
    QIcon icon;
    addTo(icon, name, colors().muted, QIcon::Off);
    addTo(icon, name, colors().accent, QIcon::On);
    return icon;
}

QIcon applicationIcon()
{
    QIcon icon;
    const QByteArray svg = source(u"oncedesk"_s);
    for (const int side : {16, 32, 48, 128})
        icon.addPixmap(drawn(svg, side));
    return icon;
}

} // namespace oncedesk::look
