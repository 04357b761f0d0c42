// The FILTER language, the same on the command line, in the console and in saved views:
//
//     state:unknown owner:alice provider:laser intent:print.poster key:"a b" age:>10m params.amount:450 #45
//     poster
//
// - All terms must hold. A comma list means any of its values: state:unknown,stalled. A key given twice is
// two
//   terms, both of which must hold.
// - A minus in front negates a term: -state:succeeded.
// - A value in double quotes may hold blanks, commas and a leading minus; inside quotes a backslash takes the
// next
//   character as it is.
// - Values are compared whole and case counts. Words that stand alone search as a substring in any case: the
//   owner, key and intent of jobs and races, owner and key of submissions, actor, action and reason of
//   actions.
// - #45 is job 45; #45,46 any of the two.
// - age:>10m, with <, >, <=, >= and s, m, h, d or w. attempts:>2, attempts:2, with <, >, <=, >= or none.
// - params.amount:450 is the JSON value 450, however its number is spelled, or the string "450";
//   params.amount:"450" is the string only. params.a.b goes into objects; params."odd.name" quotes a name.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace oncedesk::board {

// What is being filtered: it decides which terms there are.
enum class Subject { jobs, submissions, races, actions };

// Where a filter does not parse, in UTF-16 units of its text, to be pointed at. The length is 0 where
// something is missing.
struct FilterFault
{
    qsizetype position = 0;
    qsizetype length = 0;
};

struct FilterTerm
{
    enum class Key {
        word,
        job,
        state,
        owner,
        provider,
        intent,
        key,
        client,
        age,
        attempts,
        params,
        outcome,
        because,
        actor,
        action
    };
    enum class Comparison { equal, less, lessOrEqual, greater, greaterOrEqual };
    struct Value
    {
        QString text;
        bool quoted = false;
        qint64 number = 0; // of job and attempts; seconds of age
    };

    Key key = Key::word;
    bool negated = false;
    Comparison comparison = Comparison::equal;
    QList<Value> values; // any of them; never empty
    QStringList path;    // of params
    qsizetype position = 0;
    qsizetype length = 0;
};

class Filter
{
public:
    static constexpr qsizetype mostBytes = 4096; // as UTF-8
    static constexpr qsizetype mostTerms = 64;

    // Everything.
    explicit Filter(Subject subject = Subject::jobs) : m_subject(subject) {}
    // Error kind: invalid; the sentence names the character and what was expected, `fault` gets the place.
    static Result<Filter> parse(const QString &text, Subject subject, FilterFault *fault = nullptr);

    [[nodiscard]] Subject subject() const { return m_subject; }
    [[nodiscard]] const QList<FilterTerm> &terms() const { return m_terms; }
    [[nodiscard]] bool isEmpty() const { return m_terms.isEmpty(); }

    // For completion: the names that may stand before a colon, and the words that may follow one (empty where
    // anything may).
    [[nodiscard]] static QStringList keys(Subject subject);
    [[nodiscard]] static QStringList words(Subject subject, const QString &key);

private:
    friend class FilterParser;
    Subject m_subject;
    QList<FilterTerm> m_terms;
};

} // namespace oncedesk::board
