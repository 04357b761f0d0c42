// Valijson agrees about schemas, where it can be asked: no doubles that round, no circles, no long texts.
#include "core/certify/schema.h"

#include "tests/support/printing.h"

#include <gtest/gtest.h>
#include <random>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

using namespace oncedesk;
using certify::Document;

namespace {

bool valijsonSays(const nlohmann::json &schemaJson, const nlohmann::json &answer)
{
    valijson::Schema schema;
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), schema);
    valijson::Validator validator;
    return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(answer), nullptr);
}

// Small schemas and answers over few names and values, so that they often meet.
class Chance
{
public:
    explicit Chance(unsigned seed) : m_random(seed) {}

    nlohmann::json answer(int depth = 0)
    {
        switch (below(depth < 3 ? 7 : 5)) {
        case 0:
            return nullptr;
        case 1:
            return below(2) == 0;
        case 2:
        case 3:
            return below(6) - 1;
        case 4:
            return text();
        case 5: {
            nlohmann::json list = nlohmann::json::array();
            for (int i = below(4); i > 0; --i)
                list.push_back(answer(depth + 1));
            return list;
        }
        default:
            break;
        }
        nlohmann::json object = nlohmann::json::object();
        for (int i = below(4); i > 0; --i)
            object[name()] = answer(depth + 1);
        return object;
    }

    nlohmann::json schema(int depth = 0)
    {
        nlohmann::json result = nlohmann::json::object();
        for (int i = 1 + below(3); i > 0; --i)
            addKeyword(result, depth);
        return result;
    }

private:
    int below(int limit) { return int(m_random() % unsigned(limit)); }
    std::string name() { return std::string(1, char('a' + below(3))); }
    std::string text() { return std::string(size_t(below(4)), char('a' + below(2))); }

    void addKeyword(nlohmann::json &schema, int depth)
    {
        static const char *const types[] = {"null",   "boolean", "integer", "number",
                                            "string", "array",   "object"};
        static const char *const counts[] = {"minLength", "maxLength",     "minItems",
                                             "maxItems",  "minProperties", "maxProperties",
                                             "minimum",   "maximum",       "exclusiveMinimum"};
        static const char *const lists[] = {"allOf", "anyOf", "oneOf"};
        switch (below(depth < 3 ? 14 : 7)) {
        case 0:
        case 1:
            schema["type"] = types[below(7)];
            break;
        case 2:
            schema["enum"] = nlohmann::json::array({answer(2), answer(2)});
            break;
        case 3:
        case 4:
            schema[counts[below(9)]] = below(4);
            break;
        case 5:
            schema["required"] = nlohmann::json::array({name()});
            break;
        case 6:
            schema["pattern"] = below(2) == 0 ? "^a" : "b$";
            break;
        case 7:
            schema["items"] = this->schema(depth + 1);
            break;
        case 8:
        case 9:
            schema["properties"] = {{name(), this->schema(depth + 1)}};
            break;
        case 10:
            schema["additionalProperties"] = below(2) == 0 ? nlohmann::json(false) : this->schema(depth + 1);
            break;
        case 11:
            schema[lists[below(3)]] =
                nlohmann::json::array({this->schema(depth + 1), this->schema(depth + 1)});
            break;
        case 12:
            schema["not"] = this->schema(depth + 1);
            break;
        default:
            schema["if"] = this->schema(depth + 1);
            schema[below(2) == 0 ? "then" : "else"] = this->schema(depth + 1);
        }
    }

    std::mt19937 m_random;
};

} // namespace

TEST(ASecondOpinion, AgreesOnThreeThousandSmallSchemas)
{
    Chance chance(20260228);
    for (int i = 0; i < 3000; ++i) {
        const nlohmann::json schemaJson = chance.schema();
        const nlohmann::json answerJson = chance.answer();
        const std::string schemaText = schemaJson.dump();
        const std::string answerText = answerJson.dump();
        const auto schemaDocument = Document::parse(QByteArray::fromStdString(schemaText));
        const auto answerDocument = Document::parse(QByteArray::fromStdString(answerText));
        ASSERT_TRUE(schemaDocument && answerDocument);
        const auto schema = certify::Schema::read(schemaDocument->root(), QStringLiteral("schema"));
        ASSERT_TRUE(schema.ok()) << schemaText;
        certify::Budget budget;
        const QStringList faults = schema->faults(answerDocument->root(), budget, 20);
        EXPECT_EQ(faults.isEmpty(), valijsonSays(schemaJson, answerJson))
            << schemaText << " on " << answerText << ": " << qPrintable(faults.join(QStringLiteral(" | ")));
    }
}
