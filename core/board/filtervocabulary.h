// Which terms and words a filter may use on which page.
#pragma once

#include "core/board/filter.h"

#include <optional>

namespace oncedesk::board {

struct VocabularyEntry
{
    QString name;
    FilterTerm::Key key;
    QStringList words; // empty: any text
};

// In the order they are offered in.
[[nodiscard]] const QList<VocabularyEntry> &vocabulary(Subject subject);
[[nodiscard]] const VocabularyEntry *vocabularyEntry(Subject subject, const QString &name);

} // namespace oncedesk::board
