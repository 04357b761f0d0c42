#include "app/oncectl/terminaltext.h"

#include <QList>
#include <locale.h>
#include <wchar.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The C library knows the width of each character, in any locale that speaks UTF-8; -1: it has no shape.
int widthOf(char32_t character)
{
    static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
    if (!utf8)
        return character >= 0x20 && character != 0x7f && (character < 0x80 || character >= 0xa0) ? 1 : -1;
    const locale_t before = uselocale(utf8);
    const int width = wcwidth(wchar_t(character));
    uselocale(before);
    return width;
}

// Invisible characters that reorder, hide or break what stands around them. Joiners (200C, 200D) stay: Tamil
// and emoji need them.
bool deceives(char32_t c)
{
    return c == 0x61c || c == 0x200b || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x2069) || c == 0xfeff || (c >= 0xe0000 && c <= 0xe0fff);
}

QString escape(char32_t c)
{
    switch (c) {
    case U'\n':
        return u"\\n"_s;
    case U'\r':
        return u"\\r"_s;
    case U'\t':
        return u"\\t"_s;
    default:
        return c > 0xffff ? u"\\U%1"_s.arg(uint(c), 8, 16, QChar(u'0'))
                          : u"\\u%1"_s.arg(uint(c), 4, 16, QChar(u'0'));
    }
}

template<class F>
void eachCharacter(const QString &text, F visit)
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            visit(QChar::surrogateToUcs4(c, text[i + 1]), QStringView(text).sliced(i, 2));
            ++i;
        } else {
            visit(char32_t(c.unicode()), QStringView(text).sliced(i, 1));
        }
    }
}

} // namespace

QString shown(const QString &text)
{
    QString safe;
    safe.reserve(text.size());
    eachCharacter(text, [&safe](char32_t c, QStringView piece) {
        const bool plain = c >= 0x20 && c < 0x7f;
        if (plain || (!QChar::isSurrogate(c) && !deceives(c) && widthOf(c) >= 0))
            safe += piece;
        else
            safe += escape(c);
    });
    return safe;
}

int columnsOf(const QString &shownText)
{
    int columns = 0;
    eachCharacter(shownText,
                  [&columns](char32_t c, QStringView) { columns += c < 0x7f ? 1 : qMax(0, widthOf(c)); });
    return columns;
}

QString shortened(const QString &shownText, int columns)
{
    if (columnsOf(shownText) <= columns)
        return shownText;
    QString kept;
    int used = 0;
    bool full = false;
    eachCharacter(shownText, [&](char32_t c, QStringView piece) {
        const int width = c < 0x7f ? 1 : qMax(0, widthOf(c));
        full = full || used + width > columns - 1;
        if (full)
            return;
        kept += piece;
        used += width;
    });
    return kept + u'…';
}

} // namespace oncedesk
