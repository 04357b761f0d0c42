#include "core/certify/rulecheck.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

namespace {

class RuleCheck
{
public:
    RuleCheck(const Rule &rule, const Ground &ground, Budget &budget, int most)
        : m_rule(rule), m_ground(ground), m_budget(budget), m_most(most)
    {
    }

    QStringList faults()
    {
        if (!m_rule.header.isEmpty())
            checkHeaders();
        else if (!m_ground.subject)
            fault(m_rule.at.text, u"was not found: the request's body is not JSON"_s);
        else
            checkPlaces();
        return m_faults;
    }

private:
    void checkHeaders()
    {
        const QString place = u"The header "_s + QString::fromUtf8(m_rule.header);
        bool found = false;
        for (const auto &[name, content] : m_ground.wire->headers) {
            if (name.compare(m_rule.header, Qt::CaseInsensitive) != 0)
                continue;
            found = true;
            Value value;
            value.kind = Value::Kind::string;
            value.text = content;
            value.string = content;
            checkValue(value, place);
        }
        checkFound(found, place, u"no header %1 reached the wire"_s.arg(QString::fromUtf8(m_rule.header)));
    }

    void checkPlaces()
    {
        if (m_rule.predicate == Rule::Predicate::idsIn || m_rule.predicate == Rule::Predicate::sameAs)
            collectOthers();
        bool found = false;
        qsizetype index = 0;
        m_rule.at.pointer.visit(*m_ground.subject, [&](const Value &value, const QList<QByteArray> &place) {
            found = true;
            m_index = index++;
            if (isSpent())
                return false;
            checkValue(value, spelled(place));
            return m_faults.size() < m_most && m_rule.predicate != Rule::Predicate::present;
        });
        checkFound(found, m_rule.at.text, u"nothing at %1"_s.arg(named(m_rule.at.text)));
        if (m_isSpent)
            fault(m_rule.at.text,
                  u"cannot be judged: the rules look at more than %1 values in all"_s.arg(Budget().values));
        if (!found || m_isSpent)
            return;
        if (m_rule.predicate == Rule::Predicate::sumTo)
            checkSum();
        if (m_rule.predicate == Rule::Predicate::sameAs && m_rule.other.pointer.hasWildcard() &&
            index < m_others.size())
            fault(m_rule.at.text,
                  u"must hold as many values as %1: %2, got %3"_s.arg(
                      m_rule.other.text, QString::number(m_others.size()), QString::number(index)));
    }

    bool isSpent()
    {
        m_isSpent = m_isSpent || --m_budget.values < 0;
        return m_isSpent;
    }

    void checkFound(bool found, const QString &place, const QString &nothing)
    {
        if (m_rule.predicate == Rule::Predicate::present) {
            if (found && !m_rule.present)
                fault(place, u"must not be there"_s);
            if (!found && m_rule.present)
                say(nothing);
        } else if (!found) {
            say(nothing);
        }
    }

    const Value &otherGround() const { return m_rule.other.inParams ? m_ground.params : *m_ground.subject; }

    void collectOthers()
    {
        m_rule.other.pointer.visit(otherGround(), [&](const Value &value, const QList<QByteArray> &) {
            m_others += canonical(value);
            return !isSpent();
        });
        if (m_rule.predicate == Rule::Predicate::idsIn)
            m_ids = QSet<QByteArray>(m_others.begin(), m_others.end());
    }

    void checkValue(const Value &value, const QString &place)
    {
        switch (m_rule.predicate) {
        case Rule::Predicate::equals:
            if (!m_rule.wanted.contains(canonical(value)))
                got(place, u"equal "_s + shown(m_rule.asked), value);
            break;
        case Rule::Predicate::oneOf:
            if (!m_rule.wanted.contains(canonical(value)))
                got(place, u"be one of "_s + shown(m_rule.asked), value);
            break;
        case Rule::Predicate::matches:
            checkPattern(value, place);
            break;
        case Rule::Predicate::between:
            checkBounds(value, place);
            break;
        case Rule::Predicate::sumTo:
            addUp(value, place);
            break;
        case Rule::Predicate::idsIn:
            if (!m_ids.contains(canonical(value)))
                got(place, u"be among the %1 values at %2"_s.arg(m_others.size()).arg(m_rule.other.text),
                    value);
            break;
        case Rule::Predicate::sameAs:
            checkSame(value, place);
            break;
        case Rule::Predicate::onlyKeys:
            checkKeys(value, place);
            break;
        case Rule::Predicate::present:
            break;
        }
    }

