#include "core/certify/diff.h"

#include "core/certify/pointer.h"
#include "core/certify/value.h"

namespace oncedesk {

using certify::Document;
using certify::Value;

namespace {

class Comparison
{
public:
    void compare(const Value &expected, const Value &got)
    {
        if (expected.kind == got.kind && expected.kind == Value::Kind::object)
            compareObjects(expected, got);
        else if (expected.kind == got.kind && expected.kind == Value::Kind::array)
            compareArrays(expected, got);
        else if (canonical(expected) != canonical(got))
            note(Difference::Kind::changed, &expected, &got);
    }

    QList<Difference> found;

private:
    void compareObjects(const Value &expected, const Value &got)
    {
        for (size_t i = 0; i < expected.children.size(); ++i)
            at(expected.keys[i], &expected.children[i], got.member(expected.keys[i]));
        for (size_t i = 0; i < got.children.size(); ++i) {
            if (!expected.member(got.keys[i]))
                at(got.keys[i], nullptr, &got.children[i]);
        }
    }

    void compareArrays(const Value &expected, const Value &got)
    {
        const auto element = [](const Value &array, size_t i) {
            return i < array.children.size() ? &array.children[i] : nullptr;
        };
        for (size_t i = 0; i < std::max(expected.children.size(), got.children.size()); ++i)
            at(QByteArray::number(qint64(i)), element(expected, i), element(got, i));
    }

    // Either may be missing, not both.
    void at(const QByteArray &step, const Value *expected, const Value *got)
    {
        if (found.size() >= mostDifferences)
            return;
        m_place.append(step);
        if (expected && got)
            compare(*expected, *got);
        else
            note(expected ? Difference::Kind::removed : Difference::Kind::added, expected, got);
        m_place.removeLast();
    }

    void note(Difference::Kind kind, const Value *expected, const Value *got)
    {
        found += Difference{certify::spelled(m_place), kind,
                            expected ? expected->text.toByteArray() : QByteArray(),
                            got ? got->text.toByteArray() : QByteArray()};
    }

    QList<QByteArray> m_place;
};

} // namespace

QList<Difference> differences(const QByteArray &expected, const QByteArray &got)
{
    const auto before = Document::parse(expected);
    const auto after = Document::parse(got);
    if (before && after) {
        Comparison comparison;
        comparison.compare(before->root(), after->root());
        return comparison.found;
    }
    if (expected == got)
        return {};
    return {Difference{QString(), Difference::Kind::changed, expected, got}};
}

} // namespace oncedesk
