#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>
#include <functional>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class OncectlLists : public ::testing::Test
{
protected:
    TestDatabase m_database;
    Oncectl m_oncectl{m_database.settings()};
    TestConnection m_sql = m_database.connect();

    OncectlLists()
    {
        run("SELECT oncedesk.add_provider('inkjet', 'simulated')");
        run("SELECT oncedesk.submit_job('alice', 'a' || n, 'print', 'inkjet', jsonb_build_object('amount', "
            "n))"
            "  FROM generate_series(1, 25) AS n");
        run("SELECT oncedesk.submit_job('田中', 'wide', 'print', 'inkjet', '{}'),"
            "       oncedesk.submit_job(E'eve\\u202e\\u001b[31m', 'rtl', 'print', 'inkjet', '{}'),"
            "       oncedesk.submit_job('alice', 'a1', 'print', 'inkjet', '{\"amount\": 2}')");
    }

    void run(const QByteArray &sql)
    {
        const auto answer = m_sql.exec(sql);
        EXPECT_TRUE(answer.ok()) << answer.message.toStdString();
    }
    static QList<int> ids(const Said &said)
    {
        QList<int> ids;
        for (const QJsonValue row : said.json().toArray())
            ids += row[u"id"].toInt();
        return ids;
    }
};

} // namespace

TEST_F(OncectlLists, PagesThroughJobsWithoutMissingOrRepeatingOne)
{
    QList<int> all;
    QString after;
    for (int page = 0; page < 10; ++page) {
        QStringList words{u"jobs"_s, u"--limit"_s, u"10"_s};
        if (!after.isEmpty())
            words += {u"--after"_s, after};
        const QList<int> some = ids(m_oncectl.json(words));
        if (some.isEmpty())
            break;
        all += some;
        after = QString::number(some.last());
    }
    EXPECT_EQ(all.size(), 27);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), std::greater<>()));
    const QList<int> oldest = ids(m_oncectl.json({u"jobs"_s, u"--oldest"_s, u"--limit"_s, u"3"_s}));
    EXPECT_EQ(oldest, (QList<int>{all[26], all[25], all[24]}));
    EXPECT_TRUE(m_oncectl({u"jobs"_s, u"--limit"_s, u"10"_s}).out.contains("--after"));
}

TEST_F(OncectlLists, FiltersWithNegationAndQuotes)
{
    EXPECT_EQ(ids(m_oncectl.json({u"jobs"_s, u"owner:alice"_s, u"-key:a1,a2"_s})).size(), 23);
    EXPECT_EQ(ids(m_oncectl.json({u"jobs"_s, u"params.amount:7.0"_s})).size(), 1);
    EXPECT_EQ(ids(m_oncectl.json({u"jobs"_s, u"state:waiting owner:\"田中\""_s})).size(), 1);
    EXPECT_EQ(ids(m_oncectl.json({u"jobs"_s, u"state:closed"_s})).size(), 0);
    EXPECT_EQ(m_oncectl({u"jobs"_s, u"state:closed"_s}).out, "Nothing matches.\n");
    EXPECT_EQ(m_oncectl.json({u"jobs"_s, u"colour:red"_s}).exitCode, 2);
}

TEST_F(OncectlLists, AlignsWideNamesAndShowsNoControlCharacters)
{
    const Said said = m_oncectl({u"jobs"_s, u"--limit"_s, u"3"_s});
    const QString text = QString::fromUtf8(said.out);
    EXPECT_FALSE(text.contains(QChar(0x1b)));
    EXPECT_FALSE(text.contains(QChar(0x202e)));
    EXPECT_TRUE(text.contains(u"eve\\u202e\\u001b[31m"));
    // "print" begins in one column: 田中 is four columns wide and two characters long.
    const QStringList lines = text.split(u'\n');
    const qsizetype column = lines[0].indexOf(u"INTENT");
    int seen = 0;
    for (const QString &line : lines) {
        if (line.contains(u"田中")) {
            EXPECT_EQ(line.indexOf(u"print"), column - 2);
            ++seen;
        } else if (line.contains(u"eve")) {
            EXPECT_EQ(line.indexOf(u"print"), column);
            ++seen;
        }
    }
    EXPECT_EQ(seen, 2);
}

TEST_F(OncectlLists, ListsSubmissionsRacesAndActions)
{
    const Said conflicts = m_oncectl.json({u"submissions"_s, u"outcome:conflict"_s});
    ASSERT_EQ(conflicts.json().toArray().size(), 1);
    EXPECT_EQ(conflicts.json()[0][u"differs"].toArray(), (QJsonArray{u"params/amount"_s}));
    run("SELECT oncedesk.finish_attempt(c.attempt_id, c.claim_token, '{}') FROM oncedesk.claim_attempts('w', "
        "'{inkjet}', 1) AS c");
    const Said races = m_oncectl.json({u"races"_s, u"outcome:won"_s});
    ASSERT_EQ(races.json().toArray().size(), 1);
    EXPECT_EQ(races.json()[0][u"version_read"].toInt(), 1);
    ASSERT_EQ(m_oncectl({u"providers"_s, u"disable"_s, u"inkjet"_s}).exitCode, 0);
    const Said actions = m_oncectl.json({u"actions"_s, u"action:disable_provider"_s});
    ASSERT_EQ(actions.json().toArray().size(), 1);
    for (const char *list : {"submissions", "races", "actions"})
        EXPECT_EQ(m_oncectl({QString::fromLatin1(list)}).exitCode, 0) << list;
}

