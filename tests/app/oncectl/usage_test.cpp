#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"

#include <QJsonObject>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// None of these may even look for a database: there is none.
Oncectl nowhere()
{
    Oncectl oncectl;
    oncectl.setEnvironment(u"ONCEDESK_DB"_s, u"host=/nonexistent dbname=none"_s);
    return oncectl;
}

const QStringList goodSubmit{u"submit"_s, u"--owner"_s,    u"alice"_s,  u"--key"_s,    u"k"_s, u"--intent"_s,
                             u"print"_s,  u"--provider"_s, u"inkjet"_s, u"--params"_s, u"{}"_s};

// Runs with closed standard descriptors, which the next files and sockets would take the numbers of.
int exitCodeWithoutDescriptors(const ConnectionSettings &settings, const char *word)
{
    const QByteArray connection = "ONCEDESK_DB=" + settings.toKeywords().toUtf8();
    const pid_t child = fork();
    if (child == 0) {
        const char *argv[] = {"oncectl", word, nullptr};
        const char *environment[] = {connection.constData(), nullptr};
        for (int descriptor = 0; descriptor < 3; ++descriptor)
            close(descriptor);
        execve(ONCECTL_PATH, const_cast<char **>(argv), const_cast<char **>(environment));
        _exit(98);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Runs with words given as raw bytes, which QProcess would encode.
int exitCodeOfRaw(const std::vector<std::string> &words)
{
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char *> argv{const_cast<char *>("oncectl")};
        for (const std::string &word : words)
            argv.push_back(const_cast<char *>(word.c_str()));
        argv.push_back(nullptr);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(99);
        execv(ONCECTL_PATH, argv.data());
        _exit(98);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST(OncectlUsage, SuggestsTheNearestCommandAndOption)
{
    const Said command = nowhere()({u"submti"_s});
    EXPECT_EQ(command.exitCode, 2);
    EXPECT_TRUE(command.err.contains("Did you mean oncectl submit?")) << command.err.toStdString();
    const Said inGroup = nowhere()({u"attempt"_s, u"cancle"_s, u"7"_s});
    EXPECT_EQ(inGroup.exitCode, 2);
    EXPECT_TRUE(inGroup.err.contains("Did you mean oncectl attempt cancel?")) << inGroup.err.toStdString();
    const Said option = nowhere()({u"close"_s, u"45"_s, u"--raeson"_s, u"x"_s});
    EXPECT_EQ(option.exitCode, 2);
    EXPECT_TRUE(option.err.contains("Did you mean --reason?")) << option.err.toStdString();
}

TEST(OncectlUsage, RefusesIdsThatNameNoTicketOrAttempt)
{
    const char *bad[] = {
        "0",  "-1",   "45abc", "9223372036854775808", "99999999999999999999999", "4 5", "", "1e3",
        "٤٥", "##45", "#"};
    for (const char *id : bad) {
        const QString text = QString::fromUtf8(id);
        EXPECT_EQ(nowhere()({u"job"_s, text}).exitCode, 2) << id;
        EXPECT_EQ(nowhere()({u"close"_s, text, u"--reason"_s, u"x"_s}).exitCode, 2) << id;
        EXPECT_EQ(nowhere()({u"attempt"_s, u"open"_s, text}).exitCode, 2) << id;
        EXPECT_EQ(nowhere()({u"attempt"_s, u"ask"_s, text}).exitCode, 2) << id;
        const Said said = nowhere().json(
            {u"attempt"_s, u"cancel"_s, text, u"--reason"_s, u"x"_s, u"--evidence"_s, u"accepted_risk"_s});
        EXPECT_EQ(said.exitCode, 2) << id;
        EXPECT_EQ(said["error"].toObject().value(u"kind").toString(), u"invalid") << id;
    }
    // Understood: the database is what is missing.
    EXPECT_EQ(nowhere()({u"job"_s, u"#45"_s}).exitCode, 5);
    EXPECT_EQ(nowhere()({u"job"_s, u"9223372036854775807"_s}).exitCode, 5);
    // A ticket where an attempt is wanted is a mix-up that could cancel the wrong thing.
    EXPECT_EQ(nowhere()({u"attempt"_s, u"ask"_s, u"#7"_s}).exitCode, 2);
}

TEST(OncectlUsage, RefusesWhatIsMissingTwiceOrTooMuch)
{
    EXPECT_EQ(nowhere()({}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"attempt"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"job"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"job"_s, u"1"_s, u"2"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"submit"_s, u"--owner"_s, u"alice"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()(goodSubmit + QStringList{u"--owner"_s, u"bob"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"job"_s, u"1"_s, u"--json=yes"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"close"_s, u"1"_s, u"--reason"_s}).exitCode, 2);
    // Not the reason "--version": a forgotten value must not swallow the next option.
    EXPECT_EQ(nowhere()({u"close"_s, u"1"_s, u"--reason"_s, u"--version"_s, u"3"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"jobs"_s, u"--limit"_s, u"0"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"jobs"_s, u"--limit"_s, u"many"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"demo-data"_s, u"--jobs"_s, u"-5"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"work"_s, u"--for"_s, u"nan"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"export"_s, u"--json"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"export"_s, u"--format"_s, u"xml"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"--db"_s, u""_s, u"jobs"_s}).exitCode, 2);
    EXPECT_EQ(nowhere()({u"--db"_s, u"postgresql://[bad"_s, u"jobs"_s}).exitCode, 2);
}

TEST(OncectlUsage, RefusesWordsThatAreNotUtf8)
{
    EXPECT_EQ(exitCodeOfRaw({"job", "\xff\xfe"}), 2);
    EXPECT_EQ(exitCodeOfRaw({"submit", "--owner", "al\xc3", "--key", "k", "--intent", "i", "--provider", "p",
                             "--params", "{}"}),
              2);
    // Half of a surrogate pair, encoded.
    EXPECT_EQ(exitCodeOfRaw({"submit", "--owner", "\xed\xa0\x80", "--key", "k", "--intent", "i", "--provider",
                             "p", "--params", "{}"}),
              2);
}

TEST(OncectlUsage, NeverSendsATerminalEscapeBack)
{
    const Said said = nowhere()({u"job"_s, u"\u001b[2J\u001b]0;owned\u0007"_s});
    EXPECT_EQ(said.exitCode, 2);
    EXPECT_FALSE(said.err.contains('\x1b')) << said.err.toStdString();
    EXPECT_FALSE(said.err.contains('\x07'));
}

TEST(OncectlUsage, ExplainsEveryCommandWithAnExample)
{
    const Said all = nowhere()({u"--help"_s});
    EXPECT_EQ(all.exitCode, 0);
    int commands = 0;
    const QList<QByteArray> lines = all.out.mid(all.out.indexOf("Commands:")).split('\n');
    for (qsizetype i = 1; i < lines.size() && lines[i].startsWith("  "); ++i) {
        if (lines[i].startsWith("    "))
            continue; // goes on
        const QString name = QString::fromUtf8(lines[i].mid(2)).section(u"  "_s, 0, 0).trimmed();
        const Said one = nowhere()(name.split(u' ') + QStringList{u"--help"_s});
        EXPECT_EQ(one.exitCode, 0) << name.toStdString();
        EXPECT_TRUE(one.out.contains("Examples:")) << name.toStdString();
        EXPECT_TRUE(one.out.contains("    $ ")) << name.toStdString();
        ++commands;
    }
    EXPECT_EQ(commands, 32);
    EXPECT_EQ(nowhere()({u"help"_s, u"attempt"_s, u"open"_s}).out,
              nowhere()({u"attempt"_s, u"open"_s, u"-h"_s}).out);
    EXPECT_EQ(nowhere().json({u"help"_s}).exitCode, 0);
    EXPECT_TRUE(nowhere()({u"--version"_s}).out.startsWith("oncectl 0."));
}

TEST(OncectlUsage, SaysSoWhenTheAnswerCannotBeWritten)
{
    if (access("/dev/full", W_OK) != 0)
        GTEST_SKIP() << "there is no /dev/full here";
    QProcess process;
    process.setStandardOutputFile(u"/dev/full"_s);
    process.start(QStringLiteral(ONCECTL_PATH), {u"--help"_s});
    EXPECT_EQ(Oncectl::finish(process).exitCode, 1);
}

TEST(OncectlUsage, PointsAtWhatDoesNotParseInAFilter)
{
    const Said said = nowhere()({u"jobs"_s, u"owner:alice"_s, u"state:unknwon"_s});
    EXPECT_EQ(said.exitCode, 2);
    const QList<QByteArray> lines = said.err.split('\n');
    ASSERT_GE(lines.size(), 2);
    EXPECT_EQ(lines[0], "  owner:alice state:unknwon");
    EXPECT_EQ(lines[1].indexOf('^'), lines[0].indexOf("unknwon"));
    EXPECT_EQ(lines[1].count('^'), 7);
}

TEST(OncectlUsage, DoesNotWriteIntoItsConnectionWhenItsOutputIsClosed)
{
    TestDatabase database;
    EXPECT_EQ(exitCodeWithoutDescriptors(database.settings(), "audit"), 0);
    EXPECT_EQ(exitCodeWithoutDescriptors(database.settings(), "nonsense"), 2);
}

} // namespace oncedesk
