// The suites that come along: a good answer passes, and nonsense that fits the schema fails by a rule.
#include "tests/core/certify/judging.h"

#include <QFile>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

Suite example(const QString &name)
{
    QFile file(QStringLiteral(ONCEDESK_SOURCE_DIR "/resources/suites/") + name + u".json"_s);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return parsed(file.readAll());
}

Verdict verdictOf(const Suite &suite, int index, const QByteArray &answer, const QByteArray &request = "{}")
{
    RunObservation seen = answered(answer);
    seen.wire.body = request;
    return judge(suite.cases[index], seen);
}

void expectRuleCatches(const Verdict &verdict, const std::string &part)
{
    EXPECT_EQ(verdict.kind, u"rule"_s) << verdict.reason.toStdString();
    expectPart(verdict.reason.toStdString(), part);
}

} // namespace

TEST(ThePosterSuite, TellsAPrintFromNonsense)
{
    const Suite suite = example(u"print.poster"_s);
    EXPECT_TRUE(verdictOf(suite, 0, R"({"by": "inkjet", "simulated": true})").passed);
    EXPECT_TRUE(verdictOf(suite, 1, R"({"by": "laser", "simulated": true})").passed);
    expectRuleCatches(verdictOf(suite, 0, R"({"by": "toaster"})"), "/by must be one of");
    EXPECT_EQ(verdictOf(suite, 0, R"({"simulated": true})").kind, u"schema"_s);
}

TEST(TheCardSuite, TellsAChargeFromNonsense)
{
    const Suite suite = example(u"charge.card"_s);
    const QByteArray request = R"({"amount": 0.3})";
    const QByteArray good = R"({"charge": "ch_8Jq2aa", "status": "captured", "amount": 0.3, "currency": "EUR",
        "parts": [{"line": "paper", "amount": 0.1}, {"line": "ink", "amount": 0.2}]})";
    EXPECT_EQ(verdictOf(suite, 0, good, request).reason, QString());
    const auto changed = [&](const char *from, const char *to) {
        return verdictOf(suite, 0, QByteArray(good).replace(from, to), request);
    };
    expectRuleCatches(changed("\"amount\": 0.3,", "\"amount\": 0.30000000000000004,"),
                      "this amount and no other");
    expectRuleCatches(changed("EUR", "JPY"), "100 JPY are not 100 EUR");
    expectRuleCatches(changed("0.2}", "0.25}"), "must sum to 0.3 at /amount, got 0.35");
    expectRuleCatches(changed("\"status\"", "\"card\": \"4242\", \"status\""), "got \"card\"");
    RunObservation seen = answered(good);
    seen.wire.headers.removeLast();
    EXPECT_EQ(judge(suite.cases[0], seen).kind, u"wire"_s);

    const QByteArray large = R"({"charge": "ch_8Jq2aa", "status": "captured", "amount": 90071992547409.93,
        "currency": "USD", "parts": [{"line": "plan", "amount": 90071992547409.93}]})";
    EXPECT_EQ(verdictOf(suite, 1, large, R"({"amount": 90071992547409.93})").reason, QString());
    EXPECT_FALSE(
        verdictOf(suite, 1, QByteArray(large).replace(".93", ".94"), R"({"amount": 90071992547409.93})")
            .passed);
}

TEST(TheInvoiceSuite, TellsAnExtractFromNonsense)
{
    const Suite suite = example(u"extract.invoice"_s);
    EXPECT_EQ(suite.cases[0].mustPass, 9);
    const QByteArray request = R"({"model": "m", "response_format": {"type": "json_schema"}})";
    const QByteArray good =
        R"({"number": "2026-17", "date": "2026-02-28", "currency": "EUR", "total": 64.95, "items": [
        {"article": "P-100", "quantity": 2, "amount": 19.90}, {"article": "I-7", "quantity": 1, "amount": 45.05}]})";
    EXPECT_EQ(verdictOf(suite, 0, good, request).reason, QString());
    expectRuleCatches(verdictOf(suite, 0, QByteArray(good).replace("I-7", "INK-CYAN-7"), request),
                      "a model invents articles that sound right");
    expectRuleCatches(verdictOf(suite, 0, QByteArray(good).replace("45.05", "45.06"), request),
                      "must sum to 64.95");
    EXPECT_EQ(
        verdictOf(suite, 0, QByteArray(good).replace("\"quantity\": 2", "\"quantity\": 0"), request).kind,
        u"schema"_s);
    EXPECT_EQ(verdictOf(suite, 0, good, R"({"model": "m"})").kind, u"wire"_s);
}
