#include "core/board/filterparser.h"

#include "core/board/filtervocabulary.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;
using Key = FilterTerm::Key;
using Comparison = FilterTerm::Comparison;

namespace {

constexpr qsizetype deepestPath = 64;                  // params are not nested deeper
constexpr qint64 longestAge = 100LL * 366 * 24 * 3600; // seconds

// Part of a filter as a sentence shows it: short and on one line.
QString shown(const QString &text)
{
    return text.simplified().size() > 40 ? text.simplified().left(40) + u'…' : text.simplified();
}

} // namespace

Result<Filter> Filter::parse(const QString &text, Subject subject, FilterFault *fault)
{
    FilterParser parser(text, subject);
    auto result = parser.parse();
    if (fault)
        *fault = parser.fault();
    return result;
}

Result<Filter> FilterParser::parse()
{
    if (auto error = checkText())
        return *error;
    while (true) {
        while (!atEnd() && peek().isSpace())
            ++m_at;
        if (atEnd())
            return m_filter;
        const qsizetype begin = m_at;
        FilterTerm next;
        next.position = begin;
        if (auto error = term(next))
            return *error;
        next.length = m_at - begin;
        if (m_filter.m_terms.size() == Filter::mostTerms) {
            return fail(begin, next.length, u"a filter has at most %1 terms"_s.arg(Filter::mostTerms),
                        u"Remove some, or use a comma list such as owner:a,b"_s);
        }
        m_filter.m_terms += next;
    }
}

std::optional<Error> FilterParser::checkText()
{
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        const QChar c = m_text[i];
        const bool pair = c.isHighSurrogate() && i + 1 < m_text.size() && m_text[i + 1].isLowSurrogate();
        if (c.isNull() || (c.isSurrogate() && !pair))
            return fail(i, 1, u"this character cannot be searched for"_s, u"Remove it"_s);
        if (pair)
            ++i;
    }
    if (m_text.toUtf8().size() > Filter::mostBytes) {
        return fail(0, m_text.size(), u"a filter has at most %1 bytes"_s.arg(Filter::mostBytes),
                    u"Shorten it"_s);
    }
    return {};
}

std::optional<Error> FilterParser::term(FilterTerm &term)
{
    if (peek() == u'-') {
        term.negated = true;
        ++m_at;
        if (atBlank()) {
            return fail(m_at, 0, u"a term is missing after the minus"_s,
                        u"Write for example -state:succeeded, or \"-\" to search for a minus"_s);
        }
    }
    if (peek() == u'#')
        return jobs(term);

    const qsizetype begin = m_at;
    if (peek() == u'"') {
        QString text;
        if (auto error = quoted(text))
            return error;
        if (text.isEmpty())
            return fail(begin, m_at - begin, u"there is nothing between the quotes"_s,
                        u"Write what to search for"_s);
        term.values = {{text, true, 0}};
        return blankAfter(m_at);
    }

    if (m_filter.subject() == Subject::jobs && QStringView(m_text).sliced(begin).startsWith(u"params.")) {
        if (auto error = path(term))
            return error;
        return values(term, m_text.sliced(begin, m_at - begin - 1), {});
    }

    const QString name = run(u"\":");
    if (peek() == u'"')
        return fail(m_at, 1, u"a quote stands inside a word"_s, u"Put the whole word in quotes"_s);
    if (peek() != u':') {
        term.values = {{name, false, 0}};
        return {};
    }

    const VocabularyEntry *entry = vocabularyEntry(m_filter.subject(), name);
    if (!entry)
        return unknownKey(begin, name);
    ++m_at;
    term.key = entry->key;
    if (term.key == Key::age)
        return age(term);
    if (term.key == Key::attempts)
        return attempts(term);
    return values(term, name, entry->words);
}

std::optional<Error> FilterParser::jobs(FilterTerm &term)
{
    term.key = Key::job;
    do {
        ++m_at; // the # or the comma
        if (peek() == u'#' && !term.values.isEmpty())
            ++m_at;
        qint64 id = 0;
        if (auto error = number(std::numeric_limits<qint64>::max(), id))
            return error;
        term.values += {QString::number(id), false, id};
    } while (peek() == u',');
    return blankAfter(m_at);
}

std::optional<Error> FilterParser::path(FilterTerm &term)
{
    term.key = Key::params;
    m_at += QStringView(u"params").size();
    const QString example = u"Write for example params.amount:450"_s;
    while (peek() == u'.') {
        ++m_at;
        const qsizetype begin = m_at;
        QString name;
        if (peek() == u'"') {
            if (auto error = quoted(name))
                return error;
        } else {
            name = run(u"\":.");
            if (name.isEmpty())
                return fail(begin, 0, u"a name is missing"_s, example);
        }
        term.path += name;
        if (term.path.size() > deepestPath)
            return fail(begin, m_at - begin, u"params are not nested deeper than %1"_s.arg(deepestPath),
                        example);
    }
    if (peek() != u':')
        return fail(m_at, 0, u"a colon and a value are missing"_s, example);
    ++m_at;
    return {};
}

