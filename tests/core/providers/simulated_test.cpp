// Scripted providers without a network.
#include "tests/core/providers/carryout.h"

#include <QElapsedTimer>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(Simulated, SucceedsAtOnceWithoutStepsAndSaysThatItWasSimulated)
{
    EXPECT_EQ(words(carryOut(*simulatedProvider("{}"))), "finished: {\"simulated\": true}");
    EXPECT_EQ(words(carryOut(*simulatedProvider("{\"steps\": []}"))), "finished: {\"simulated\": true}");
    EXPECT_EQ(words(carryOut(*simulatedProvider("{\"steps\": [{}]}"))), "finished: {\"simulated\": true}");
}

TEST(Simulated, TakesTheStepOfTheAttemptsOrdinalAndRepeatsTheLast)
{
    const auto provider = simulatedProvider("{\"steps\": [{\"outcome\": \"failed\", \"retryable\": true}, "
                                            "{\"outcome\": \"unknown\"}, {\"result\": 3}]}");
    for (int round = 0; round < 2; ++round) { // the same again: it keeps no memory
        EXPECT_EQ(words(carryOut(*provider, aDispatch("{}", 1))), "failed simulated_failure, retryable");
        EXPECT_EQ(words(carryOut(*provider, aDispatch("{}", 2))), "doubtful");
        EXPECT_EQ(words(carryOut(*provider, aDispatch("{}", 3))), "finished: 3");
        EXPECT_EQ(words(carryOut(*provider, aDispatch("{}", 4))), "finished: 3");
        EXPECT_EQ(words(carryOut(*provider, aDispatch("{}", 1000000))), "finished: 3");
    }
}

TEST(Simulated, KeepsTheExactTextOfAResult)
{
    for (const QByteArray &result :
         QByteArrayList{"{\"n\": 123456789012345678901234567890.10 ,\"b\":[ 1e2 ]}", "null", "\"\\u00e4\"",
                        "18446744073709551617"})
        EXPECT_EQ(words(carryOut(*simulatedProvider("{\"steps\": [{\"result\":  " + result + " }]}"))),
                  "finished: " + result.toStdString());
}

TEST(Simulated, FailsAsTheSettingsSay)
{
    const Outcome outcome = carryOut(
        *simulatedProvider("{\"steps\": [{\"outcome\": \"failed\", \"code\": \"paper_out\", \"message\": "
                           "\"No paper.\", \"retryable\": true, \"retry_after_s\": 1.5}]}"));
    EXPECT_EQ(words(outcome), "failed paper_out, retryable after 1500 ms");
    EXPECT_EQ(messageOf(outcome), u"No paper.");
}

TEST(Simulated, LeavesDoubtInTheWordsOfTheSettings)
{
    EXPECT_EQ(messageOf(carryOut(*simulatedProvider(
                  "{\"steps\": [{\"outcome\": \"unknown\", \"why\": \"It went dark.\"}]}"))),
              u"It went dark.");
}

TEST(Simulated, AnswersAfterItsDelayAndNotBefore)
{
    QElapsedTimer clock;
    clock.start();
    carryOut(*simulatedProvider("{\"steps\": [{\"delay_s\": 0.05}]}"));
    EXPECT_GE(clock.elapsed(), 50);
}

TEST(Simulated, NeverAnswersWhenItHangs)
{
    const auto provider = simulatedProvider("{\"steps\": [{\"outcome\": \"hang\"}, {\"delay_s\": 0.02}]}");
    const auto hanging = provider->dispatch(aDispatch("{}", 1), [](const Outcome &) { FAIL(); });
    EXPECT_EQ(words(carryOut(*provider, aDispatch("{}", 2))), "finished: {\"simulated\": true}");
    EXPECT_FALSE(hanging->nothingSent());
}

TEST(Simulated, StaysSilentWhenItsCallIsDestroyed)
{
    const auto provider = simulatedProvider("{\"steps\": [{}, {\"delay_s\": 0.02}]}");
    auto call = provider->dispatch(aDispatch(), [](const Outcome &) { FAIL(); });
    call.reset();
    carryOut(*provider, aDispatch("{}", 2));
}

