#include "tests/drill/journal.h"

namespace oncedesk::drill {

namespace {

class Line
{
public:
    Line &number(qint64 value) { return add(value == 0 ? QByteArray("\\N") : QByteArray::number(value)); }
    Line &count(qint64 value) { return add(QByteArray::number(value)); }
    Line &text(QByteArray value)
    {
        if (value.isNull())
            return add("\\N");
        return add(
            value.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r"));
    }
    [[nodiscard]] QByteArray whole() const { return m_text + '\n'; }

private:
    Line &add(const QByteArray &field)
    {
        if (!m_text.isEmpty())
            m_text += '\t';
        m_text += field;
        return *this;
    }

    QByteArray m_text;
};

} // namespace

Journal::Journal(const QString &path) : m_file(path)
{
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(m_file.errorString()));
}

void Journal::append(const Entry &entry)
{
    Line line;
    line.count(entry.call).count(entry.place).text(entry.kind).number(entry.began).number(entry.ended);
    line.count(entry.doubts).text(entry.refused ? "t" : "f");
    line.text(entry.owner).text(entry.key).text(entry.intent).text(entry.provider);
    line.text(entry.params).text(entry.policy).number(entry.job).number(entry.attempt).text(entry.token);
    line.text(entry.value).text(entry.reason).text(entry.evidence).number(entry.version);
    line.number(entry.request);
    line.text(entry.outcome).text(entry.why).number(entry.toldJob).number(entry.toldAttempt);
    line.number(entry.toldOrdinal).number(entry.toldVersion).number(entry.toldWinner).text(entry.differs);
    const QByteArray whole = line.whole();
    if (m_file.write(whole) != whole.size())
        qFatal("%s: %s", qUtf8Printable(m_file.fileName()), qUtf8Printable(m_file.errorString()));
}

void Journal::close()
{
    m_file.close();
}

} // namespace oncedesk::drill
