#include "ui/certification/trialdialog.h"

#include "core/certify/suite.h"

#include "tests/ui/support/consoledesk.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

const QByteArray draft =
    R"({"intent": "print.flyer", "repeat": 2, "answer": {"schema": {"type": "object"}}, "cases": [
        {"name": "small", "params": {"copies": 1}}, {"name": "large", "params": {"copies": 200}}]})";

// A trial on a desk whose providers are inkjet and laser, and the worker elsewhere that carries it out.
struct Tried
{
    using Open = TrialDialog *(*)(LiveDesk &desk);
    explicit Tried(Open open) : Tried({}, open) {}
    Tried(const QStringList &roles, Open open) : console(roles), dialog(open(console.live()))
    {
        dialog->open();
    }
    ~Tried() { delete dialog; }
    template<class T>
    T &child(const char *name)
    {
        return *dialog->findChild<T *>(QString::fromLatin1(name));
    }
    QString words(const char *name) { return child<QLabel>(name).text(); }
    bool says(const char *name, const QString &part)
    {
        const bool came = waitUntil([&] { return words(name).contains(part); });
        EXPECT_TRUE(came) << qPrintable(words(name)) << " without " << qPrintable(part);
        return came;
    }
    bool choose(const char *box, const QString &entry)
    {
        auto &choices = child<QComboBox>(box);
        const bool came = waitUntil([&] { return choices.findText(entry) >= 0; });
        EXPECT_TRUE(came) << box << " without " << qPrintable(entry);
        choices.setCurrentIndex(choices.findText(entry));
        return came;
    }
    bool send()
    {
        const bool ready = waitUntil([&] { return child<QPushButton>("trial-send").isEnabled(); });
        EXPECT_TRUE(ready) << qPrintable(words("trial-said"));
        QTest::mouseClick(&child<QPushButton>("trial-send"), Qt::LeftButton);
        return says("trial-said", u"Waits for a worker"_s);
    }
    Rows claim()
    {
        return console.elsewhere(
            "SELECT run_id, token, provider, settings::text, suite::text, suite::jsonb->'cases' AS cases"
            "  FROM oncedesk.claim_certification('worker-1', '{inkjet,laser}')");
    }
    void record(const Rows &run, const char *name, int repeat, const char *verdict = "passed")
    {
        console.elsewhere(
            "SELECT oncedesk.record_case($1, $2::uuid, $3, $4, $5, 'why not', '{}', 'POST /print', "
            "'{\"by\": 1}', NULL, 140)",
            {run.integer(0, "run_id"), run.utf8(0, "token"), name, repeat, verdict});
    }
    void finish(const Rows &run)
    {
        console.elsewhere("SELECT * FROM oncedesk.finish_certification($1, $2::uuid)",
                          {run.integer(0, "run_id"), run.utf8(0, "token")});
    }

    ConsoleDesk console;
    TrialDialog *dialog;
};

TEST(ATrial, SendsARequestOfOnesOwnWithSettingsThatAreNotSaved)
{
    Tried tried([](LiveDesk &desk) {
        return TrialDialog::ofSettings(desk, u"laser"_s, R"({"max_in_flight": 7})", nullptr);
    });
    ASSERT_TRUE(tried.choose("trial-what", u"a request of your own"_s));
    ASSERT_TRUE(tried.says("trial-meaning",
                           u"Calls to laser with the settings as they stand in the editor: 1, by"_s));
    EXPECT_TRUE(tried.words("trial-meaning").contains(u"Nothing is saved"_s));
    tried.child<QPlainTextEdit>("trial-params").setPlainText(u"{\"copies\": "_s);
    ASSERT_TRUE(waitUntil([&] { return !tried.words("trial-said").isEmpty(); }));
    EXPECT_FALSE(tried.child<QPushButton>("trial-send").isEnabled());
    tried.child<QPlainTextEdit>("trial-params").setPlainText(u"{\"copies\": 10000000000000000000001}"_s);
    ASSERT_TRUE(tried.send());

    const Rows run = tried.claim();
    EXPECT_EQ(run.text(0, "settings"), u"{\"max_in_flight\": 7}"_s);
    EXPECT_TRUE(parseSuite(run.utf8(0, "suite")).ok());
    EXPECT_EQ(run.text(0, "cases"),
              u"[{\"name\": \"trial\", \"params\": {\"copies\": 10000000000000000000001}}]"_s);
    ASSERT_TRUE(tried.says("trial-said", u"0 of 1 calls have their verdict, at worker-1."_s));
    tried.record(run, "trial", 1);
    tried.finish(run);
    ASSERT_TRUE(tried.says("trial-said", u"Passed. That certifies nothing"_s));
    ASSERT_TRUE(waitUntil(
        [&] { return tried.child<QPlainTextEdit>("case-request").toPlainText() == u"POST /print"_s; }));
    EXPECT_TRUE(tried.child<QPushButton>("trial-send").isEnabled());
    EXPECT_FALSE(tried.child<QPushButton>("trial-stop").isVisible());
    EXPECT_EQ(tried.console
                  .elsewhere("SELECT count(*) FROM oncedesk.provider_view WHERE settings ? 'max_in_flight'")
                  .integer(0, 0),
              0);
    EXPECT_EQ(tried.console.elsewhere("SELECT count(*) FROM oncedesk.certificate_view").integer(0, 0), 0);
}

