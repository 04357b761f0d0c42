// A regular expression that cannot take the machine: bounded, and honest when it gave up.
#pragma once

#include "core/base/result.h"

#include <QDeadlineTimer>
#include <QRegularExpression>
#include <QString>

namespace oncedesk::certify {

// What all patterns and rules of one judgement may take together. Ordinary ones come nowhere near it.
struct Budget
{
    qint64 values = 2'000'000; // that rules look at
    qint64 characters = 4'000'000;
    QDeadlineTimer time{std::chrono::seconds(5)};
};

class Pattern
{
public:
    static constexpr qsizetype mostCharacters = 1000;      // of the pattern
    static constexpr qsizetype mostTextCharacters = 10000; // of a text it is applied to

    // Error kind: invalid; its sentence goes on after the pattern's place: "is not a regular expression: …".
    [[nodiscard]] static Result<Pattern> read(const QString &text);

    enum class Fit { fits, differs, unjudged };
    // `why` is set when unjudged. $ means the very end.
    [[nodiscard]] Fit match(const QString &text, Budget &budget, QString &why) const;

    [[nodiscard]] const QString &text() const { return m_text; }

private:
    QString m_text;
    QRegularExpression m_expression;
};

} // namespace oncedesk::certify
