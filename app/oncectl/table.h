// A table for people: columns aligned by what the terminal shows, data made safe for it.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace oncedesk {

class Table
{
public:
    enum class Align { left, right };

    void addColumn(const QString &heading, Align align = Align::left);
    // As many cells as columns. A null cell is shown as "-".
    void addRow(const QStringList &cells);
    [[nodiscard]] bool isEmpty() const { return m_rows.isEmpty(); }

    // Lines with their ends. Wider than `width` columns, the widest columns are cut; 0: never cut.
    [[nodiscard]] QString text(int width) const;

private:
    QStringList m_headings;
    QList<Align> m_aligns;
    QList<QStringList> m_rows;
};

} // namespace oncedesk
