// What a command is called, what it takes and how it is explained; what it does is a function.
#pragma once

#include "app/oncectl/exitcode.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace oncedesk {

class Arguments;
class Output;

struct Option
{
    QString name;  // without its dashes
    QString value; // placeholder of the value; empty: a flag
    QString help;
    bool required = false;
};

struct Operand
{
    QString name; // placeholder
    bool required = true;
    bool repeated = false; // takes all that is left; words may begin with one dash
};

struct Example
{
    QString line; // as typed, without the prompt
    QString what;
};

struct Command
{
    QString name; // one word or two: "submit", "attempt open"
    QString summary;
    QList<Operand> operands;
    QList<Option> options;
    QString details; // paragraphs for its help
    QList<Example> examples;
    ExitCode (*run)(const Arguments &arguments, Output &out);
};

// Taken by every command, anywhere on the line.
[[nodiscard]] const QList<Option> &globalOptions();

// Every command, in the order of the help.
[[nodiscard]] const QList<Command> &allCommands();

} // namespace oncedesk
