#include "app/oncectl/progress.h"

#include "app/oncectl/terminaltext.h"

#include <QLocale>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace oncedesk {

Progress::Progress() : m_onTerminal(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress()
{
    clear();
}

void Progress::show(const QString &line)
{
    if (!m_onTerminal || (m_sinceLast.isValid() && m_sinceLast.elapsed() < 100))
        return;
    m_sinceLast.start();
    winsize size{};
    const int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col - 1 : 79;
    const QByteArray text = "\r\033[K" + shortened(shown(line), width).toUtf8();
    std::fwrite(text.constData(), 1, size_t(text.size()), stderr);
    std::fflush(stderr);
    m_visible = true;
}

void Progress::clear()
{
    if (m_visible)
        std::fputs("\r\033[K", stderr);
    m_visible = false;
}

QString grouped(qint64 number)
{
    return QLocale(QLocale::English).toString(number);
}

} // namespace oncedesk
