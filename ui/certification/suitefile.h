// A contract suite as text: from a file, to a file, and what can be said of it.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace oncedesk {

// Error kind: invalid, with a sentence that names the file.
[[nodiscard]] Result<QByteArray> readSuiteFile(const QString &path);
[[nodiscard]] Result<Done> writeSuiteFile(const QString &path, const QByteArray &text);

struct SuiteFinding
{
    QString fault; // empty: it is a suite
    QString intent;
    QStringList cases; // their names
    QList<int> calls;  // of each, in one run

    // Of one case, or of all of them.
    [[nodiscard]] int callsOf(const QString &onlyCase = {}) const;
};

// Any thread.
[[nodiscard]] SuiteFinding findInSuite(const QByteArray &text);

} // namespace oncedesk