std::optional<Error> FilterParser::values(FilterTerm &term, const QString &name, const QStringList &words)
{
    while (true) {
        const qsizetype begin = m_at;
        FilterTerm::Value value;
        if (peek() == u'"') {
            value.quoted = true;
            if (auto error = quoted(value.text))
                return error;
        } else {
            value.text = run(u"\",");
            if (value.text.isEmpty())
                return fail(begin, 0, u"a value is missing after %1:"_s.arg(shown(name)),
                            words.isEmpty() ? u"Write one, in quotes if it holds blanks"_s
                                            : u"Use one of: "_s + words.join(u", "_s));
        }
        if (peek() == u'"')
            return fail(m_at, 1, u"a quote stands inside a value"_s, u"Put the whole value in quotes"_s);
        if (!words.isEmpty() && !words.contains(value.text)) {
            return fail(begin, m_at - begin, u"%1: knows no \"%2\""_s.arg(name, shown(value.text)),
                        u"Use one of: "_s + words.join(u", "_s));
        }
        if (term.key == Key::params && !value.quoted && (value.text[0] == u'<' || value.text[0] == u'>')) {
            return fail(begin, m_at - begin, u"params are compared for equality only"_s,
                        u"Put the value in quotes if it really begins with %1"_s.arg(value.text[0]));
        }
        term.values += value;
        if (peek() != u',')
            break;
        ++m_at;
    }
    return blankAfter(m_at);
}

std::optional<Error> FilterParser::age(FilterTerm &term)
{
    const qsizetype begin = m_at;
    term.comparison = comparison();
    if (term.comparison == Comparison::equal)
        return fail(begin, 0, u"age: needs <, >, <= or >="_s, u"Write for example age:>10m"_s);
    const qsizetype digits = m_at;
    qint64 count = 0;
    if (auto error = number(longestAge, count))
        return error;
    qint64 seconds = 0;
    switch (peek().unicode()) {
    case u's':
        seconds = 1;
        break;
    case u'm':
        seconds = 60;
        break;
    case u'h':
        seconds = 3600;
        break;
    case u'd':
        seconds = 24 * 3600;
        break;
    case u'w':
        seconds = 7 * 24 * 3600;
        break;
    default:
        return fail(m_at, atBlank() ? 0 : 1, u"a unit is missing"_s,
                    u"Use s, m, h, d or w, for example age:>10m"_s);
    }
    ++m_at;
    if (count > longestAge / seconds)
        return fail(digits, m_at - digits, u"this is more than a century"_s, u"Use a shorter time"_s);
    term.values = {{m_text.sliced(digits, m_at - digits), false, count * seconds}};
    return blankAfter(m_at);
}

std::optional<Error> FilterParser::attempts(FilterTerm &term)
{
    term.comparison = comparison();
    qint64 count = 0;
    if (auto error = number(std::numeric_limits<qint32>::max(), count))
        return error;
    term.values = {{QString::number(count), false, count}};
    return blankAfter(m_at);
}

std::optional<Error> FilterParser::quoted(QString &text)
{
    const qsizetype begin = m_at;
    for (++m_at; !atEnd() && peek() != u'"'; ++m_at) {
        if (peek() == u'\\')
            ++m_at;
        if (!atEnd())
            text += peek();
    }
    if (atEnd()) {
        return fail(begin, m_text.size() - begin, u"the quote is never closed"_s,
                    u"Close it, or write \\\" for a quote inside quotes"_s);
    }
    ++m_at;
    return {};
}

std::optional<Error> FilterParser::number(qint64 most, qint64 &value)
{
    const qsizetype begin = m_at;
    while (!atEnd() && peek() >= u'0' && peek() <= u'9')
        ++m_at;
    const QStringView digits = QStringView(m_text).sliced(begin, m_at - begin);
    if (digits.isEmpty()) {
        const QString found = run(u",");
        return fail(begin, found.size(), u"a whole number is missing"_s, u"Write digits"_s);
    }
    bool ok = false;
    value = digits.toLongLong(&ok);
    if (!ok || value > most)
        return fail(begin, digits.size(), u"this number is too large"_s, u"Write at most %1"_s.arg(most));
    return {};
}

Comparison FilterParser::comparison()
{
    if (peek() != u'<' && peek() != u'>')
        return Comparison::equal;
    const bool less = peek() == u'<';
    ++m_at;
    if (peek() != u'=')
        return less ? Comparison::less : Comparison::greater;
    ++m_at;
    return less ? Comparison::lessOrEqual : Comparison::greaterOrEqual;
}

QString FilterParser::run(QStringView stops)
{
    const qsizetype begin = m_at;
    while (!atBlank() && !stops.contains(peek()))
        ++m_at;
    return m_text.sliced(begin, m_at - begin);
}

std::optional<Error> FilterParser::blankAfter(qsizetype begin)
{
    if (atBlank())
        return {};
    const QString rest = run({});
    return fail(begin, rest.size(), u"\"%1\" does not belong here"_s.arg(shown(rest)),
                u"Put a blank before the next term"_s);
}

Error FilterParser::unknownKey(qsizetype position, const QString &name)
{
    const QString keys = Filter::keys(m_filter.subject()).join(u", "_s);
    if (name.isEmpty())
        return fail(position, 1, u"a name is missing before the colon"_s, u"Use one of: "_s + keys);
    return fail(position, name.size(), u"there is no term \"%1\""_s.arg(shown(name)),
                u"Use one of: %1; or put the text in quotes to search for it"_s.arg(keys));
}

Error FilterParser::fail(qsizetype position, qsizetype length, const QString &what, const QString &advice)
{
    m_fault = {position, length};
    // People count characters, and from one.
    const auto column = QStringView(m_text).first(position).toUcs4().size() + 1;
    return {ErrorKind::invalid,
            u"filter: %1 (character %2). %3."_s.arg(what, QString::number(column), advice),
            {}};
}

} // namespace oncedesk::board
