#include "ui/job/jsonindex.h"

#include "core/base/jsontokenizer.h"

#include <QCoreApplication>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

JsonIndex::JsonIndex(const QByteArray &text) : m_text(text)
{
    using Kind = json::Token::Kind;
    struct Open
    {
        int node = -1; // -1: not shown, only counted
    };
    std::vector<Open> open;
    json::Tokenizer tokenizer(m_text, deepest);
    qsizetype keyBegin = -1;
    qsizetype keyEnd = -1;
    // The new node, or -1 when it is one too many.
    const auto add = [&](char kind, const json::Token &token) {
        Node node;
        node.keyBegin = std::exchange(keyBegin, -1);
        node.keyEnd = std::exchange(keyEnd, -1);
        node.begin = token.begin;
        node.end = token.end;
        node.kind = kind;
        if (!open.empty()) {
            node.parent = open.back().node;
            if (node.parent < 0)
                return -1;
            Node &parent = m_nodes[node.parent];
            ++parent.size;
            if (parent.children.size() >= mostChildren || m_nodes.size() >= mostNodes) {
                m_isCut = true;
                return -1;
            }
            node.row = int(parent.children.size());
            parent.children.push_back(int(m_nodes.size()));
        }
        m_nodes.push_back(std::move(node));
        return int(m_nodes.size()) - 1;
    };
    while (true) {
        const json::Token token = tokenizer.next();
        switch (token.kind) {
        case Kind::beginObject:
            open.push_back({add('{', token)});
            break;
        case Kind::beginArray:
            open.push_back({add('[', token)});
            break;
        case Kind::endObject:
        case Kind::endArray:
            if (open.back().node >= 0)
                m_nodes[open.back().node].end = token.end;
            open.pop_back();
            break;
        case Kind::key:
            keyBegin = token.begin;
            keyEnd = token.end;
            break;
        case Kind::string:
            add('s', token);
            break;
        case Kind::number:
            add('n', token);
            break;
        case Kind::word:
            add('w', token);
            break;
        case Kind::end:
            m_isValid = true;
            return;
        case Kind::fault:
            m_nodes.clear();
            return;
        }
    }
}

QString JsonIndex::excerpt(qsizetype begin, qsizetype end) const
{
    if (end - begin <= mostShownBytes)
        return QString::fromUtf8(QByteArrayView(m_text).sliced(begin, end - begin));
    qsizetype cut = begin + mostShownBytes;
    while (cut > begin && (uchar(m_text[cut]) & 0xC0) == 0x80)
        --cut;
    return QString::fromUtf8(QByteArrayView(m_text).sliced(begin, cut - begin)) + u'…' +
           QCoreApplication::translate("JsonIndex", " (%1 bytes)").arg(end - begin);
}

QString JsonIndex::nameOf(const Node &node) const
{
    if (node.keyBegin >= 0)
        return excerpt(node.keyBegin + 1, node.keyEnd - 1);
    return node.parent >= 0 ? QString::number(node.row) : u"$"_s;
}

QString JsonIndex::valueOf(const Node &node) const
{
    if (node.kind == '{')
        return QCoreApplication::translate("JsonIndex", "{ } keys: %1").arg(node.size);
    if (node.kind == '[')
        return QCoreApplication::translate("JsonIndex", "[ ] items: %1").arg(node.size);
    return excerpt(node.begin, node.end);
}

} // namespace oncedesk
