// Calls that are marked as rehearsals, what is shown of a request, and which model is named as having
// answered.
#include "tests/core/providers/chat.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(Rehearsal, IsMarkedOnTheWireAndNothingElseIs)
{
    ProviderServer server(completing());
    const std::unique_ptr<Provider> providers[] = {chatProvider(server), httpProvider(server.url("/jobs"))};
    for (const auto &provider : providers) {
        carryOut(*provider, aRehearsal());
        EXPECT_EQ(server.requests().last().values("Oncedesk-Certification"),
                  QList<QByteArray>{"12/case 3/1"});
        EXPECT_EQ(server.requests().last().header("Idempotency-Key"), "alice/order-42");
        carryOut(*provider);
        EXPECT_FALSE(server.requests().last().has("Oncedesk-Certification"));
    }
    EXPECT_TRUE(tokenizations(server).first().has("Oncedesk-Certification"));
}

TEST(Rehearsal, CannotBreakOutOfItsHeader)
{
    ProviderServer server;
    carryOut(*httpProvider(server.url()), aRehearsal("1\r\nX-Evil: 1"));
    EXPECT_FALSE(server.requests().first().has("X-Evil"));
    EXPECT_EQ(server.requests().first().header("Oncedesk-Certification"), "1%0D%0AX-Evil: 1");
}

TEST(Rehearsal, TakesTheHeadersOfDryRunsBeforeTheUsualOnes)
{
    const Variable usual("TEST_KEY_USUAL", "Bearer production");
    const Variable dry("TEST_KEY_DRY", "Bearer rehearsals");
    ProviderServer server(completing());
    const QByteArray headers =
        "\"headers\": {\"Authorization\": \"env:TEST_KEY_USUAL\", \"X-Shop\": \"print\"}, "
        "\"dry_run_headers\": {\"authorization\": \"env:TEST_KEY_DRY\", \"X-Dry-Run\": \"yes\"}";
    const std::unique_ptr<Provider> providers[] = {chatProvider(server, headers),
                                                   httpProvider(server.url("/jobs"), headers)};
    for (const auto &provider : providers) {
        const WireRequest shown = shownOf(*provider, aRehearsal());
        EXPECT_EQ(headerOf(shown, "Authorization"), "•••");
        const ServedRequest rehearsed = server.requests().last();
        EXPECT_EQ(rehearsed.values("Authorization"), QList<QByteArray>{"Bearer rehearsals"});
        EXPECT_EQ(rehearsed.header("X-Dry-Run"), "yes");
        EXPECT_EQ(rehearsed.header("X-Shop"), "print");
        carryOut(*provider);
        EXPECT_EQ(server.requests().last().values("Authorization"), QList<QByteArray>{"Bearer production"});
        EXPECT_FALSE(server.requests().last().has("X-Dry-Run"));
    }
}

TEST(Rehearsal, GoesToTheAddressOfDryRuns)
{
    ProviderServer server;
    const auto provider =
        httpProvider(server.url("/jobs"), "\"dry_run_url\": \"" + server.url("/rehearsals") + "\"");
    EXPECT_EQ(shownOf(*provider, aRehearsal()).url, server.url("/rehearsals"));
    EXPECT_EQ(server.requests().last().path, "/rehearsals");
    EXPECT_EQ(shownOf(*provider).url, server.url("/jobs"));
    EXPECT_EQ(server.requests().last().path, "/jobs");
}

TEST(Rehearsal, BringsATemperatureOfItsOwn)
{
    ProviderServer server(completing());
    const auto provider = chatProvider(server, "\"temperature\": 0.7");
    Dispatch dispatch = aRehearsal();
    carryOut(*provider, dispatch);
    EXPECT_EQ(said(completions(server).last(), u"/temperature"_s), "0.7");
    dispatch.rehearsal->temperature = 0.0;
    carryOut(*provider, dispatch);
    EXPECT_EQ(said(completions(server).last(), u"/temperature"_s), "0");
}

