// How GoogleTest prints Qt's and our own values in a failure. Include it in every test of one program.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <ostream>

inline void PrintTo(const QString &text, std::ostream *out)
{
    *out << '"' << text.toStdString() << '"';
}

inline void PrintTo(const QByteArray &bytes, std::ostream *out)
{
    *out << '"' << bytes.toStdString() << '"';
}

inline void PrintTo(const QStringList &texts, std::ostream *out)
{
    *out << '[' << texts.join(QStringLiteral(" | ")).toStdString() << ']';
}

namespace oncedesk {

inline void PrintTo(ErrorKind kind, std::ostream *out)
{
    constexpr const char *names[] = {"disconnected", "refused",  "conflict", "forbidden",
                                     "invalid",      "lostRace", "internal"};
    *out << names[int(kind)];
}

} // namespace oncedesk
