#include "core/certify/suite.h"

#include "core/base/json.h"
#include "core/certify/suitefields.h"

#include <QSet>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

using certify::SuiteFields;
using certify::Value;

namespace {

constexpr json::Limits suiteLimits{"suite", 1024 * 1024, 1024 * 1024, certify::Document::mostDepth, 1000};
constexpr size_t mostCases = 100;
constexpr size_t mostRules = 200; // in one list
constexpr int mostMilliseconds = 24 * 60 * 60 * 1000;
constexpr qsizetype nameCharacters = 100;
constexpr qsizetype intentCharacters = 200;
constexpr qsizetype aboutCharacters = 10000;

class SuiteReader
{
public:
    Result<Suite> read(const Value &root)
    {
        SuiteFields fields(root, {}, m_error);
        if (const auto intent = fields.text("intent", intentCharacters))
            m_suite.intent = *intent;
        else
            fields.refuse("intent", u"is missing: which intent these cases are of"_s);
        if (const Value *about = fields.ofKind("about", Value::Kind::string)) {
            m_suite.about = QString::fromUtf8(about->string);
            if (m_suite.about.size() > aboutCharacters)
                fields.refuse("about", u"must be at most %1 characters long"_s.arg(aboutCharacters));
        }
        readTemperature(fields);
        m_suite.validDays = fields.whole("valid_days", 1, 365).value_or(m_suite.validDays);
        SuiteCase common;
        readDemands(fields, common);
        if (const Value *cases = fields.ofKind("cases", Value::Kind::array)) {
            if (cases->children.size() > mostCases)
                fields.refuse("cases", u"must be at most %1"_s.arg(mostCases));
            for (size_t i = 0; i < cases->children.size() && !m_error; ++i)
                readCase(cases->children[i],
                         certify::below(fields.path("cases"), QByteArray::number(qint64(i))), common);
        }
        if (m_suite.cases.isEmpty())
            fields.refuse("cases", u"must hold at least one case; without one the suite proves nothing"_s);
        fields.finish();
        if (m_error)
            return *m_error;
        return std::move(m_suite);
    }

private:
    void readTemperature(SuiteFields &fields)
    {
        const Value *value = fields.any("temperature");
        if (!value)
            return;
        const auto number = value->kind == Value::Kind::number ? value->number() : std::nullopt;
        if (!number || *number < certify::Decimal() || *certify::Decimal::read("2") < *number)
            fields.refuse("temperature", u"must be a number from 0 to 2"_s);
        else
            m_suite.temperature = value->text.toByteArray().toDouble();
    }

    // What a suite says of every case and a case of itself.
    void readDemands(SuiteFields &fields, SuiteCase &into)
    {
        const auto repeat = fields.whole("repeat", 1, 20);
        if (repeat)
            into.repeat = into.mustPass = *repeat;
        if (const auto mustPass = fields.whole("must_pass", 1, 20)) {
            into.mustPass = *mustPass;
            if (into.mustPass > into.repeat)
                fields.refuse("must_pass", u"is more than \"repeat\", which is %1"_s.arg(into.repeat));
        }
        if (const auto latency = fields.whole("latency_ms", 1, mostMilliseconds))
            into.latency = std::chrono::milliseconds(*latency);
        if (const Value *answer = fields.ofKind("answer", Value::Kind::object)) {
            SuiteFields part(*answer, fields.path("answer"), m_error);
            if (const Value *schema = part.any("schema")) {
                if (schema->children.empty() && !(schema->kind == Value::Kind::boolean && !schema->truth))
                    part.refuse("schema", u"asks nothing; say what the answer must be, or leave it out"_s);
                auto read = certify::Schema::read(*schema, part.path("schema"));
                if (read)
                    into.schemas += std::move(read).value();
                else if (!m_error)
                    m_error = read.error();
            }
            readRules(part, "rules", certify::RuleSubject::answer, into.rules);
            part.finish();
        }
        readRules(fields, "wire", certify::RuleSubject::wire, into.wire);
    }

    void readRules(SuiteFields &fields, const QByteArray &key, certify::RuleSubject subject,
                   QList<certify::Rule> &into)
    {
        const Value *list = fields.ofKind(key, Value::Kind::array);
        if (!list)
            return;
        if (list->children.size() > mostRules)
            fields.refuse(key, u"must be at most %1 rules"_s.arg(mostRules));
        for (size_t i = 0; i < list->children.size() && !m_error; ++i) {
            auto rule = certify::readRule(
                list->children[i], certify::below(fields.path(key), QByteArray::number(qint64(i))), subject);
            if (rule)
                into += std::move(rule).value();
            else
                m_error = rule.error();
        }
    }

    void readCase(const Value &value, const QString &path, const SuiteCase &common)
    {
        SuiteCase made = common;
        SuiteFields fields(value, path, m_error);
        if (const auto name = fields.text("name", nameCharacters))
            made.name = *name;
        else
            fields.refuse("name", u"is missing: what this case is called"_s);
        if (m_names.contains(made.name))
            fields.refuse("name", u"is the name of another case too; give each its own"_s);
        m_names.insert(made.name);
        if (const Value *params = fields.ofKind("params", Value::Kind::object))
            made.params = params->text.toByteArray();
        else
            fields.refuse("params", u"is missing: what the provider is sent, {} for nothing"_s);
        readDemands(fields, made);
        fields.finish();
        if (made.schemas.isEmpty() && made.rules.isEmpty())
            fields.refuse(
                u"asks nothing of the answer, and would prove nothing; give it or the suite an \"answer\" "
                "with a schema or rules"_s);
        if (!m_error)
            m_suite.cases += std::move(made);
    }

    std::optional<Error> m_error;
    Suite m_suite;
    QSet<QString> m_names;
};

} // namespace

Result<Suite> parseSuite(const QByteArray &json)
{
    if (auto checked = json::checkObject(json, suiteLimits); !checked)
        return checked.error();
    const auto document = certify::Document::parse(json);
    if (!document)
        return Error{
            ErrorKind::invalid, u"suite: "_s + document.error().sentence + u". Make it smaller."_s, {}};
    return SuiteReader().read(document->root());
}

} // namespace oncedesk
