// A JSON text read whole, every value with its exact text. Numbers stay digits.
#pragma once

#include "core/base/result.h"
#include "core/certify/decimal.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <memory>
#include <vector>

namespace oncedesk::certify {

struct Value
{
    enum class Kind { null, boolean, number, string, array, object };
    Kind kind = Kind::null;
    bool truth = false;
    QByteArrayView text;          // as written, within its Document
    QByteArray string;            // the characters of a string, as UTF-8
    std::vector<Value> children;  // elements of an array, values of an object, in the order written
    std::vector<QByteArray> keys; // of an object, one for each child
    std::vector<quint32> byKey;   // indices into keys, sorted

    // Null when there is none.
    [[nodiscard]] const Value *member(QByteArrayView key) const;
    // Precondition: a number. None when its exponent is beyond what is judged.
    [[nodiscard]] std::optional<Decimal> number() const { return Decimal::read(text); }
};

// Equal values, equal bytes: numbers by value, keys in any order.
[[nodiscard]] QByteArray canonical(const Value &value);

// What a sentence calls it: "a text", "an object".
[[nodiscard]] QString named(Value::Kind kind);

// The value as a sentence shows it, on one line and never long.
[[nodiscard]] QString shown(QByteArrayView text);
// "1 value", "3 values".
[[nodiscard]] QString counted(qint64 number, QStringView one);

// JSON strictly: UTF-8, no key twice, nothing nested over 64 deep. Its values do not move when it is moved.
class Document
{
public:
    static constexpr qsizetype mostBytes = 4 * 1024 * 1024;
    static constexpr qsizetype mostValues = 200'000;
    static constexpr int mostDepth = 64;

    // Error kind: invalid; the sentence says what is wrong and where, and takes "it is not JSON" for granted.
    [[nodiscard]] static Result<Document> parse(const QByteArray &text);

    [[nodiscard]] const Value &root() const { return *m_root; }

private:
    Document(const QByteArray &text) : m_text(text), m_root(std::make_shared<Value>()) {}

    QByteArray m_text;
    std::shared_ptr<Value> m_root;
};

} // namespace oncedesk::certify
