#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <vector>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class OncectlSubmit : public ::testing::Test
{
protected:
    TestDatabase m_database;
    Oncectl m_oncectl{m_database.settings()};

    OncectlSubmit()
    {
        EXPECT_EQ(m_oncectl({u"providers"_s, u"add"_s, u"inkjet"_s, u"--kind"_s, u"simulated"_s,
                             u"--settings"_s, u"{}"_s})
                      .exitCode,
                  0);
    }

    static QStringList words(const QString &key, const QString &params, const QStringList &more = {})
    {
        return QStringList{u"submit"_s,   u"--owner"_s,      u"alice"_s,      u"--key"_s,  key,
                           u"--intent"_s, u"print.poster"_s, u"--provider"_s, u"inkjet"_s, u"--params"_s,
                           params} +
               more;
    }

    qint64 jobs() { return m_database.connect().exec("SELECT count(*) FROM oncedesk.jobs").integer(); }
    qint64 submissions()
    {
        return m_database.connect().exec("SELECT count(*) FROM oncedesk.submissions").integer();
    }
};

} // namespace

TEST_F(OncectlSubmit, CreatesOnceAndReplaysForEver)
{
    const Said first = m_oncectl.json(words(u"order-1"_s, u"{\"amount\": 450}"_s));
    EXPECT_EQ(first.exitCode, 0);
    EXPECT_EQ(first["outcome"].toString(), u"created");
    const Said again = m_oncectl.json(words(u"order-1"_s, u"{\"amount\": 4.5e2}"_s));
    EXPECT_EQ(again.exitCode, 0);
    EXPECT_EQ(again["outcome"].toString(), u"replayed");
    EXPECT_EQ(again["job_id"], first["job_id"]);
    EXPECT_FALSE(again["created_at"].toString().isEmpty());
    // The time is absolute and carries its offset.
    const Said forPeople = m_oncectl(words(u"order-1"_s, u"{\"amount\": 450}"_s));
    EXPECT_EQ(forPeople.exitCode, 0);
    EXPECT_TRUE(
        QString::fromUtf8(forPeople.out)
            .contains(QRegularExpression(
                u"^This is ticket #%1, created \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\+05:30; nothing new was started\\.\n$"_s
                    .arg(first["job_id"].toInt()))))
        << forPeople.out.toStdString();
    EXPECT_EQ(jobs(), 1);
}

TEST_F(OncectlSubmit, WarnsOfAFallbackToTheJobsOwnProvider)
{
    const auto warned = [this](const QString &key, const QString &policy) {
        const Said said = m_oncectl.json(words(key, u"{}"_s, {u"--policy"_s, policy}));
        EXPECT_EQ(said.exitCode, 0) << said.err.toStdString();
        EXPECT_LE(said.err.count('\n'), 1) << said.err.toStdString();
        return said.err.contains("fallbacks name inkjet, which is the job's own provider");
    };
    (void)m_oncectl(
        {u"providers"_s, u"add"_s, u"laser"_s, u"--kind"_s, u"simulated"_s, u"--settings"_s, u"{}"_s});
    EXPECT_TRUE(warned(u"own"_s, u"{\"fallbacks\": [\"laser\", \"ink\\u006aet\"]}"_s));
    EXPECT_FALSE(warned(u"own"_s, u"{\"fallbacks\": [\"laser\", \"inkjet\"]}"_s))
        << "a replay stays as it is";
    EXPECT_FALSE(warned(u"other"_s, u"{\"fallbacks\": [\"laser\"]}"_s));
    EXPECT_FALSE(warned(u"none"_s, u"{}"_s));
    // The first may be opened elsewhere by hand, and its own provider then be the fallback.
    EXPECT_FALSE(warned(u"manual"_s, u"{\"start\": \"manual\", \"fallbacks\": [\"inkjet\"]}"_s));
}

TEST_F(OncectlSubmit, NamesWhatDiffersOnAConflictAndCreatesNothing)
{
    const Said first =
        m_oncectl.json(words(u"order-1"_s, u"{\"amount\": 450, \"paper\": {\"size\": \"A2\"}}"_s));
    const Said conflict =
        m_oncectl.json(words(u"order-1"_s, u"{\"amount\": 451, \"paper\": {\"size\": \"A1\"}}"_s));
    EXPECT_EQ(conflict.exitCode, 4);
    EXPECT_EQ(conflict["outcome"].toString(), u"conflict");
    EXPECT_TRUE(conflict["job_id"].isNull());
    EXPECT_EQ(conflict["conflicts_with"], first["job_id"]);
    EXPECT_EQ(conflict["differs"].toArray(), (QJsonArray{u"params/amount"_s, u"params/paper/size"_s}));
    EXPECT_TRUE(conflict.err.contains("Retrying will not help")) << conflict.err.toStdString();
    // What is stored stays the other caller's business.
    EXPECT_FALSE(conflict.out.contains("450"));
    EXPECT_EQ(m_oncectl(words(u"order-1"_s, u"{\"amount\": 450, \"paper\": {\"size\": \"A2\"}}"_s,
                              {u"--policy"_s, u"{\"timeout_s\": 9}"_s}))
                  .exitCode,
              4);
    EXPECT_EQ(jobs(), 1);
}

