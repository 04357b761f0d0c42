// For the file with main() of a test program, and for no other.
#pragma once

#if defined(__SANITIZE_THREAD__)
#include <cstdarg>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

// QProcess starts programs by a clone that shares its memory with us: what ThreadSanitizer notes for the
// child of a process with threads ("follow no locks from now on") would be noted for ourselves. A fork of its
// own does instead.
extern "C" int clone(int (*child)(void *), void * /*stack*/, int flags, void *argument, ...) // NOLINT
{
    va_list more;
    va_start(more, argument);
    int *pidfd = va_arg(more, int *);
    va_end(more);
    const pid_t pid = fork();
    if (pid == 0)
        _exit(child(argument));
    if (pid > 0 && (flags & CLONE_PIDFD))
        *pidfd = int(syscall(SYS_pidfd_open, pid, 0));
    return pid;
}
#endif
