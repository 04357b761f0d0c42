// A second process of this test: it runs a function, says that it is ready, and waits until it is told to go
// on.
#pragma once

#include <functional>
#include <sys/types.h>

namespace oncedesk {

class ForkedProcess
{
public:
    // The function gets a call that tells the parent "ready" and waits for go(). Its return value is the exit
    // code.
    explicit ForkedProcess(const std::function<int(const std::function<void()> &readyAndWait)> &body);
    ~ForkedProcess(); // kills it when it still runs

    void waitUntilReady(); // fails the program when it ended instead
    int go();              // lets it go on; its exit code
    void killHard();

    ForkedProcess(const ForkedProcess &) = delete;
    ForkedProcess &operator=(const ForkedProcess &) = delete;

private:
    pid_t m_pid = -1;
    int m_fromChild = -1;
    int m_toChild = -1;
};

} // namespace oncedesk
