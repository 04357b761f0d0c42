// A key nobody has used: readable, easy to say, long enough never to come twice.
#pragma once

#include <QString>

namespace oncedesk {

// "print-poster-7k3m-x9qd-b4tn": the intent's words, then 60 random bits without look-alikes.
[[nodiscard]] QString newKey(const QString &intent);

} // namespace oncedesk
