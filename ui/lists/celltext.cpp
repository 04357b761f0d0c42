#include "ui/lists/celltext.h"

#include <QCoreApplication>
#include <QLocale>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

bool turnsText(QChar c)
{
    const char16_t u = c.unicode();
    return u == 0x061C || u == 0x200E || u == 0x200F || (u >= 0x202A && u <= 0x202E) ||
           (u >= 0x2066 && u <= 0x2069);
}

bool isInvisible(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= 0x7F && u <= 0x9F) || u == 0x00AD || u == 0x200B || u == 0x2028 || u == 0x2029 ||
           (u >= 0x2060 && u <= 0x2064) || u == 0xFEFF;
}

} // namespace

QString visibleText(const QString &text)
{
    QString shown;
    shown.reserve(text.size());
    for (const QChar c : text) {
        if (c == u'\n')
            shown += QChar(0x21B5);
        else if (c.unicode() < 0x20)
            shown += QChar(char16_t(0x2400 + c.unicode())); // the control pictures
        else if (turnsText(c) || isInvisible(c))
            shown += u"\u2039U+%1\u203A"_s.arg(QString::number(c.unicode(), 16).toUpper(), 4, u'0');
        else
            shown += c;
    }
    return shown;
}

QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = visibleText(line).toHtmlEscaped();
    return u"<p style=\"white-space:pre-wrap\">"_s + lines.join(u'\n') + u"</p>"_s;
}

QString ticketText(JobId job)
{
    return u'#' + QString::number(job.value());
}

QString sizeText(qint64 bytes)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("Size", text); };
    if (bytes < 1000)
        return tr("%1 B").arg(bytes);
    if (bytes < 1'000'000)
        return tr("%1 kB").arg(QLocale().toString(double(bytes) / 1000, 'f', 1));
    return tr("%1 MB").arg(QLocale().toString(double(bytes) / 1'000'000, 'f', 1));
}

} // namespace oncedesk
