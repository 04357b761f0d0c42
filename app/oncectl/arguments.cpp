#include "app/oncectl/arguments.h"

#include "app/oncectl/nearest.h"
#include "app/oncectl/terminaltext.h"

#include <QFile>
#include <QRegularExpression>
#include <QStringDecoder>
#include <cmath>
#include <cstdio>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

Error invalid(const QString &sentence)
{
    return {ErrorKind::invalid, sentence, {}};
}

QString quoted(const QString &word)
{
    return u'"' + shortened(shown(word), 60) + u'"';
}

QString didYouMean(const QString &word)
{
    return word.isNull() ? QString() : u" Did you mean %1?"_s.arg(word);
}

const Option *find(const QList<Option> &options, const QString &name)
{
    for (const Option &option : options) {
        if (option.name == name)
            return &option;
    }
    return nullptr;
}

bool isNumber(const QString &word)
{
    static const QRegularExpression number(u"^-\\d+$"_s);
    return number.match(word).hasMatch();
}

Result<qint64> parseId(const QString &text, const QString &what, const QString &example)
{
    static const QRegularExpression digits(u"^[0-9]{1,19}$"_s);
    bool ok = false;
    const qint64 id = digits.match(text).hasMatch() ? text.toLongLong(&ok) : 0;
    if (!ok || id < 1)
        return invalid(u"%1 is not %2: give its number, for example %3."_s.arg(quoted(text), what, example));
    return id;
}

Result<QByteArray> readAll(QFile &file, const QString &name, qsizetype limit)
{
    QByteArray content;
    while (content.size() <= limit) {
        const QByteArray piece = file.read(limit + 1 - content.size());
        if (file.error() != QFileDevice::NoError)
            return invalid(u"%1 cannot be read: %2."_s.arg(shown(name), file.errorString()));
        if (piece.isEmpty())
            break;
        content += piece;
    }
    return content;
}

} // namespace

Result<QStringList> Arguments::decode(int argc, char **argv)
{
    QStringList words;
    for (int i = 1; i < argc; ++i) {
        QStringDecoder decoder(QStringDecoder::Utf8,
                               QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
        const QString word = decoder(QByteArrayView(argv[i]));
        if (decoder.hasError())
            return invalid(u"Word %1 of the command line is not valid UTF-8: type it anew."_s.arg(i));
        words += word;
    }
    return words;
}

Result<Arguments> Arguments::parse(const QStringList &words)
{
    Arguments arguments;
    bool optionsOver = false;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const QString &word = words[at];
        const bool takesAll = arguments.m_command && !arguments.m_command->operands.isEmpty() &&
                              arguments.m_command->operands.last().repeated;
        if (!optionsOver && word == u"--") {
            optionsOver = true;
            continue;
        }
        const bool isOption = !optionsOver && word.size() > 1 && word.startsWith(u'-') && !isNumber(word) &&
                              (word.startsWith(u"--") || word == u"-h" || !takesAll);
        if (auto taken = isOption ? arguments.takeOption(words, at) : arguments.takeWord(words, at); !taken)
            return taken.error();
    }
    if (arguments.asksForHelp() || arguments.asksForVersion())
        return arguments;
    if (auto complete = arguments.checkComplete(); !complete)
        return complete.error();
    return arguments;
}

bool Arguments::asksForVersion() const
{
    return has(u"version"_s) && (!m_command || !find(m_command->options, u"version"_s));
}

QList<Option> Arguments::options() const
{
    return m_command ? m_command->options + globalOptions() : globalOptions();
}

Result<Done> Arguments::takeOption(const QStringList &words, qsizetype &at)
{
    const QString &word = words[at];
    const qsizetype equals = word.indexOf(u'=');
    const QString name = word == u"-h" ? u"help"_s : word.mid(2, equals < 0 ? -1 : equals - 2);
    const QList<Option> known = options();
    const Option *option = word.startsWith(u"--") || word == u"-h" ? find(known, name) : nullptr;
    if (!option) {
        QStringList names;
        for (const Option &one : known)
            names += u"--"_s + one.name;
        return invalid(u"There is no option %1%2."_s.arg(
                           quoted(word.left(equals)), m_command ? u" of "_s + m_command->name : QString()) +
                       didYouMean(nearest(word.left(equals), names)));
    }
    if (m_values.contains(option->name))
        return invalid(u"--%1 is given twice: give it once."_s.arg(option->name));
    if (option->value.isEmpty()) {
        if (equals >= 0)
            return invalid(u"--%1 takes no value."_s.arg(option->name));
        m_values.insert(option->name, u""_s);
        return Done{};
    }
    if (equals >= 0) {
        m_values.insert(option->name, word.mid(equals + 1));
        return Done{};
    }
    if (at + 1 == words.size() || words[at + 1].startsWith(u"--"))
        return invalid(
            u"--%1 needs a value: --%1 %2. One that begins with two dashes is written --%1=…."_s.arg(
                option->name, option->value));
    m_values.insert(option->name, words[++at]);
    return Done{};
}