TEST(Simulated, MayLoseCallAndProviderInItsOwnAnswer)
{
    auto provider = simulatedProvider("{}");
    std::unique_ptr<Call> call;
    bool answered = false;
    call = provider->dispatch(aDispatch(), [&](const Outcome &) {
        call.reset();
        provider.reset();
        answered = true;
    });
    ASSERT_TRUE(spinUntil([&] { return answered; }));
}

TEST(Simulated, AnswersQuestionsAsTheSettingsSay)
{
    for (const QByteArray &state : QByteArrayList{"running", "succeeded", "failed", "no_record"}) {
        const auto provider = simulatedProvider(
            "{\"ask\": \"" + state + "\", \"steps\": [{\"outcome\": \"hang\"}, {\"result\": 1.50}]}");
        EXPECT_TRUE(provider->canAsk());
        EXPECT_EQ(ask(*provider).answer, QString::fromUtf8(state));
        EXPECT_EQ(ask(*provider, aDispatch("{}", 2)).payload,
                  state == "succeeded" ? "1.50" : "{\"simulated\": true}");
    }
    for (const QByteArray &answer : QByteArrayList{"stopped", "not_stopped"}) {
        const auto provider = simulatedProvider("{\"stop\": \"" + answer + "\"}");
        EXPECT_TRUE(provider->canStop());
        EXPECT_EQ(stop(*provider).answer, QString::fromUtf8(answer));
    }
    EXPECT_EQ(ask(*simulatedProvider("{}")).answer, u"unreachable");
    EXPECT_EQ(stop(*simulatedProvider("{}")).answer, u"unreachable");
}

TEST(Simulated, RefusesSettingsThatMeanNothing)
{
    for (const QByteArray &settings : QByteArrayList{
             "{\"steps\": {}}",
             "{\"steps\": [1]}",
             "{\"steps\": [null]}",
             "{\"steps\": [{\"delay_s\": -1}]}",
             "{\"steps\": [{\"delay_s\": \"1\"}]}",
             "{\"steps\": [{\"delay_s\": 1e9}]}",
             "{\"steps\": [{\"outcome\": \"explode\"}]}",
             "{\"steps\": [{\"outcome\": 1}]}",
             "{\"steps\": [{\"outcome\": \"hang\", \"delay_s\": 1}]}",
             "{\"steps\": [{\"outcome\": \"hang\", \"result\": 1}]}",
             "{\"steps\": [{\"outcome\": \"failed\", \"result\": 1}]}",
             "{\"steps\": [{\"code\": \"x\"}]}",
             "{\"steps\": [{\"outcome\": \"failed\", \"code\": 1}]}",
             "{\"steps\": [{\"outcome\": \"failed\", \"retryable\": \"yes\"}]}",
             "{\"steps\": [{\"outcome\": \"failed\", \"retry_after_s\": 1}]}",
             "{\"steps\": [{\"outcome\": \"failed\", \"retryable\": true, \"retry_after_s\": 86401}]}",
             "{\"steps\": [{\"outcome\": \"unknown\", \"why\": []}]}",
             "{\"ask\": \"maybe\"}",
             "{\"ask\": null}",
             "{\"stop\": true}",
             "{\"linger_s\": -1}",
             "{\"max_in_flight\": 0}",
             "{\"steps\": [" + QByteArray("{},").repeated(1000) + "{}]}"}) {
        const auto made = makeProvider(u"simulated"_s, settings);
        ASSERT_FALSE(made) << settings.left(80).data();
        EXPECT_EQ(made.error().kind, ErrorKind::invalid);
        EXPECT_TRUE(made.error().sentence.startsWith(u"Provider setting \""_s))
            << qPrintable(made.error().sentence);
    }
}

TEST(Simulated, CarriesOutThousandsOfCallsInASecond)
{
    const auto provider = simulatedProvider("{}");
    constexpr int calls = 10000;
    int finished = 0;
    std::vector<std::unique_ptr<Call>> underWay;
    underWay.reserve(calls);
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < calls; ++i)
        underWay.push_back(provider->dispatch(aDispatch(), [&](const Outcome &) { ++finished; }));
    ASSERT_TRUE(spinUntil([&] { return finished == calls; }));
    EXPECT_LT(clock.elapsed(), 5000);
    RecordProperty("milliseconds", int(clock.elapsed()));
}
