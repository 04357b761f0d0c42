#include "core/contract/certification.h"

#include "tests/ui/support/consoledesk.h"
#include "ui/certification/matrixmodel.h"
#include "ui/certification/words.h"
#include "ui/providers/providerspage.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// Two cases, each run twice.
const QByteArray posterSuite =
    R"({"intent": "print.poster", "repeat": 2, "answer": {"schema": true}, "cases": [
        {"name": "small", "params": {"copies": 1}}, {"name": "large", "params": {"copies": 200}}]})";

// The page at its certification, on a desk that somebody of these roles looks at. Providers are inkjet,
// laser.
struct Matrix
{
    explicit Matrix(const QStringList &roles = {}, bool hasSuite = true)
        : console(roles), page(console.live())
    {
        if (hasSuite)
            console.elsewhere("SELECT * FROM oncedesk.save_suite('print.poster', $1)", {posterSuite});
        page.resize(1104, 720);
        page.show();
        page.findChild<QTabWidget *>(u"providers-tabs"_s)->setCurrentIndex(1);
    }
    template<class T>
    T &child(const char *name)
    {
        return *page.findChild<T *>(QString::fromLatin1(name));
    }
    QTableView &matrix() { return child<QTableView>("certification-matrix"); }
    QString words(const char *name) { return child<QLabel>(name).text(); }
    QString cell(int column) { return matrix().model()->index(0, column).data().toString(); }
    bool reads(int column, const QString &word)
    {
        const bool came = waitUntil([&] { return cell(column) == word; });
        EXPECT_TRUE(came) << qPrintable(cell(column)) << " instead of " << qPrintable(word);
        return came;
    }
    bool says(const char *name, const QString &part)
    {
        const bool came = waitUntil([&] { return words(name).contains(part); });
        EXPECT_TRUE(came) << qPrintable(words(name)) << " without " << qPrintable(part);
        return came;
    }
    int rows(const char *table) { return child<QTableView>(table).model()->rowCount(); }
    QString fact(const char *table, int row, int column)
    {
        return child<QTableView>(table).model()->index(row, column).data().toString();
    }

    // The worker elsewhere.
    void request(const char *provider = "laser")
    {
        console.elsewhere("SELECT oncedesk.request_certification($1, 'print.poster')", {provider});
    }
    void claim()
    {
        const Rows run = console.elsewhere(
            "SELECT run_id, token FROM oncedesk.claim_certification('worker-1', '{inkjet,laser}')");
        runId = run.integer(0, 0);
        token = run.utf8(0, 1);
    }
    void record(const char *name, int repeat, const char *verdict = "passed",
                const QByteArray &answer = R"({"by": "laser", "sheets": 3})")
    {
        console.elsewhere(
            "SELECT oncedesk.record_case($1, $2::uuid, $3, $4, $5, $6, '{}', 'POST /print', $7, 'm-1', 140)",
            {runId, token, name, repeat, verdict,
             verdict == QByteArray("passed") ? Param(nullptr) : Param("/by must be laser, got fax."),
             Param::bytea(answer)});
    }
    void finish()
    {
        console.elsewhere("SELECT * FROM oncedesk.finish_certification($1, $2::uuid)", {runId, token});
    }
    void pass()
    {
        request();
        claim();
        for (const char *name : {"small", "large"}) {
            record(name, 1);
            record(name, 2);
        }
        finish();
    }
    void fail()
    {
        request();
        claim();
        record("small", 1);
        record("small", 2);
        record("large", 1);
        record("large", 2, "rule", R"({"by": "fax", "sheets": 3})");
        finish();
    }

    ConsoleDesk console;
    ProvidersPage page;
    qint64 runId = 0;
    QByteArray token;
};

