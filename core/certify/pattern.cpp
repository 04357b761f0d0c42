#include "core/certify/pattern.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

namespace {

// PCRE2 counts backtracking for each place a match may begin at. Limits in a pattern only ever lower these.
const auto limits = u"(*LIMIT_MATCH=20000)(*LIMIT_HEAP=20000)"_s;

Error unusable(const QString &sentence)
{
    return {ErrorKind::invalid, sentence, {}};
}

// Perl's $ also stands before a last line break, JSON Schema's does not, and "EUR\n" is no currency.
QString withStrictEnd(const QString &pattern)
{
    QString out;
    bool inClass = false;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const QChar c = pattern[i];
        if (pattern.mid(i).startsWith(u"\\Q") || (inClass && pattern.mid(i).startsWith(u"[:"))) {
            // Quoted text, or a named class: as it stands, up to its end.
            const qsizetype end = pattern.indexOf(c == u'[' ? u":]"_s : u"\\E"_s, i + 2);
            const qsizetype length = end < 0 ? pattern.size() - i : end + 2 - i;
            out += pattern.mid(i, length);
            i += length - 1;
        } else if (c == u'\\' && i + 1 < pattern.size()) {
            out += c;
            out += pattern[++i];
        } else if (c == u'[' && !inClass) {
            inClass = true;
            out += c;
            // A ] that comes first stands for itself.
            if (i + 1 < pattern.size() && pattern[i + 1] == u'^')
                out += pattern[++i];
            if (i + 1 < pattern.size() && pattern[i + 1] == u']')
                out += pattern[++i];
        } else {
            inClass = inClass && c != u']';
            if (c == u'$' && !inClass)
                out += u"\\z"_s;
            else
                out += c;
        }
    }
    return out;
}

} // namespace

Result<Pattern> Pattern::read(const QString &text)
{
    if (text.size() > mostCharacters)
        return unusable(u"must be at most %1 characters long"_s.arg(mostCharacters));
    if (text.startsWith(u"(*"))
        return unusable(u"must not begin with \"(*\""_s);
    const QRegularExpression asGiven(text);
    if (!asGiven.isValid())
        return unusable(u"is not a regular expression: %1 at character %2; correct it"_s.arg(
            asGiven.errorString(), QString::number(asGiven.patternErrorOffset() + 1)));
    Pattern result;
    result.m_text = text;
    result.m_expression = QRegularExpression(limits + withStrictEnd(text));
    if (!result.m_expression.isValid())
        return unusable(u"is a regular expression too unusual to be bounded; write it more simply"_s);
    return result;
}

Pattern::Fit Pattern::match(const QString &text, Budget &budget, QString &why) const
{
    if (text.size() > mostTextCharacters) {
        why = u"is longer than %1 characters, so the pattern was not applied"_s.arg(mostTextCharacters);
        return Fit::unjudged;
    }
    budget.characters -= text.size() + 20;
    if (budget.characters < 0 || budget.time.hasExpired()) {
        why = u"was not compared: the patterns took too long for all that the answer holds"_s;
        return Fit::unjudged;
    }
    const QRegularExpressionMatch match = m_expression.match(text);
    if (!match.isValid()) {
        why = u"made the pattern take too many steps, so it was given up"_s;
        return Fit::unjudged;
    }
    return match.hasMatch() ? Fit::fits : Fit::differs;
}

} // namespace oncedesk::certify
