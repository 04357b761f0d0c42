#include "app/oncectl/nearest.h"

#include <algorithm>
#include <vector>

namespace oncedesk {

namespace {

// Letters to insert, delete, replace, or swap with the next, to turn one word into the other.
int distance(const QString &a, const QString &b)
{
    const auto rows = size_t(a.size()) + 1;
    const auto columns = size_t(b.size()) + 1;
    std::vector<int> cost(rows * columns);
    const auto at = [&](size_t row, size_t column) -> int & { return cost[row * columns + column]; };
    for (size_t i = 0; i < rows; ++i)
        at(i, 0) = int(i);
    for (size_t j = 0; j < columns; ++j)
        at(0, j) = int(j);
    for (size_t i = 1; i < rows; ++i) {
        for (size_t j = 1; j < columns; ++j) {
            const bool same = a[qsizetype(i - 1)] == b[qsizetype(j - 1)];
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[qsizetype(i - 1)] == b[qsizetype(j - 2)] &&
                a[qsizetype(i - 2)] == b[qsizetype(j - 1)])
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return cost.back();
}

} // namespace

QString nearest(const QString &given, const QStringList &words)
{
    if (given.size() > 100)
        return {};
    QString best;
    int least = std::max(2, int(given.size()) / 3) + 1;
    for (const QString &word : words) {
        // A beginning is closer than any slip of the finger.
        const int apart = given.size() >= 2 && word.startsWith(given) ? 0 : distance(given, word);
        if (apart < least) {
            least = apart;
            best = word;
        }
    }
    return best;
}

} // namespace oncedesk
