#include "tests/app/oncectl/oncectl.h"
#include "tests/support/providerserver.h"
#include "tests/support/spin.h"
#include "tests/support/testdatabase.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <csignal>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class OncectlCertify : public ::testing::Test
{
protected:
    TestDatabase m_database;
    Oncectl m_oncectl{m_database.settings()};
    TestConnection m_sql = m_database.connect();
    const QString m_suite = QStringLiteral(ONCEDESK_SOURCE_DIR "/resources/suites/print.poster.json");

    void add(const QString &name, const QByteArray &settings, const QString &kind = u"simulated"_s)
    {
        EXPECT_EQ(m_oncectl({u"providers"_s, u"add"_s, name, u"--kind"_s, kind, u"--settings"_s,
                             QString::fromUtf8(settings)})
                      .exitCode,
                  0);
    }
    Said import(const QByteArray &text)
    {
        return m_oncectl({u"suite"_s, u"import"_s, u"--suite"_s, u"-"_s}, text);
    }
    QByteArray suite()
    {
        QFile file(m_suite);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }
};

} // namespace

TEST_F(OncectlCertify, SaysOfEachCallWhatCameOfItAndEndsWithThreeWhenTheProviderIsNotCertified)
{
    add(u"laser"_s, R"({"steps": [{"result": {"by": "laser"}}]})");
    add(u"plotter"_s, R"({"steps": [{"result": {"by": "plotter"}}]})");
    ASSERT_EQ(import(suite()).exitCode, 0);

    const Said passed = m_oncectl.json({u"certify"_s, u"laser"_s, u"print.poster"_s});
    EXPECT_EQ(passed.exitCode, 0) << passed.err.toStdString();
    EXPECT_EQ(passed["outcome"].toString(), u"passed"_s);
    EXPECT_EQ(passed["cases"].toArray().size(), 6);
    EXPECT_TRUE(m_oncectl({u"providers"_s, u"list"_s}).out.contains("print.poster"));

    const Said failed = m_oncectl({u"certify"_s, u"plotter"_s, u"print.poster"_s});
    EXPECT_EQ(failed.exitCode, 3);
    EXPECT_TRUE(failed.out.contains("only these two hold poster paper")) << failed.out.toStdString();
}

TEST_F(OncectlCertify, ASuiteComesOutAsItWentInAndTheSameOneIsNoNewVersion)
{
    const QByteArray text = suite();
    EXPECT_TRUE(import(text).out.contains("version 1 now"));
    EXPECT_TRUE(import(text).out.contains("already, version 1"));
    EXPECT_EQ(m_oncectl({u"suite"_s, u"export"_s, u"print.poster"_s}).out.trimmed(), text.trimmed());
    EXPECT_TRUE(
        import(QByteArray(text).replace("\"repeat\": 3", "\"repeat\": 2")).out.contains("version 2 now"));
    EXPECT_EQ(m_oncectl.json({u"suite"_s, u"list"_s}).json().toArray().first()[u"version"].toInt(), 2);
}

TEST_F(OncectlCertify, RefusesWhatIsNoSuiteAndWhatIsNotThere)
{
    const Said nothingAsked = import(R"({"intent": "i", "cases": [{"name": "a", "params": {}}]})");
    EXPECT_EQ(nothingAsked.exitCode, 2);
    EXPECT_TRUE(nothingAsked.err.contains("would prove nothing")) << nothingAsked.err.toStdString();
    EXPECT_EQ(m_oncectl({u"suite"_s, u"export"_s, u"none"_s}).exitCode, 3);
    add(u"laser"_s, "{}");
    const Said noSuite = m_oncectl({u"certify"_s, u"laser"_s, u"print.poster"_s});
    EXPECT_NE(noSuite.exitCode, 0);
    EXPECT_TRUE(noSuite.err.contains("has no contract suite")) << noSuite.err.toStdString();
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.certification_runs").integer(), 0);
}

TEST_F(OncectlCertify, ATrialShowsWhatWouldComeAndCertifiesNothing)
{
    add(u"laser"_s, R"({"steps": [{"result": {"by": "laser"}}]})");
    const QStringList laser{u"certify"_s, u"laser"_s, u"print.poster"_s};
    EXPECT_TRUE(m_oncectl(laser + QStringList{u"--case"_s, u"small"_s}).err.contains("give one by --suite"));
    const Said draft = m_oncectl.json(laser + QStringList{u"--suite"_s, u'@' + m_suite});
    EXPECT_EQ(draft.exitCode, 0) << draft.err.toStdString();
    EXPECT_TRUE(draft["trial"].toBool());
    EXPECT_EQ(draft["cases"].toArray().size(), 6);

    ASSERT_EQ(import(suite()).exitCode, 0);
    const QString name = draft["cases"].toArray().first()[u"name"].toString();
    const Said other = m_oncectl(laser + QStringList{u"--case"_s, name, u"--settings"_s,
                                                     uR"({"steps": [{"result": {"by": "plotter"}}]})"_s});
    EXPECT_EQ(other.exitCode, 3);
    EXPECT_TRUE(
        other.out.contains("laser did not pass this trial for print.poster; it certifies nothing. Case"))
        << other.out.toStdString();
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.certification_cases").integer(), 9);
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.certificates").integer(), 0);
    EXPECT_EQ(m_oncectl(laser + QStringList{u"--case"_s, u"none"_s}).exitCode, 3);
    EXPECT_EQ(m_oncectl(laser + QStringList{u"--settings"_s, u"[]"_s}).exitCode, 2);
}

TEST_F(OncectlCertify, AnInterruptedRunEndsAndProvesNothing)
{
    const ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    add(u"laser"_s, "{\"url\": \"" + server.url("/job") + "\"}", u"http"_s);
    ASSERT_EQ(import(suite()).exitCode, 0);
    const auto process = m_oncectl.start({u"certify"_s, u"laser"_s, u"print.poster"_s});
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    ::kill(pid_t(process->processId()), SIGINT);
    EXPECT_EQ(Oncectl::finish(*process).exitCode, 130);
    EXPECT_EQ(m_sql.exec("SELECT outcome FROM oncedesk.certification_view").text(), u"cancelled"_s);
}

} // namespace oncedesk