TEST(TheCertificationMatrix, ShowsEveryIntentAndProviderAndFollowsARunElsewhere)
{
    Matrix shown;
    ASSERT_TRUE(shown.reads(1, u"never run"_s));
    EXPECT_EQ(shown.matrix().model()->headerData(0, Qt::Vertical).toString(), u"print.poster"_s);
    EXPECT_EQ(shown.matrix().model()->headerData(1, Qt::Horizontal).toString(), u"laser"_s);
    shown.matrix().setCurrentIndex(shown.matrix().model()->index(0, 1));
    EXPECT_TRUE(shown.words("cell-sentence").contains(u"never put to"_s));

    shown.request();
    ASSERT_TRUE(shown.reads(1, u"waiting"_s));
    ASSERT_TRUE(shown.says("cell-sentence", u"No live worker serves laser"_s));
    shown.console.elsewhere("SELECT * FROM oncedesk.heartbeat('worker-1', '{laser}', 0, '0.1')");
    ASSERT_TRUE(shown.says("cell-sentence", u"waits for a worker"_s));
    shown.claim();
    ASSERT_TRUE(shown.reads(1, u"0 of 4"_s));
    shown.record("small", 1);
    shown.record("small", 2);
    ASSERT_TRUE(shown.reads(1, u"2 of 4"_s));
    ASSERT_TRUE(waitUntil([&] { return shown.rows("certification-cases") == 2; }));
    shown.record("large", 1);
    shown.record("large", 2);
    shown.finish();
    ASSERT_TRUE(shown.reads(1, u"certified"_s));
    ASSERT_TRUE(shown.says("cell-sentence", u"may fail over to laser until"_s));
    EXPECT_EQ(shown.cell(0), u"never run"_s);

    shown.console.elsewhere("SELECT oncedesk.set_provider('laser', '{\"delay_ms\": 5}')");
    ASSERT_TRUE(shown.reads(1, u"stale"_s));
    EXPECT_TRUE(shown.words("cell-sentence").contains(u"settings changed"_s));
    shown.fail();
    ASSERT_TRUE(shown.reads(1, u"failing"_s));
    ASSERT_TRUE(shown.says("cell-sentence", u"Case \"large\" passed 1 of 2"_s));
}

TEST(TheCertificationMatrix, ShowsOfAFailingCaseWhatDiffersFromTheLastAnswerThatPassed)
{
    Matrix shown;
    shown.pass();
    shown.fail();
    ASSERT_TRUE(shown.reads(1, u"failing"_s));
    shown.matrix().setCurrentIndex(shown.matrix().model()->index(0, 1));
    ASSERT_TRUE(waitUntil([&] { return shown.rows("certification-cases") == 4; }));
    EXPECT_EQ(shown.rows("certification-runs"), 2);
    EXPECT_EQ(shown.fact("certification-runs", 0, 1), u"failed"_s);
    EXPECT_EQ(shown.child<QTableView>("certification-cases").currentIndex().row(), 3); // the failing one
    EXPECT_EQ(shown.fact("certification-cases", 3, 2), u"rule broken"_s);
    ASSERT_TRUE(waitUntil([&] { return shown.rows("case-differences") == 1; }));
    EXPECT_EQ(shown.fact("case-differences", 0, 0), u"/by"_s);
    EXPECT_EQ(shown.fact("case-differences", 0, 2), u"\"laser\""_s);
    EXPECT_EQ(shown.fact("case-differences", 0, 3), u"\"fax\""_s);
    EXPECT_EQ(shown.child<QPlainTextEdit>("case-request").toPlainText(), u"POST /print"_s);

    // An older run that was chosen stays chosen while a new one comes in.
    shown.child<QTableView>("certification-runs").selectRow(1);
    ASSERT_TRUE(waitUntil([&] { return shown.fact("certification-cases", 3, 2) == u"passed"_s; }));
    shown.request();
    ASSERT_TRUE(waitUntil([&] { return shown.rows("certification-runs") == 3; }));
    EXPECT_EQ(shown.fact("certification-runs",
                         shown.child<QTableView>("certification-runs").currentIndex().row(), 0),
              u"1"_s);
}

