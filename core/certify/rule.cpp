#include "core/certify/rule.h"

#include "core/certify/suitefields.h"

#include <QStringList>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk::certify {

namespace {

constexpr qsizetype pointerCharacters = 1000;
constexpr qsizetype mostSteps = Document::mostDepth + 1;
constexpr qsizetype becauseCharacters = 500;
constexpr qsizetype headerCharacters = 100;

struct Spelling
{
    const char *key;
    Rule::Predicate predicate;
    bool ofHeaders;
};
constexpr Spelling spellings[] = {
    {"equals", Rule::Predicate::equals, true},   {"one_of", Rule::Predicate::oneOf, true},
    {"matches", Rule::Predicate::matches, true}, {"between", Rule::Predicate::between, false},
    {"sum_to", Rule::Predicate::sumTo, false},   {"ids_in", Rule::Predicate::idsIn, false},
    {"same_as", Rule::Predicate::sameAs, false}, {"only_keys", Rule::Predicate::onlyKeys, false},
    {"present", Rule::Predicate::present, true},
};

QString predicateNames(bool ofHeaders)
{
    QStringList names;
    for (const Spelling &spelling : spellings) {
        if (!ofHeaders || spelling.ofHeaders)
            names += QString::fromLatin1(spelling.key);
    }
    return names.join(u", ");
}

class RuleReader
{
public:
    RuleReader(const Value &value, const QString &path) : m_fields(value, path, m_error) {}

    Result<Rule> read(RuleSubject subject)
    {
        readSubject(subject);
        const bool ofHeaders = !m_rule.header.isEmpty();
        const Value *asked = nullptr;
        for (const Spelling &spelling : spellings) {
            const Value *found = ofHeaders && !spelling.ofHeaders ? nullptr : m_fields.any(spelling.key);
            if (!found)
                continue;
            if (asked)
                m_fields.refuse(spelling.key, u"is a second predicate; write a rule for each"_s);
            asked = found;
            m_rule.predicate = spelling.predicate;
            m_key = spelling.key;
        }
        m_rule.because = m_fields.text("because", becauseCharacters).value_or(QString());
        m_fields.finish();
        if (!asked)
            m_fields.refuse(u"asks nothing; give it one of "_s + predicateNames(ofHeaders));
        if (m_error)
            return *m_error;
        m_rule.asked = asked->text.toByteArray();
        readPredicate(*asked);
        if (m_error)
            return *m_error;
        return std::move(m_rule);
    }

private:
    void readSubject(RuleSubject subject)
    {
        if (subject == RuleSubject::wire) {
            if (const auto header = m_fields.text("header", headerCharacters)) {
                m_rule.header = header->toUtf8();
                if (m_fields.any("at"))
                    m_fields.refuse("at", u"stands beside \"header\"; keep one of them"_s);
                return;
            }
        }
        const Value *at = m_fields.ofKind("at", Value::Kind::string);
        if (!at)
            m_fields.refuse(subject == RuleSubject::wire
                                ? u"needs \"at\" or \"header\": where to look"_s
                                : u"needs \"at\": where to look, \"\" for the whole"_s);
        else if (const auto place = readPlace("at", *at))
            m_rule.at = *place;
        if (m_rule.at.inParams)
            m_fields.refuse("at", u"looks into the params, which nobody answers; look into the answer"_s);
    }

    std::optional<Place> readPlace(const QByteArray &key, const Value &value)
    {
        Place place;
        place.text = QString::fromUtf8(value.string);
        place.inParams = place.text.startsWith(u"params:");
        const auto pointer = Pointer::read(place.inParams ? place.text.mid(7) : place.text);
        if (value.kind != Value::Kind::string || !pointer || place.text.size() > pointerCharacters ||
            place.text.count(u'/') > mostSteps) {
            m_fields.refuse(key,
                            u"must be a JSON pointer such as \"/items/*/id\" or \"params:/items/*/id\""_s);
            return std::nullopt;
        }
        place.pointer = *pointer;
        return place;
    }

    void readPredicate(const Value &asked)
    {
        const bool ofHeaders = !m_rule.header.isEmpty();
        switch (m_rule.predicate) {
        case Rule::Predicate::equals:
            want(asked, ofHeaders);
            break;
        case Rule::Predicate::oneOf:
            if (asked.kind != Value::Kind::array || asked.children.empty())
                m_fields.refuse(m_key, u"must be a list of at least one value"_s);
            for (const Value &child : asked.children)
                want(child, ofHeaders);
            break;
        case Rule::Predicate::matches:
            if (m_fields.ofKind(m_key, Value::Kind::string))
                readPattern(asked);
            break;
        case Rule::Predicate::between:
            readBounds(asked);
            break;
        case Rule::Predicate::sumTo:
        case Rule::Predicate::idsIn:
        case Rule::Predicate::sameAs:
            if (const auto place = readPlace(m_key, asked))
                m_rule.other = *place;
            if (m_rule.predicate == Rule::Predicate::sumTo && m_rule.other.pointer.hasWildcard())
                m_fields.refuse(m_key, u"must point at one number, without *"_s);
            break;
        case Rule::Predicate::onlyKeys:
            readKeys(asked);
            break;
        case Rule::Predicate::present:
            m_rule.present = m_fields.truth(m_key).value_or(true);
            break;
        }
    }

    void want(const Value &value, bool ofHeaders)
    {
        if (ofHeaders && value.kind != Value::Kind::string)
            m_fields.refuse(m_key, u"must be text in quotes: a header is text"_s);
        m_rule.wanted.insert(canonical(value));
    }

    void readPattern(const Value &asked)
    {
        auto pattern = Pattern::read(QString::fromUtf8(asked.string));
        if (pattern)
            m_rule.pattern = std::move(pattern).value();
        else
            m_fields.refuse(m_key, pattern.error().sentence);
    }

    void readBounds(const Value &asked)
    {
        QList<Decimal> bounds;
        for (const Value &child : asked.children) {
            if (const auto number = child.kind == Value::Kind::number ? child.number() : std::nullopt)
                bounds += *number;
        }
        if (asked.kind != Value::Kind::array || bounds.size() != 2 || asked.children.size() != 2 ||
            bounds[1] < bounds[0]) {
            m_fields.refuse(m_key, u"must be two numbers, the smaller one first: [1, 200]"_s);
            return;
        }
        m_rule.least = bounds[0];
        m_rule.most = bounds[1];
    }

    void readKeys(const Value &asked)
    {
        const bool areTexts =
            asked.kind == Value::Kind::array &&
            std::all_of(asked.children.begin(), asked.children.end(),
                        [](const Value &child) { return child.kind == Value::Kind::string; });
        if (!areTexts)
            m_fields.refuse(m_key, u"must be a list of keys in quotes"_s);
        for (const Value &child : asked.children)
            m_rule.keys.insert(child.string);
    }

    std::optional<Error> m_error;
    SuiteFields m_fields;
    Rule m_rule;
    QByteArray m_key; // of its predicate
};

} // namespace

Result<Rule> readRule(const Value &value, const QString &path, RuleSubject subject)
{
    return RuleReader(value, path).read(subject);
}

} // namespace oncedesk::certify
