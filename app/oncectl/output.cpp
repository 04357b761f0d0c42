#include "app/oncectl/output.h"

#include "app/oncectl/table.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

int terminalWidth()
{
    winsize size{};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        return size.ws_col;
    return 0;
}

void Output::say(const QString &line)
{
    if (!m_json)
        write(line.toUtf8() + '\n');
}

void Output::say(const Table &table)
{
    if (!m_json)
        write(table.text(terminalWidth()).toUtf8());
}

void Output::json(const QByteArray &value)
{
    write(value + '\n');
}

void Output::write(const QByteArray &bytes)
{
    if (!m_broken &&
        std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout) != size_t(bytes.size())) {
        m_broken = true;
        m_errno = errno;
    }
}

void Output::remark(const QString &line)
{
    std::fflush(stdout);
    const QByteArray text = line.toUtf8() + '\n';
    std::fwrite(text.constData(), 1, size_t(text.size()), stderr);
}

ExitCode Output::fail(const Error &error)
{
    remark(u"oncectl: "_s + shown(error.sentence));
    if (m_json) {
        JsonWriter writer;
        writer.beginObject();
        writer.key(u"error"_s);
        writer.beginObject();
        writer.member(u"kind"_s, wordOf(error.kind));
        writer.member(u"sentence"_s, error.sentence);
        writer.member(u"sqlstate"_s, error.sqlState.isEmpty() ? QString() : error.sqlState);
        writer.endObject();
        writer.endObject();
        json(writer.text());
    }
    return exitCodeOf(error);
}

ExitCode Output::close(ExitCode code)
{
    if (!m_broken && std::fflush(stdout) != 0) {
        m_broken = true;
        m_errno = errno;
    }
    if (!m_broken)
        return code;
    remark(u"oncectl: The answer could not be written: %1. What the command did stands."_s.arg(
        QString::fromLocal8Bit(std::strerror(m_errno))));
    return code == ExitCode::done ? ExitCode::failed : code;
}

} // namespace oncedesk