TEST_F(OncectlSubmit, GivesTwoProcessesAtOnceOneTicket)
{
    for (int round = 0; round < 8; ++round) {
        QStringList line = words(u"double-%1"_s.arg(round), u"{\"amount\": 450}"_s);
        line.prepend(u"--json"_s);
        std::vector<std::unique_ptr<QProcess>> clicks;
        for (int i = 0; i < 4; ++i)
            clicks.push_back(m_oncectl.start(line));
        QStringList outcomes;
        QSet<int> ids;
        for (const auto &click : clicks) {
            const Said said = Oncectl::finish(*click);
            EXPECT_EQ(said.exitCode, 0) << said.err.toStdString();
            outcomes += said["outcome"].toString();
            ids += said["job_id"].toInt();
        }
        EXPECT_EQ(ids.size(), 1);
        EXPECT_EQ(outcomes.count(u"created"_s), 1);
        EXPECT_EQ(outcomes.count(u"replayed"_s), 3);
    }
    EXPECT_EQ(jobs(), 8);
    EXPECT_EQ(m_database.connect().exec("SELECT count(*) FROM oncedesk.attempts").integer(), 8);
}

TEST_F(OncectlSubmit, KeepsEveryDigitAndReadsFilesAndStandardInput)
{
    const QByteArray params = "{\"amount\": 1234567890123456789012345678901234567890, \"fraction\": 0.10}";
    const Said created = m_oncectl.json(words(u"digits"_s, u"-"_s), params);
    ASSERT_EQ(created.exitCode, 0);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"order.json"_s));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(params + "\n");
    file.close();
    const Said replayed = m_oncectl.json(words(u"digits"_s, u"@"_s + file.fileName()));
    EXPECT_EQ(replayed["outcome"].toString(), u"replayed");
    const Said shown = m_oncectl.json({u"job"_s, QString::number(created["job_id"].toInt())});
    EXPECT_TRUE(shown.out.contains(params)) << shown.out.toStdString();
    EXPECT_EQ(m_oncectl(words(u"digits"_s, u"@/nonexistent"_s)).exitCode, 2);
    EXPECT_EQ(m_oncectl(words(u"digits"_s, u"-"_s, {u"--policy"_s, u"-"_s}), params).exitCode, 2);
    EXPECT_EQ(m_oncectl(words(u"digits"_s, u"@/"_s)).exitCode, 2);
    EXPECT_TRUE(m_oncectl(words(u"digits"_s, u"@"_s)).err.contains("names no file"));
}

