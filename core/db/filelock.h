// A lock between processes (flock): it ends with its object, or with the process, however that dies.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <chrono>
#include <optional>

namespace oncedesk {

class FileLock
{
public:
    enum class Kind { shared, exclusive };

    // Makes the file where it is missing. Nothing when the lock was not free within the time; Error kind
    // invalid when the file cannot be used.
    static Result<std::optional<FileLock>> take(const QString &path, Kind kind,
                                                std::chrono::milliseconds within);

    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    ~FileLock();

private:
    explicit FileLock(int file) : m_file(file) {}
    int m_file;
};

} // namespace oncedesk
