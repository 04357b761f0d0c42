// The word someone probably meant.
#pragma once

#include <QString>
#include <QStringList>

namespace oncedesk {

// The most similar of the words, or null when none is close.
[[nodiscard]] QString nearest(const QString &given, const QStringList &words);

} // namespace oncedesk