TEST_F(OncectlLists, ChecksSettingsBeforeTheDatabaseSeesThem)
{
    const auto add = [this](const QString &kind, const QString &settings) {
        return m_oncectl
            .json({u"providers"_s, u"add"_s, u"new"_s, u"--kind"_s, kind, u"--settings"_s, settings})
            .exitCode;
    };
    EXPECT_EQ(add(u"simulated"_s, u"{\"stepz\": []}"_s), 2);
    EXPECT_EQ(add(u"http"_s, u"{}"_s), 2);
    EXPECT_EQ(add(u"http"_s, u"{\"url\": \"http://localhost:1/\", \"url\": \"http://localhost:2/\"}"_s), 2);
    EXPECT_EQ(
        add(u"chat"_s, u"{\"base_url\": \"http://localhost:1/v1\", \"model\": \"m\", \"user\": \"{{a\"}"_s),
        2);
    EXPECT_EQ(add(u"carrier-pigeon"_s, u"{}"_s), 2);
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.providers").integer(), 1);
    EXPECT_EQ(add(u"http"_s, u"{\"url\": \"http://localhost:1/jobs\"}"_s), 0);
    EXPECT_EQ(add(u"http"_s, u"{\"url\": \"http://localhost:1/jobs\"}"_s), 0)
        << "the same again changes nothing";
    EXPECT_EQ(add(u"http"_s, u"{\"url\": \"http://localhost:2/jobs\"}"_s), 3);
    EXPECT_EQ(m_oncectl({u"providers"_s, u"set"_s, u"new"_s, u"--settings"_s,
                         u"{\"url\": \"http://localhost:2/jobs\"}"_s})
                  .exitCode,
              0);
    EXPECT_EQ(m_oncectl({u"providers"_s, u"set"_s, u"new"_s, u"--settings"_s, u"{\"steps\": []}"_s}).exitCode,
              2);
    EXPECT_EQ(m_oncectl({u"providers"_s, u"set"_s, u"nobody"_s, u"--settings"_s, u"{}"_s}).exitCode, 3);
    EXPECT_EQ(m_oncectl({u"providers"_s, u"enable"_s, u"nobody"_s}).exitCode, 3);
    const QString prompt =
        u"{\"base_url\": \"http://localhost:1/v1\", \"model\": \"m\", \"user\": \"{{/a}}\"}"_s;
    EXPECT_EQ(
        m_oncectl
            .json({u"providers"_s, u"add"_s, u"writer"_s, u"--kind"_s, u"chat"_s, u"--settings"_s, prompt})
            .exitCode,
        0);
    const Said list = m_oncectl.json({u"providers"_s, u"list"_s});
    EXPECT_EQ(list.json().toArray().size(), 3);
    EXPECT_EQ(list.json()[1][u"settings"][u"url"].toString(), u"http://localhost:2/jobs");
}

TEST_F(OncectlLists, PrintsAClientsTokenOnceAndKeepsOnlyItsDigest)
{
    const Said added = m_oncectl.json({u"client"_s, u"add"_s, u"shop"_s, u"--owner"_s, u"alice"_s});
    ASSERT_EQ(added.exitCode, 0);
    const QByteArray token = added["token"].toString().toUtf8();
    EXPECT_EQ(token.size(), 47);
    EXPECT_TRUE(token.startsWith("ocd_"));
    EXPECT_EQ(m_sql.exec("SELECT encode(token_sha256, 'hex') FROM oncedesk.clients").text().toLatin1(),
              QCryptographicHash::hash(token, QCryptographicHash::Sha256).toHex());
    EXPECT_EQ(m_sql.exec("SELECT token_prefix FROM oncedesk.clients").text().toUtf8(), token.left(10));
    EXPECT_FALSE(m_oncectl({u"client"_s, u"list"_s}).out.contains(token));
    const Said other = m_oncectl({u"client"_s, u"add"_s, u"other"_s, u"--owner"_s, u"bob"_s});
    EXPECT_EQ(other.out.trimmed().size(), 47) << "the token alone, for a secret store";
    EXPECT_NE(other.out.trimmed(), token);
    EXPECT_EQ(m_oncectl({u"client"_s, u"add"_s, u"shop"_s, u"--owner"_s, u"alice"_s}).exitCode, 3);
    EXPECT_EQ(m_oncectl({u"client"_s, u"revoke"_s, u"shop"_s}).exitCode, 0);
    EXPECT_EQ(m_oncectl({u"client"_s, u"revoke"_s, u"shop"_s}).exitCode, 0);
    EXPECT_EQ(m_oncectl({u"client"_s, u"revoke"_s, u"nobody"_s}).exitCode, 3);
    const Said list = m_oncectl.json({u"client"_s, u"list"_s});
    EXPECT_TRUE(list.json()[0][u"revoked_at"].isNull());
    EXPECT_FALSE(list.json()[1][u"revoked_at"].isNull());
}

} // namespace oncedesk
