#include "app/oncectl/arguments.h"
#include "app/oncectl/help.h"
#include "app/oncectl/output.h"
#include "core/base/json.h"

#include <QCoreApplication>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;

namespace {

// Before the line is understood, so that a line that is not gets its answer in the form it asked for.
bool asksForJson(int argc, char **argv)
{
    for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; ++i) {
        if (std::strcmp(argv[i], "--json") == 0)
            return true;
    }
    return false;
}

ExitCode explain(const QString &text, Output &out)
{
    if (out.isJson())
        out.json(json::quote(text.trimmed()));
    else
        out.write(text.toUtf8());
    return ExitCode::done;
}

ExitCode runLine(int argc, char **argv, Output &out)
{
    const auto words = Arguments::decode(argc, argv);
    if (!words)
        return out.fail(words.error());
    const auto parsed = Arguments::parse(*words);
    if (!parsed)
        return out.fail(parsed.error());
    const Arguments &arguments = *parsed;
    if (arguments.asksForVersion())
        return explain(u"oncectl " ONCEDESK_VERSION "\n"_s, out);
    if (arguments.command() && !arguments.asksForHelp())
        return arguments.command()->run(arguments, out);
    if (arguments.command())
        return explain(commandHelp(*arguments.command()), out);
    if (!arguments.group().isEmpty())
        return explain(groupHelp(arguments.group()), out);
    if (arguments.asksForHelp())
        return explain(programHelp(), out);
    out.remark(programHelp().trimmed());
    return out.fail({ErrorKind::invalid, u"Name a command."_s, {}});
}

// A closed stdin, stdout or stderr would be the number of the next file opened: a socket to the database,
// say.
void fillStandardDescriptors()
{
    int descriptor = ::open("/dev/null", O_RDWR);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO)
        descriptor = ::dup(descriptor);
    if (descriptor > STDERR_FILENO)
        ::close(descriptor);
}

} // namespace

int main(int argc, char **argv)
{
    fillStandardDescriptors();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"oncectl"_s);
    QCoreApplication::setApplicationVersion(u"" ONCEDESK_VERSION ""_s);
    Output out(asksForJson(argc, argv));
    return int(out.close(runLine(argc, argv, out)));
}