TEST(TheCertificationMatrix, RunsASuiteOnlyAfterSayingWhatItMeans)
{
    Matrix shown;
    ASSERT_TRUE(shown.reads(1, u"never run"_s));
    shown.matrix().setCurrentIndex(shown.matrix().model()->index(0, 1));
    ASSERT_TRUE(waitUntil([&] { return shown.child<QPushButton>("run-suite").isVisible(); }));
    QTest::mouseClick(&shown.child<QPushButton>("run-suite"), Qt::LeftButton);
    EXPECT_TRUE(
        shown.words("question-sentence").startsWith(u"4 calls to laser, each marked as a rehearsal"_s));
    EXPECT_TRUE(shown.words("question-sentence").contains(u"No live worker serves laser"_s));
    QTest::mouseClick(&shown.child<QPushButton>("question-yes"), Qt::LeftButton);
    ASSERT_TRUE(shown.reads(1, u"waiting"_s));
    EXPECT_FALSE(shown.child<QPushButton>("run-suite").isVisible());

    ASSERT_TRUE(waitUntil([&] { return shown.child<QPushButton>("cancel-run").isVisible(); }));
    QTest::mouseClick(&shown.child<QPushButton>("cancel-run"), Qt::LeftButton);
    ASSERT_TRUE(shown.reads(1, u"no verdict"_s));
    EXPECT_EQ(shown.words("cell-said"), u"Run 1 is cancelled."_s);

    shown.request();
    shown.claim();
    ASSERT_TRUE(shown.reads(1, u"0 of 4"_s));
    QTest::mouseClick(&shown.child<QPushButton>("cancel-run"), Qt::LeftButton);
    ASSERT_TRUE(shown.says("cell-sentence", u"is to end"_s));
    shown.finish();
    ASSERT_TRUE(shown.reads(1, u"no verdict"_s));
    ASSERT_TRUE(waitUntil([&] { return shown.fact("certification-runs", 0, 1) == u"cancelled"_s; }));
}

TEST(TheCertificationMatrix, OffersNothingToThoseWhoOnlyLook)
{
    for (const QString &role : {u"oncedesk_viewer"_s, u"oncedesk_operator"_s}) {
        Matrix shown({role});
        shown.pass();
        ASSERT_TRUE(shown.reads(1, u"certified"_s));
        shown.matrix().setCurrentIndex(shown.matrix().model()->index(0, 1));
        ASSERT_TRUE(waitUntil([&] { return shown.rows("certification-cases") == 4; }));
        EXPECT_FALSE(shown.child<QPushButton>("run-suite").isVisible());
        shown.request();
        ASSERT_TRUE(shown.reads(1, u"waiting"_s));
        EXPECT_FALSE(shown.child<QPushButton>("cancel-run").isVisible());
    }
}

TEST(TheCertificationMatrix, IsForAnAdministratorToRun)
{
    Matrix shown({u"oncedesk_viewer"_s, u"oncedesk_admin"_s});
    ASSERT_TRUE(shown.reads(1, u"never run"_s));
    ASSERT_TRUE(waitUntil([&] { return shown.child<QPushButton>("run-suite").isVisible(); }));
    shown.console.elsewhere(
        "REVOKE EXECUTE ON FUNCTION oncedesk.request_certification(text, text) FROM oncedesk_admin");
    QTest::mouseClick(&shown.child<QPushButton>("run-suite"), Qt::LeftButton);
    QTest::mouseClick(&shown.child<QPushButton>("question-yes"), Qt::LeftButton);
    ASSERT_TRUE(shown.says("cell-said", u"may not do this"_s));
}

TEST(TheCertificationMatrix, SaysInWordsThatThereIsNoSuite)
{
    Matrix shown({}, false);
    ASSERT_TRUE(shown.says("certification-words", u"No intent has a contract suite yet"_s));
    EXPECT_FALSE(shown.matrix().isVisible());
}

TEST(TheMatrixModel, KeepsTheRulesWhateverComesAndGoes)
{
    MatrixModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    using Names = std::pair<QStringList, QStringList>;
    for (const auto &[intents, providers] :
         {Names{{u"b"_s}, {u"x"_s}}, Names{{u"a"_s, u"b"_s}, {u"w"_s, u"x"_s, u"y"_s}},
          Names{{u"b"_s}, {u"y"_s}}, Names{{}, {}}, Names{{u"c"_s}, {u"x"_s, u"z"_s}}}) {
        QList<board::MatrixCell> cells;
        for (const QString &intent : intents) {
            for (const QString &provider : providers) {
                board::MatrixCell cell;
                cell.intent = intent;
                cell.provider = provider;
                cells += cell;
            }
        }
        model.merge(cells);
        ASSERT_EQ(model.rowCount(), intents.size());
        ASSERT_EQ(model.columnCount(), providers.size());
        for (int row = 0; row < int(intents.size()); ++row) {
            for (int column = 0; column < int(providers.size()); ++column)
                EXPECT_EQ(model.cell(model.index(row, column))->provider, providers[column]);
        }
    }
}

} // namespace
} // namespace oncedesk
