#include "app/oncectl/table.h"

#include "app/oncectl/terminaltext.h"

#include <algorithm>
#include <numeric>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int gap = 2;
constexpr int narrowest = 8; // a column is never cut below this

int total(const QList<int> &widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0) + gap * int(widths.size() - 1);
}

} // namespace

void Table::addColumn(const QString &heading, Align align)
{
    m_headings += heading;
    m_aligns += align;
}

void Table::addRow(const QStringList &cells)
{
    Q_ASSERT(cells.size() == m_headings.size());
    QStringList row;
    for (const QString &cell : cells)
        row += cell.isNull() ? u"-"_s : shown(cell);
    m_rows += row;
}

QString Table::text(int width) const
{
    QList<int> widths;
    for (qsizetype column = 0; column < m_headings.size(); ++column) {
        int widest = columnsOf(m_headings[column]);
        for (const QStringList &row : m_rows)
            widest = std::max(widest, columnsOf(row[column]));
        widths += widest;
    }
    while (width > 0 && total(widths) > width) {
        const auto widest = std::max_element(widths.begin(), widths.end());
        if (*widest <= narrowest)
            break;
        --*widest;
    }

    QString lines;
    const auto append = [&](const QStringList &cells) {
        QString line;
        for (qsizetype column = 0; column < cells.size(); ++column) {
            const QString cell = shortened(cells[column], widths[column]);
            const QString padding(widths[column] - columnsOf(cell), u' ');
            line += m_aligns[column] == Align::right ? padding + cell : cell + padding;
            line += QString(gap, u' ');
        }
        while (line.endsWith(u' '))
            line.chop(1);
        lines += line + u'\n';
    };
    append(m_headings);
    for (const QStringList &row : m_rows)
        append(row);
    return lines;
}

} // namespace oncedesk
