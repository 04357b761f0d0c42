#include "core/db/sqltext.h"

#include <QFile>
#include <QHash>
#include <QMutex>

// Resources of a static library are not found by themselves.
static void initSqlResources()
{
    Q_INIT_RESOURCE(oncedesk_sql);
}

namespace oncedesk {

QByteArray sqlText(const QByteArray &name)
{
    static QMutex mutex;
    static QHash<QByteArray, QByteArray> texts;
    const QMutexLocker lock(&mutex);
    if (texts.isEmpty())
        initSqlResources();
    QByteArray &text = texts[name];
    if (text.isEmpty()) {
        QFile file(QStringLiteral(":/sql/%1.sql").arg(QString::fromUtf8(name)));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("There is no statement %s.sql among the program's resources.", name.constData());
        text = file.readAll();
    }
    return text;
}

} // namespace oncedesk
