// Reads the text of a filter; used by Filter::parse alone.
#pragma once

#include "core/board/filter.h"

#include <optional>

namespace oncedesk::board {

class FilterParser
{
public:
    FilterParser(const QString &text, Subject subject) : m_text(text), m_filter(subject) {}

    Result<Filter> parse();
    [[nodiscard]] const FilterFault &fault() const { return m_fault; }

private:
    // Each returns an Error when the text ends the parse there, and moves m_at behind what it read.
    std::optional<Error> checkText();
    std::optional<Error> term(FilterTerm &term);
    std::optional<Error> jobs(FilterTerm &term);
    std::optional<Error> path(FilterTerm &term);
    std::optional<Error> values(FilterTerm &term, const QString &name, const QStringList &words);
    std::optional<Error> age(FilterTerm &term);
    std::optional<Error> attempts(FilterTerm &term);
    std::optional<Error> quoted(QString &text);
    std::optional<Error> number(qint64 most, qint64 &value);

    FilterTerm::Comparison comparison();
    QString run(QStringView stops); // up to a blank or one of the stops
    std::optional<Error> blankAfter(qsizetype begin);
    Error fail(qsizetype position, qsizetype length, const QString &what, const QString &advice);
    Error unknownKey(qsizetype position, const QString &name);
    [[nodiscard]] QChar peek() const { return m_at < m_text.size() ? m_text[m_at] : QChar(); }
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] bool atBlank() const { return atEnd() || peek().isSpace(); }

    QString m_text;
    qsizetype m_at = 0;
    Filter m_filter;
    FilterFault m_fault;
};

} // namespace oncedesk::board
