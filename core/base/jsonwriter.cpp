#include "core/base/jsonwriter.h"

#include "core/base/json.h"

namespace oncedesk {

void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_hasElements.empty())
        return;
    if (m_hasElements.back())
        m_text += ',';
    m_hasElements.back() = true;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_text += bracket;
    m_hasElements.push_back(false);
}

void JsonWriter::close(char bracket)
{
    Q_ASSERT(!m_hasElements.empty() && !m_afterKey);
    m_hasElements.pop_back();
    m_text += bracket;
}

void JsonWriter::key(const QString &name)
{
    Q_ASSERT(!m_hasElements.empty() && !m_afterKey);
    separate();
    m_text += json::quote(name) + ':';
    m_afterKey = true;
}

void JsonWriter::value(const QString &text)
{
    raw(text.isNull() ? QByteArray() : json::quote(text));
}

void JsonWriter::raw(const QByteArray &json)
{
    separate();
    m_text += json.isNull() ? QByteArray("null") : json;
}

} // namespace oncedesk
