// The command line, read strictly: every word is UTF-8, known, and given once.
#pragma once

#include "app/oncectl/command.h"
#include "core/base/id.h"
#include "core/base/result.h"

#include <QHash>
#include <optional>

namespace oncedesk {

class Arguments
{
public:
    // The words after the program's name. Error kind: invalid.
    static Result<QStringList> decode(int argc, char **argv);
    static Result<Arguments> parse(const QStringList &words);

    // Null when only help or the version was asked for, or nothing at all.
    [[nodiscard]] const Command *command() const { return m_command; }
    [[nodiscard]] bool asksForHelp() const { return has(QStringLiteral("help")); }
    // A command may have a --version of its own.
    [[nodiscard]] bool asksForVersion() const;
    // The words that should name a command, when help for a group was asked for: "attempt".
    [[nodiscard]] const QString &group() const { return m_group; }

    [[nodiscard]] bool has(const QString &option) const { return m_values.contains(option); }
    // Null when not given.
    [[nodiscard]] QString value(const QString &option) const { return m_values.value(option); }
    [[nodiscard]] const QStringList &operands() const { return m_operands; }

    // Error kind: invalid.
    [[nodiscard]] Result<int> number(const QString &option, int absent, int least, int most) const;
    [[nodiscard]] Result<double> seconds(const QString &option, double absent, double most) const;
    // The JSON text given as it is, as @file or as - for stdin; read no further than one byte past `limit`.
    [[nodiscard]] Result<QByteArray> text(const QString &option, qsizetype limit) const;
    [[nodiscard]] Result<JobId> job(qsizetype operand) const;
    [[nodiscard]] Result<AttemptId> attempt(qsizetype operand) const;

private:
    Result<Done> takeOption(const QStringList &words, qsizetype &at);
    Result<Done> takeWord(const QStringList &words, qsizetype &at);
    [[nodiscard]] QList<Option> options() const;
    [[nodiscard]] Result<Done> checkComplete() const;

    const Command *m_command = nullptr;
    QString m_group;
    QHash<QString, QString> m_values;
    QStringList m_operands;
};

// A ticket or an attempt by its number. "#45" is a ticket's only.
[[nodiscard]] Result<JobId> parseJobId(const QString &text);
[[nodiscard]] Result<AttemptId> parseAttemptId(const QString &text);

} // namespace oncedesk
