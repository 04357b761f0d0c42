// A value or an Error. std::expected is C++23; this is the part of it the project needs.
#pragma once

#include "core/base/error.h"

#include <utility>
#include <variant>

namespace oncedesk {

struct Done
{
};

template<class T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    // Precondition of value(): ok(); of error(): not ok().
    [[nodiscard]] const T &value() const & { return std::get<0>(m_state); }
    [[nodiscard]] T &value() & { return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_state)); }
    [[nodiscard]] const Error &error() const { return std::get<1>(m_state); }

    const T *operator->() const { return &value(); }
    const T &operator*() const & { return value(); }

private:
    std::variant<T, Error> m_state;
};

} // namespace oncedesk
