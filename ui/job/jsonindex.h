// Where each value of a JSON text lies, so that a tree can show it without copying or rewriting a digit.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <vector>

namespace oncedesk {

// Read-only once built; any thread.
class JsonIndex
{
public:
    // What a person could still look through; the rest is counted and said.
    static constexpr int mostChildren = 1000;  // of one container
    static constexpr int mostNodes = 100'000;  // of all
    static constexpr int deepest = 1'000'000;  // only what reading needs memory for
    static constexpr int mostShownBytes = 300; // of one value in the tree

    struct Node
    {
        qsizetype keyBegin = -1; // quotes included; -1 in an array and for the root
        qsizetype keyEnd = -1;
        qsizetype begin = 0;
        qsizetype end = 0;
        int parent = -1;
        int row = 0;
        char kind = 'w'; // one of { [ s n w
        qint64 size = 0; // of a container: how many it has, shown or not
        std::vector<int> children;
    };

    JsonIndex() = default;
    explicit JsonIndex(const QByteArray &text);

    [[nodiscard]] bool isValid() const { return m_isValid; }
    [[nodiscard]] bool isCut() const { return m_isCut; }
    [[nodiscard]] const QByteArray &text() const { return m_text; }
    [[nodiscard]] const std::vector<Node> &nodes() const { return m_nodes; }

    // Shortened to mostShownBytes; exact otherwise.
    [[nodiscard]] QString nameOf(const Node &node) const;
    [[nodiscard]] QString valueOf(const Node &node) const;
    [[nodiscard]] QByteArray exact(const Node &node) const
    {
        return m_text.mid(node.begin, node.end - node.begin);
    }

private:
    [[nodiscard]] QString excerpt(qsizetype begin, qsizetype end) const;
    QByteArray m_text;
    std::vector<Node> m_nodes;
    bool m_isValid = false;
    bool m_isCut = false;
};

} // namespace oncedesk