TEST(ShownRequest, OfKindHttpIsWhatIsOnTheWire)
{
    const Variable key("TEST_LASER_KEY", "Bearer hush-hush");
    ProviderServer server;
    const auto provider =
        httpProvider(server.url("/jobs"), "\"headers\": {\"Authorization\": \"env:TEST_LASER_KEY\"}");
    const WireRequest shown = shownOf(*provider);
    const ServedRequest served = server.requests().first();
    EXPECT_EQ(shown.method, "POST");
    EXPECT_EQ(shown.url, server.url("/jobs"));
    EXPECT_EQ(shown.body, served.body);
    EXPECT_EQ(shown.promptCheck, QString());
    EXPECT_EQ(headerOf(shown, "Authorization"), "•••");
    EXPECT_EQ(headerOf(shown, "Idempotency-Key"), "alice/order-42");
    EXPECT_EQ(served.header("Authorization"), "Bearer hush-hush");
}

TEST(ShownRequest, IsNotShownWhereNothingGoesOut)
{
    ProviderServer server;
    const auto provider =
        httpProvider(server.url(), "\"headers\": {\"Authorization\": \"env:TEST_LASER_KEY\"}");
    EXPECT_EQ(shownOf(*provider).method, "");
}

TEST(ShownRequest, OfKindSimulatedSaysThatItIsSimulated)
{
    const auto provider = simulatedProvider("{}");
    const WireRequest shown = shownOf(*provider, aRehearsal("7"));
    EXPECT_EQ(shown.method, "SIMULATED");
    EXPECT_EQ(shown.url, "");
    EXPECT_EQ(shown.body, "{\"copies\": 2}");
    EXPECT_EQ(headerOf(shown, "Idempotency-Key"), "alice/order-42");
    EXPECT_EQ(headerOf(shown, "Oncedesk-Certification"), "7");
    EXPECT_EQ(shownOf(*provider).headers.size(), 1);
}

TEST(AnsweringModel, OfKindHttpIsWhereTheSettingsSay)
{
    ProviderServer server;
    const auto modelOf = [&](const QByteArray &answer) {
        server.next(Reply::answer(200, answer));
        const Outcome outcome = carryOut(*httpProvider(server.url(), "\"answer_model\": \"/by/model\""));
        EXPECT_EQ(std::get<Finished>(outcome).body, answer);
        return std::get<Finished>(outcome).model;
    };
    EXPECT_EQ(modelOf("{\"by\": {\"model\": \"laser-2\"}}"), u"laser-2");
    EXPECT_EQ(modelOf("{\"by\": {\"model\": \"a\\u0000b\\nc\"}}"), u"a b c");
    EXPECT_EQ(modelOf("{\"by\": {\"model\": \"" + QByteArray("ä").repeated(300) + "\"}}").size(), 200);
    EXPECT_EQ(modelOf("{\"by\": {\"model\": 2}}"), QString());
    EXPECT_EQ(modelOf("no JSON"), QString());
    EXPECT_EQ(std::get<Finished>(carryOut(*httpProvider(server.url()))).model, QString());
}

TEST(AnsweringModel, OfKindSimulatedIsThatOfTheSettings)
{
    const auto provider = simulatedProvider(
        "{\"model\": \"pretender-1\", \"steps\": [{\"result\": 1}, {\"outcome\": \"failed\"}]}");
    EXPECT_EQ(std::get<Finished>(carryOut(*provider)).model, u"pretender-1");
    EXPECT_EQ(std::get<Finished>(carryOut(*simulatedProvider("{\"model\": \"x\"}"))).model, u"x");
    EXPECT_EQ(std::get<Finished>(carryOut(*simulatedProvider("{}"))).model, QString());
    for (const QByteArray &model : QByteArrayList{"1", "null", "\"" + QByteArray(201, 'x') + "\""})
        EXPECT_FALSE(makeProvider(u"simulated"_s, "{\"model\": " + model + "}"));
}