TEST(ATrial, RunsOneCaseOfASuiteThatIsNotSavedAtTheProviderOfChoice)
{
    Tried tried([](LiveDesk &desk) { return TrialDialog::ofSuite(desk, draft, nullptr); });
    ASSERT_TRUE(tried.choose("trial-provider", u"laser"_s));
    ASSERT_TRUE(tried.says("trial-meaning", u"Calls to laser: 4, by a worker"_s));
    ASSERT_TRUE(tried.choose("trial-case", u"large"_s));
    ASSERT_TRUE(tried.says("trial-meaning", u"Calls to laser: 2, by a worker"_s));
    ASSERT_TRUE(tried.send());
    const Rows run = tried.claim();
    EXPECT_EQ(run.text(0, "provider"), u"laser"_s);
    tried.record(run, "large", 1);
    ASSERT_TRUE(
        waitUntil([&] { return tried.child<QTableView>("certification-cases").model()->rowCount() == 1; }));
    tried.record(run, "large", 2, "rule");
    tried.finish(run);
    ASSERT_TRUE(tried.says("trial-said", u"Not passed (failed). Case \"large\" passed 1 of 2 times"_s));
    EXPECT_EQ(tried.child<QTableView>("certification-cases").model()->index(1, 2).data().toString(),
              u"rule broken"_s);
    EXPECT_EQ(tried.console.elsewhere("SELECT count(*) FROM oncedesk.suite_view").integer(0, 0), 0);
}

TEST(ATrial, IsCancelledByWhoeverStopsItOrLeaves)
{
    Tried tried([](LiveDesk &desk) { return TrialDialog::ofSuite(desk, draft, nullptr); });
    const auto cancelled = [&](qint64 number) {
        return waitUntil([&] {
            return tried.console
                       .elsewhere(
                           "SELECT count(*) FROM oncedesk.certification_view WHERE outcome = 'cancelled'")
                       .integer(0, 0) == number;
        });
    };
    ASSERT_TRUE(tried.choose("trial-provider", u"laser"_s));
    ASSERT_TRUE(tried.send());
    QTest::mouseClick(&tried.child<QPushButton>("trial-stop"), Qt::LeftButton);
    EXPECT_TRUE(tried.says("trial-said", u"Not passed (cancelled). Cancelled by"_s));
    EXPECT_TRUE(cancelled(1));
    ASSERT_TRUE(tried.send());
    tried.dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    tried.dialog->reject();
    EXPECT_TRUE(cancelled(2));
}

TEST(ATrial, SaysWhatTheDatabaseRefused)
{
    Tried tried({u"oncedesk_viewer"_s, u"oncedesk_admin"_s},
                [](LiveDesk &desk) { return TrialDialog::ofSuite(desk, draft, nullptr); });
    ASSERT_TRUE(tried.choose("trial-provider", u"laser"_s));
    ASSERT_TRUE(waitUntil([&] { return tried.child<QPushButton>("trial-send").isEnabled(); }));
    tried.console.elsewhere("REVOKE EXECUTE ON FUNCTION oncedesk.request_trial(text, text, text, text, "
                            "jsonb) FROM oncedesk_admin");
    QTest::mouseClick(&tried.child<QPushButton>("trial-send"), Qt::LeftButton);
    ASSERT_TRUE(tried.says("trial-said", u"may not do this"_s));
    EXPECT_TRUE(tried.child<QPushButton>("trial-send").isEnabled());
}

} // namespace
} // namespace oncedesk
