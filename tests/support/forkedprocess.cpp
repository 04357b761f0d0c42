#include "tests/support/forkedprocess.h"

#include <QtGlobal>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace oncedesk {

ForkedProcess::ForkedProcess(const std::function<int(const std::function<void()> &)> &body)
{
    int up[2];
    int down[2];
    if (::pipe2(up, O_CLOEXEC) != 0 || ::pipe2(down, O_CLOEXEC) != 0)
        qFatal("pipe");
    m_pid = ::fork();
    if (m_pid < 0)
        qFatal("fork");
    if (m_pid == 0) {
        ::close(up[0]);
        ::close(down[1]);
        const int code = body([&] {
            char byte = 'r';
            (void)!::write(up[1], &byte, 1);
            (void)!::read(down[0], &byte, 1);
        });
        ::_exit(code);
    }
    ::close(up[1]);
    ::close(down[0]);
    m_fromChild = up[0];
    m_toChild = down[1];
}

ForkedProcess::~ForkedProcess()
{
    killHard();
    ::close(m_fromChild);
    ::close(m_toChild);
}

void ForkedProcess::waitUntilReady()
{
    char byte = 0;
    if (::read(m_fromChild, &byte, 1) != 1)
        qFatal("the second process ended before it was ready");
}

int ForkedProcess::go()
{
    const char byte = 'g';
    (void)!::write(m_toChild, &byte, 1);
    int status = 0;
    ::waitpid(std::exchange(m_pid, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

void ForkedProcess::killHard()
{
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(std::exchange(m_pid, -1), nullptr, 0);
}

} // namespace oncedesk
