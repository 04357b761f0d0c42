#include "core/db/filelock.h"

#include <QFile>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

Result<std::optional<FileLock>> FileLock::take(const QString &path, Kind kind,
                                               std::chrono::milliseconds within)
{
    const auto end = std::chrono::steady_clock::now() + within;
    // Not inherited by the server we start, which would hold the lock for as long as it runs. No link is
    // followed: the folder may belong to another user than root.
    const int file =
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return Error{ErrorKind::invalid,
                     u"The file %1 cannot be used: %2. Correct that, or choose another folder."_s.arg(
                         path, QString::fromLocal8Bit(std::strerror(errno))),
                     {}};
    FileLock lock(file);
    while (::flock(file, (kind == Kind::shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
        if (std::chrono::steady_clock::now() >= end)
            return std::optional<FileLock>();
        std::this_thread::sleep_for(20ms);
    }
    return std::optional<FileLock>(std::move(lock));
}

FileLock::FileLock(FileLock &&other) noexcept : m_file(std::exchange(other.m_file, -1)) {}

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    std::swap(m_file, other.m_file);
    return *this;
}

FileLock::~FileLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

} // namespace oncedesk
