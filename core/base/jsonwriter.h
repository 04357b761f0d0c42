// Writes JSON text piece by piece; commas and colons come by themselves, values given as text stay exact.
#pragma once

#include <QByteArray>
#include <QString>
#include <concepts>
#include <vector>

namespace oncedesk {

class JsonWriter
{
public:
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    // Inside an object, before each value.
    void key(const QString &name);

    // A null string or null raw text is written as null.
    void value(const QString &text);
    void value(qint64 number) { raw(QByteArray::number(number)); }
    void value(int number) { value(qint64(number)); }
    // A template, so that a pointer does not silently become true.
    template<std::same_as<bool> T>
    void value(T truth)
    {
        raw(truth ? "true" : "false");
    }
    void null() { raw("null"); }
    // JSON text as it is; the caller vouches for it.
    void raw(const QByteArray &json);

    void member(const QString &name, const auto &content)
    {
        key(name);
        value(content);
    }
    void rawMember(const QString &name, const QByteArray &json)
    {
        key(name);
        raw(json);
    }

    [[nodiscard]] const QByteArray &text() const { return m_text; }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();

    QByteArray m_text;
    std::vector<bool> m_hasElements; // of each container now open
    bool m_afterKey = false;
};

} // namespace oncedesk