    void checkPattern(const Value &value, const QString &place)
    {
        if (value.kind != Value::Kind::string) {
            got(place, u"be a text that matches "_s + shown(m_rule.asked), value);
            return;
        }
        QString why;
        switch (m_rule.pattern->match(QString::fromUtf8(value.string), m_budget, why)) {
        case Pattern::Fit::fits:
            return;
        case Pattern::Fit::differs:
            got(place, u"match "_s + shown(m_rule.asked), value);
            return;
        case Pattern::Fit::unjudged:
            fault(place, why);
            return;
        }
    }

    std::optional<Decimal> number(const Value &value, const QString &place)
    {
        if (value.kind != Value::Kind::number) {
            got(place, u"be a number"_s, value);
            return std::nullopt;
        }
        const auto number = value.number();
        if (!number)
            fault(place, u"is a number too large to be judged, got "_s + shown(value.text));
        return number;
    }

    void checkBounds(const Value &value, const QString &place)
    {
        const auto n = number(value, place);
        if (n && (*n < m_rule.least || m_rule.most < *n))
            got(place, u"be between %1 and %2"_s.arg(shown(m_rule.least.text()), shown(m_rule.most.text())),
                value);
    }

    void addUp(const Value &value, const QString &place)
    {
        const auto n = number(value, place);
        if (!n || !m_sum)
            return;
        m_sum = Decimal::sum(*m_sum, *n);
        if (!m_sum)
            fault(place, u"makes the sum longer than %1 digits"_s.arg(Decimal::sumDigits));
    }

    void checkSum()
    {
        if (!m_sum || !m_faults.isEmpty())
            return;
        const Value *whole = nullptr;
        m_rule.other.pointer.visit(otherGround(), [&](const Value &value, const QList<QByteArray> &) {
            whole = &value;
            return false;
        });
        if (!whole) {
            say(u"nothing at %1, which %2 must sum to"_s.arg(m_rule.other.text, m_rule.at.text));
            return;
        }
        const auto wanted = number(*whole, m_rule.other.text);
        if (wanted && !(*wanted == *m_sum))
            fault(m_rule.at.text, u"must sum to %1 at %2, got %3"_s.arg(shown(whole->text), m_rule.other.text,
                                                                        shown(m_sum->text())));
    }

    void checkSame(const Value &value, const QString &place)
    {
        const bool inStep = m_rule.other.pointer.hasWildcard();
        if (inStep ? m_index >= m_others.size() : m_others.isEmpty())
            got(place, u"be the same as at %1, where nothing stands for it"_s.arg(m_rule.other.text), value);
        else if (m_others[inStep ? m_index : 0] != canonical(value))
            got(place, u"be the same as at %1"_s.arg(m_rule.other.text), value);
    }

    void checkKeys(const Value &value, const QString &place)
    {
        if (value.kind != Value::Kind::object) {
            got(place, u"be an object"_s, value);
            return;
        }
        for (const QByteArray &key : value.keys) {
            if (!m_rule.keys.contains(key) && m_faults.size() < m_most)
                fault(place, u"must have no key but %1, got \"%2\""_s.arg(shown(m_rule.asked), shown(key)));
        }
    }

    void got(const QString &place, const QString &must, const Value &value)
    {
        fault(place, u"must %1, got %2"_s.arg(must, shown(value.text)));
    }

    void fault(const QString &place, const QString &what) { say(named(place) + u' ' + what); }

    static QString named(const QString &place)
    {
        return place.isEmpty() ? u"The whole"_s : shown(place.toUtf8());
    }

    void say(QString sentence)
    {
        if (m_faults.size() >= m_most)
            return;
        sentence[0] = sentence[0].toUpper();
        if (!m_rule.because.isEmpty())
            sentence += u" (because: %1)"_s.arg(shown(m_rule.because.toUtf8()));
        m_faults += sentence + u'.';
    }

    const Rule &m_rule;
    const Ground &m_ground;
    Budget &m_budget;
    int m_most;
    QStringList m_faults;
    QList<QByteArray> m_others; // canonical, of ids_in and same_as
    QSet<QByteArray> m_ids;
    bool m_isSpent = false;
    qsizetype m_index = 0; // of the value under check among those at `at`
    std::optional<Decimal> m_sum = Decimal();
};

} // namespace

QStringList ruleFaults(const Rule &rule, const Ground &ground, Budget &budget, int most)
{
    return RuleCheck(rule, ground, budget, most).faults();
}

} // namespace oncedesk::certify
