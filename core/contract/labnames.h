// What belongs to the Lab, whose stories are played beside real work: kept out of counts, and left alone by
// workers that serve whatever there is.
#pragma once

#include <QString>

namespace oncedesk::lab {

inline const QString owner = QStringLiteral("lab");
inline const QString neighbour = QStringLiteral("lab-neighbour");
inline const QString inkjet = QStringLiteral("lab-inkjet");
inline const QString laser = QStringLiteral("lab-laser");
inline const QString intent = QStringLiteral("lab.print");

[[nodiscard]] inline bool isProvider(const QString &name)
{
    return name == inkjet || name == laser;
}

} // namespace oncedesk::lab
