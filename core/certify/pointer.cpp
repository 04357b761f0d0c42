#include "core/certify/pointer.h"

#include <algorithm>

namespace oncedesk::certify {

std::optional<Pointer> Pointer::read(const QString &text)
{
    if (!text.isValidUtf16() || (!text.isEmpty() && !text.startsWith(u'/')))
        return std::nullopt;
    Pointer result;
    const auto parts = QStringView(text).split(u'/').mid(1);
    for (const QStringView part : parts) {
        if (part == u'*') {
            result.m_steps += QByteArray();
            continue;
        }
        QString step;
        for (qsizetype i = 0; i < part.size(); ++i) {
            if (part[i] != u'~') {
                step += part[i];
                continue;
            }
            ++i;
            if (i == part.size() || (part[i] != u'0' && part[i] != u'1'))
                return std::nullopt;
            step += part[i] == u'0' ? u'~' : u'/';
        }
        result.m_steps += step.isEmpty() ? QByteArray("") : step.toUtf8();
    }
    return result;
}

bool Pointer::hasWildcard() const
{
    return std::any_of(m_steps.begin(), m_steps.end(), [](const QByteArray &step) { return step.isNull(); });
}

void Pointer::visit(const Value &root, const Visit &visit) const
{
    QList<QByteArray> place;
    (void)visitBelow(root, 0, place, visit);
}

bool Pointer::visitBelow(const Value &value, qsizetype step, QList<QByteArray> &place,
                         const Visit &visit) const
{
    if (step == m_steps.size())
        return visit(value, place);
    const auto descend = [&](const Value &child, const QByteArray &name) {
        place.append(name);
        const bool goOn = visitBelow(child, step + 1, place, visit);
        place.removeLast();
        return goOn;
    };
    const QByteArray &name = m_steps[step];
    if (name.isNull()) {
        for (size_t i = 0; i < value.children.size(); ++i) {
            const bool isObject = value.kind == Value::Kind::object;
            if (!descend(value.children[i], isObject ? value.keys[i] : QByteArray::number(qint64(i))))
                return false;
        }
        return true;
    }
    if (value.kind == Value::Kind::object) {
        const Value *child = value.member(name);
        return !child || descend(*child, name);
    }
    if (value.kind == Value::Kind::array) {
        const qsizetype index = arrayIndex(name);
        return index < 0 || index >= qsizetype(value.children.size()) ||
               descend(value.children[size_t(index)], name);
    }
    return true;
}

QString spelled(const QList<QByteArray> &steps)
{
    QString text;
    for (const QByteArray &step : steps) {
        QString part = QString::fromUtf8(step);
        part.replace(u'~', QStringLiteral("~0")).replace(u'/', QStringLiteral("~1"));
        text += u'/' + part;
    }
    return text;
}

qsizetype arrayIndex(const QByteArray &step)
{
    bool ok = false;
    const qlonglong index = step.toLongLong(&ok);
    return ok && QByteArray::number(index) == step ? qsizetype(index) : -1;
}

} // namespace oncedesk::certify