TEST_F(OncectlSubmit, RefusesBadInputWithOneSentenceAndStoresNothing)
{
    struct Case
    {
        const char *what;
        QStringList words;
        QByteArray input;
        int exitCode;
    };
    const QByteArray deep = QByteArray("{\"a\":") + QByteArray(10000, '[') + QByteArray(10000, ']') + "}";
    const QByteArray large = "{\"a\": \"" + QByteArray(10 * 1024 * 1024, 'x') + "\"}";
    const QString fine = u"{}"_s;
    const auto with = [](const QString &option, const QString &value) {
        QStringList line = words(u"k"_s, u"{}"_s);
        line[line.indexOf(u"--"_s + option) + 1] = value;
        return line;
    };
    const QList<Case> cases{
        {"empty key", words(u""_s, fine), {}, 3},
        {"blank key", words(u"   "_s, fine), {}, 3},
        {"key of 256 bytes", words(QString(256, u'k'), fine), {}, 3},
        {"key that is not ASCII", words(u"schlüssel"_s, fine), {}, 3},
        {"key of 100 KB", words(QString(100'000, u'k'), fine), {}, 3},
        {"key with a line end", words(u"a\nb"_s, fine), {}, 3},
        {"empty owner", with(u"owner"_s, u""_s), {}, 3},
        {"blank owner", with(u"owner"_s, u" \t "_s), {}, 3},
        {"owner of 256 bytes", with(u"owner"_s, QString(256, u'o')), {}, 3},
        {"empty intent", with(u"intent"_s, u""_s), {}, 3},
        {"intent with a blank", with(u"intent"_s, u"print poster"_s), {}, 3},
        {"provider that is not there", with(u"provider"_s, u"nobody"_s), {}, 3},
        {"params: no text", words(u"k"_s, u""_s), {}, 2},
        {"params: not an object", words(u"k"_s, u"[1]"_s), {}, 2},
        {"params: a string", words(u"k"_s, u"\"x\""_s), {}, 2},
        {"params: a key twice", words(u"k"_s, u"{\"a\": 1, \"a\": 1}"_s), {}, 2},
        {"params: a key twice, once escaped", words(u"k"_s, u"{\"a\": 1, \"\\u0061\": 1}"_s), {}, 2},
        {"params: NaN", words(u"k"_s, u"{\"a\": NaN}"_s), {}, 2},
        {"params: 1e400", words(u"k"_s, u"{\"a\": 1e400}"_s), {}, 2},
        {"params: nested 10,000 deep", words(u"k"_s, u"-"_s), deep, 2},
        {"params: 10 MB", words(u"k"_s, u"-"_s), large, 2},
        {"params: NUL", words(u"k"_s, u"-"_s), QByteArray("{\"a\": \"\0\"}", 11), 2},
        {"params: escaped NUL", words(u"k"_s, u"{\"a\": \"\\u0000\"}"_s), {}, 2},
        {"params: half a surrogate pair", words(u"k"_s, u"{\"a\": \"\\ud800\"}"_s), {}, 2},
        {"params: not UTF-8", words(u"k"_s, u"-"_s), "{\"a\": \"\xff\"}", 2},
        {"params: something behind", words(u"k"_s, u"{} {}"_s), {}, 2},
        {"policy: not an object", words(u"k"_s, fine, {u"--policy"_s, u"30"_s}), {}, 2},
        {"policy: an unknown key", words(u"k"_s, fine, {u"--policy"_s, u"{\"timeout\": 30}"_s}), {}, 3},
        {"policy: the wrong type", words(u"k"_s, fine, {u"--policy"_s, u"{\"timeout_s\": \"30\"}"_s}), {}, 3},
        {"policy: a negative timeout", words(u"k"_s, fine, {u"--policy"_s, u"{\"timeout_s\": -1}"_s}), {}, 3},
        {"policy: a fallback that is not there",
         words(u"k"_s, fine, {u"--policy"_s, u"{\"fallbacks\": [\"nobody\"]}"_s}),
         {},
         3},
    };
    for (const Case &one : cases) {
        const Said said = m_oncectl.json(one.words, one.input);
        EXPECT_EQ(said.exitCode, one.exitCode) << one.what << ": " << said.err.toStdString();
        EXPECT_FALSE(said["error"].toObject().value(u"sentence").toString().isEmpty()) << one.what;
        EXPECT_EQ(said.err.count('\n'), 1) << one.what << ": " << said.err.toStdString();
    }
    EXPECT_EQ(jobs(), 0);
    EXPECT_EQ(submissions(), 0);
}

TEST_F(OncectlSubmit, RefusesADisabledProviderButStillReplays)
{
    ASSERT_EQ(m_oncectl(words(u"before"_s, u"{}"_s)).exitCode, 0);
    ASSERT_EQ(m_oncectl({u"providers"_s, u"disable"_s, u"inkjet"_s}).exitCode, 0);
    const Said refused = m_oncectl.json(words(u"after"_s, u"{}"_s));
    EXPECT_EQ(refused.exitCode, 3);
    EXPECT_TRUE(refused.err.contains("disabled"));
    EXPECT_EQ(m_oncectl.json(words(u"before"_s, u"{}"_s))["outcome"].toString(), u"replayed");
    EXPECT_EQ(jobs(), 1);
}

TEST_F(OncectlSubmit, LetsALoginThatMayOnlySubmitSubmitAndNothingElse)
{
    const Oncectl submitter(m_database.settingsAs(u"oncedesk_submitter"_s));
    EXPECT_EQ(submitter(words(u"mine"_s, u"{}"_s)).exitCode, 0);
    const Said again = submitter(words(u"mine"_s, u"{}"_s));
    EXPECT_TRUE(again.out.contains(", created 2")) << again.out.toStdString();
    EXPECT_EQ(submitter({u"jobs"_s}).exitCode, 6);
    EXPECT_EQ(submitter({u"close"_s, u"1"_s, u"--reason"_s, u"x"_s}).exitCode, 6);
    EXPECT_EQ(submitter({u"providers"_s, u"disable"_s, u"inkjet"_s}).exitCode, 6);
    const Oncectl viewer(m_database.settingsAs(u"oncedesk_viewer"_s));
    const Said said = viewer.json(words(u"theirs"_s, u"{}"_s));
    EXPECT_EQ(said.exitCode, 6);
    EXPECT_EQ(said["error"].toObject().value(u"kind").toString(), u"forbidden");
    EXPECT_EQ(said["error"].toObject().value(u"sqlstate").toString(), u"42501");
}

} // namespace oncedesk
