#include "ui/newjob/keyname.h"

#include <QRandomGenerator>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

QString newKey(const QString &intent)
{
    static const QString alphabet = u"abcdefghjkmnpqrstuvwxyz023456789"_s; // 32: no i, l, o, 1
    QString key;
    for (const QChar c : intent.left(40).toLower()) {
        const bool isPlain = (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9');
        if (isPlain)
            key += c;
        else if (!key.isEmpty() && !key.endsWith(u'-'))
            key += u'-';
    }
    if (key.isEmpty())
        key = u"job"_s;
    for (int i = 0; i < 12; ++i) {
        if (i % 4 == 0 && !key.endsWith(u'-'))
            key += u'-';
        key += alphabet[int(QRandomGenerator::system()->bounded(quint32(alphabet.size())))];
    }
    return key;
}

} // namespace oncedesk
