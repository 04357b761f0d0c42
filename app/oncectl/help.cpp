#include "app/oncectl/help.h"

#include "app/oncectl/command.h"

#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int lineWidth = 90;

QString wrapped(const QString &text, int indent)
{
    QString result;
    const QStringList paragraphs = text.split(u"\n"_s);
    for (const QString &paragraph : paragraphs) {
        QString line(indent, u' ');
        bool empty = true;
        const QStringList words = paragraph.split(u' ', Qt::SkipEmptyParts);
        for (const QString &word : words) {
            if (!empty && line.size() + 1 + word.size() > lineWidth) {
                result += line + u'\n';
                line = QString(indent, u' ');
                empty = true;
            }
            line += (empty ? QString() : u" "_s) + word;
            empty = false;
        }
        result += (empty ? QString() : line) + u'\n';
    }
    return result;
}

// "  --owner O    whose job it is": the explanation stands beside or, behind a long term, below.
QString list(const QList<std::pair<QString, QString>> &terms)
{
    qsizetype widest = 0;
    for (const auto &[term, explanation] : terms)
        widest = std::max(widest, term.size());
    const int column = int(std::min<qsizetype>(widest, 26)) + 4;
    QString result;
    for (const auto &[term, explanation] : terms) {
        QString lines = wrapped(explanation, column);
        const QString head = u"  "_s + term;
        if (head.size() + 2 <= column)
            lines.replace(0, head.size(), head);
        else
            lines.prepend(head + u'\n');
        result += lines;
    }
    return result;
}

QString usage(const Command &command)
{
    QString line = u"oncectl "_s + command.name;
    for (const Option &option : command.options) {
        if (option.required)
            line += u" --%1 %2"_s.arg(option.name, option.value);
    }
    for (const Operand &operand : command.operands)
        line += operand.required ? QString(u' ' + operand.name) : QString(u" ["_s + operand.name + u']');
    if (std::any_of(command.options.begin(), command.options.end(),
                    [](const Option &o) { return !o.required; }))
        line += u" [OPTION …]"_s;
    return line;
}

QList<std::pair<QString, QString>> termsOf(const QList<Option> &options)
{
    QList<std::pair<QString, QString>> terms;
    for (const Option &option : options)
        terms +=
            {u"--"_s + option.name + (option.value.isEmpty() ? QString() : u' ' + option.value), option.help};
    return terms;
}

QString commandList(const QString &group)
{
    QList<std::pair<QString, QString>> terms;
    for (const Command &command : allCommands()) {
        if (group.isEmpty() || command.name.startsWith(group + u' '))
            terms += {command.name, command.summary};
    }
    return list(terms);
}

} // namespace

QString programHelp()
{
    return u"oncectl: one job per intent, from the command line\n"
           "\n"
           "Usage: oncectl [--db URI] [--json] COMMAND …\n"
           "\n"
           "Commands:\n"_s +
           commandList({}) + u"\nOptions of every command:\n"_s + list(termsOf(globalOptions())) +
           u"\nThe database is the first of these that is given:\n"_s +
           list({{u"--db URI"_s,
                  u"postgresql://user@host/database, or libpq keywords (\"host=… dbname=…\")"_s},
                 {u"ONCEDESK_DB"_s, u"the same, from the environment"_s},
                 {u"PGHOST, PGSERVICE …"_s,
                  u"the usual PG* variables and service file, if they name a server"_s},
                 {u"the private desk"_s, u"a PostgreSQL of your own that starts and stops by itself"_s}}) +
           u"\nExit codes:\n"_s +
           list({{u"0"_s, u"done, or replayed"_s},
                 {u"1"_s, u"anything not named here"_s},
                 {u"2"_s, u"the command line, or a text given on it, could not be understood"_s},
                 {u"3"_s, u"refused: understood, and the contract says no"_s},
                 {u"4"_s, u"conflict: the key is taken by another payload; retrying will not help"_s},
                 {u"5"_s, u"no connection to the database"_s},
                 {u"6"_s, u"forbidden: your database login may not do this"_s},
                 {u"130, 143"_s,
                  u"interrupted by Ctrl+C (SIGINT), or by SIGTERM, before it came to its end"_s}}) +
           u"\n"_s +
           wrapped(u"With --json, stdout holds exactly one JSON value; messages go to stderr. An error is "
                   u"then also "
                   "printed on stdout, as {\"error\": {\"kind\", \"sentence\", \"sqlstate\"}}."_s,
                   0) +
           u"\nExplained with examples: oncectl COMMAND --help\n"_s;
}

QString groupHelp(const QString &group)
{
    return u"Usage: oncectl %1 COMMAND …\n\nCommands:\n"_s.arg(group) + commandList(group) +
           u"\nExplained with examples: oncectl %1 COMMAND --help\n"_s.arg(group);
}

QString commandHelp(const Command &command)
{
    QString text =
        u"oncectl "_s + command.name + u": "_s + command.summary + u"\n\nUsage: "_s + usage(command) + u'\n';
    if (!command.details.isEmpty())
        text += u'\n' + wrapped(command.details, 0);
    if (!command.options.isEmpty())
        text += u"\nOptions:\n"_s + list(termsOf(command.options));
    QList<Option> global = globalOptions();
    global.removeIf([&command](const Option &one) {
        return std::any_of(command.options.begin(), command.options.end(),
                           [&one](const Option &own) { return own.name == one.name; });
    });
    text += u"\nOptions of every command:\n"_s + list(termsOf(global));
    if (!command.examples.isEmpty())
        text += u"\nExamples:\n"_s;
    for (const Example &example : command.examples)
        text += wrapped(example.what, 2) + u"    $ "_s + example.line + u'\n';
    return text;
}

} // namespace oncedesk