Result<Done> Arguments::takeWord(const QStringList &words, qsizetype &at)
{
    const QString &word = words[at];
    if (m_command) {
        const QList<Operand> &wanted = m_command->operands;
        if (m_operands.size() >= wanted.size() && (wanted.isEmpty() || !wanted.last().repeated))
            return invalid(u"%1 takes no further word %2."_s.arg(m_command->name, quoted(word)));
        m_operands += word;
        return Done{};
    }
    if (m_group.isEmpty() && word == u"help" && !has(u"help"_s)) {
        m_values.insert(u"help"_s, u""_s);
        return Done{};
    }
    const QString name = m_group.isEmpty() ? word : m_group + u' ' + word;
    QStringList names;
    for (const Command &command : allCommands()) {
        if (command.name == name) {
            m_command = &command;
            m_group.clear();
            return Done{};
        }
        if (m_group.isEmpty())
            names += command.name.section(u' ', 0, 0);
        else if (command.name.startsWith(m_group + u' '))
            names += command.name;
    }
    if (m_group.isEmpty() && names.contains(word)) {
        m_group = word;
        return Done{};
    }
    names.removeDuplicates();
    const QString closest = nearest(name, names);
    return invalid(u"There is no command %1.%2 See oncectl help%3."_s.arg(
        quoted(name), didYouMean(closest.isNull() ? closest : u"oncectl "_s + closest),
        m_group.isEmpty() ? QString() : u' ' + m_group));
}

Result<Done> Arguments::checkComplete() const
{
    if (!m_command && !m_group.isEmpty()) {
        QStringList names;
        for (const Command &command : allCommands()) {
            if (command.name.startsWith(m_group + u' '))
                names += command.name.section(u' ', 1);
        }
        return invalid(u"oncectl %1 needs one of: %2."_s.arg(m_group, names.join(u", "_s)));
    }
    if (!m_command)
        return Done{};
    for (qsizetype i = m_operands.size(); i < m_command->operands.size(); ++i) {
        if (m_command->operands[i].required)
            return invalid(u"oncectl %1 needs %2. See oncectl %1 --help."_s.arg(m_command->name,
                                                                                m_command->operands[i].name));
    }
    QStringList missing;
    for (const Option &option : m_command->options) {
        if (option.required && !has(option.name))
            missing += u"--%1 %2"_s.arg(option.name, option.value);
    }
    if (!missing.isEmpty())
        return invalid(
            u"oncectl %1 needs %2. See oncectl %1 --help."_s.arg(m_command->name, missing.join(u", "_s)));
    return Done{};
}

Result<int> Arguments::number(const QString &option, int absent, int least, int most) const
{
    if (!has(option))
        return absent;
    bool ok = false;
    const int number = value(option).toInt(&ok);
    if (!ok || number < least || number > most)
        return invalid(
            u"--%1 takes a whole number from %2 to %3, not %4."_s.arg(option).arg(least).arg(most).arg(
                quoted(value(option))));
    return number;
}

Result<double> Arguments::seconds(const QString &option, double absent, double most) const
{
    if (!has(option))
        return absent;
    bool ok = false;
    const double number = value(option).toDouble(&ok);
    if (!ok || !std::isfinite(number) || number < 0 || number > most)
        return invalid(u"--%1 takes a number of seconds from 0 to %2, not %3."_s.arg(option)
                           .arg(most, 0, 'f', 0)
                           .arg(quoted(value(option))));
    return number;
}

Result<QByteArray> Arguments::text(const QString &option, qsizetype limit) const
{
    const QString given = value(option);
    if (given == u"-") {
        int askers = 0;
        for (const QString &other : m_values)
            askers += other == u"-" ? 1 : 0;
        if (askers > 1)
            return invalid(u"Only one option can be read from standard input: give the other as @file."_s);
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly))
            return invalid(u"Standard input cannot be read: give --%1 as @file."_s.arg(option));
        return readAll(input, u"Standard input"_s, limit);
    }
    if (given == u"@")
        return invalid(u"--%1 @ names no file: give it as @file."_s.arg(option));
    if (given.startsWith(u'@')) {
        QFile file(given.mid(1));
        if (!file.open(QIODevice::ReadOnly))
            return invalid(
                u"The file %1 cannot be read: %2."_s.arg(quoted(given.mid(1)), file.errorString()));
        return readAll(file, u"The file "_s + quoted(given.mid(1)), limit);
    }
    return given.toUtf8();
}

Result<JobId> Arguments::job(qsizetype operand) const
{
    return parseJobId(m_operands.at(operand));
}

Result<AttemptId> Arguments::attempt(qsizetype operand) const
{
    return parseAttemptId(m_operands.at(operand));
}

Result<JobId> parseJobId(const QString &text)
{
    const Result<qint64> id =
        parseId(text.startsWith(u'#') ? text.mid(1) : text, u"a ticket"_s, u"45 or #45"_s);
    if (!id)
        return invalid(u"%1 is not a ticket: give its number, for example 45 or '#45'."_s.arg(quoted(text)));
    return JobId(*id);
}

Result<AttemptId> parseAttemptId(const QString &text)
{
    if (text.startsWith(u'#'))
        return invalid(
            u"%1 is a ticket, and an attempt is wanted: oncectl job shows the attempts of a ticket with "
            "their numbers."_s.arg(quoted(text)));
    const Result<qint64> id = parseId(text, u"an attempt"_s, u"7"_s);
    if (!id)
        return id.error();
    return AttemptId(*id);
}

} // namespace oncedesk
