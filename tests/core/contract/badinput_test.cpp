// Bad input at the SQL level: refused with a state that says whose fault it is and one sentence, and nothing
// stored.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class BadInput : public ::testing::Test
{
protected:
    void SetUp() override { m_before = desk.rowCounts(); }
    void TearDown() override { EXPECT_EQ(desk.rowCounts(), m_before) << "something was stored"; }

    // What was prepared for the test may stay.
    void startCounting() { m_before = desk.rowCounts(); }

    // 22023 is our own sentence; others come from PostgreSQL's reading of a value, before any function runs.
    void refused(const QByteArray &sql, const QList<Param> &params, const QStringList &states = {u"22023"_s})
    {
        const auto answer = desk.exec(sql, params);
        EXPECT_TRUE(states.contains(answer.sqlState)) << shown(sql, params) << '\n'
                                                      << answer.message.toStdString();
        const QString sentence = answer.message.section(u'\n', 0, 0).section(u"ERROR:"_s, 1).trimmed();
        EXPECT_FALSE(sentence.isEmpty());
        EXPECT_LT(sentence.size(), 400) << "it does not repeat a huge value";
        if (answer.sqlState == u"22023"_s) {
            EXPECT_TRUE(sentence.endsWith(u'.')) << sentence.toStdString();
        }
    }

    static std::string shown(const QByteArray &sql, const QList<Param> &params)
    {
        std::string text = sql.toStdString();
        for (const Param &param : params)
            text += "\n  " + (param.isNull() ? "NULL" : param.text().left(60).toStdString());
        return text;
    }

    void refusedSubmit(const JobSpec &job, const QByteArray &key = "poster",
                       const QStringList &states = {u"22023"_s})
    {
        refused("SELECT oncedesk.submit_job($1, $2, $3, $4, $5, $6)",
                {job.owner.isNull() ? desk.names().owner : job.owner, key, job.intent,
                 job.provider.isNull() ? desk.names().inkjet : job.provider, job.params, job.policy},
                states);
    }

    static QByteArray nested(int depth)
    {
        return QByteArray(R"({"a":)").repeated(depth) + '1' + QByteArray("}").repeated(depth);
    }

    Desk desk;

private:
    QMap<QString, qint64> m_before;
};

TEST_F(BadInput, AsKey)
{
    for (const QByteArray &key : {QByteArray(""), QByteArray(" "), QByteArray("   "), QByteArray("\t"),
                                  QByteArray("a\nb"), QByteArray("poster\n"),
                                  QByteArray("a\x7f"
                                             "b"),
                                  QByteArray("schlüssel"), QByteArray("சாவி"), QByteArray("a\u00a0b"),
                                  QByteArray("a\x01"), QByteArray(256, 'k'), QByteArray(100'000, 'k'),
                                  QByteArray(10'000'000, 'k'), QByteArray(255, ' '), QByteArray()})
        refusedSubmit({}, key);
    refusedSubmit({}, QByteArray("\xff\xfe"), {u"22021"_s});
}

TEST_F(BadInput, AsOwner)
{
    for (const QString &owner :
         {u""_s, u" "_s, u"\t\n"_s, u"ö"_s.repeated(128), u"o"_s.repeated(256), u"o"_s.repeated(100'000)})
        refusedSubmit({.owner = owner});
}

TEST_F(BadInput, AsIntent)
{
    for (const QString &intent : {u""_s, u" "_s, u"print poster"_s, u"druck.größe"_s, u"print\n"_s,
                                  u"i"_s.repeated(101), u"i"_s.repeated(100'000), QString()})
        refusedSubmit({.intent = intent});
}

TEST_F(BadInput, AsProvider)
{
    for (const QString &provider : {u""_s, u"nobody"_s, u"p"_s.repeated(100'000),
                                    QString(desk.names().inkjet + u' '), desk.names().inkjet.toUpper()})
        refusedSubmit({.provider = provider});
    refused("SELECT oncedesk.submit_job($1, 'k', 'i', NULL, '{}')", {desk.names().owner});
    desk.enable(desk.names().laser, false);
    startCounting();
    refusedSubmit({.provider = desk.names().laser});
}

TEST_F(BadInput, AsParams)
{
    for (const QByteArray &params :
         {QByteArray("null"), QByteArray("1"), QByteArray(R"("text")"), QByteArray("[]"), QByteArray("true"),
          QByteArray(), QByteArray(R"({"n": 1e400})"), QByteArray(R"({"n": -1e400})"),
          QByteArray(R"({"n": 1e308})"), QByteArray(R"({"n": 1e-309})"),
          QByteArray(R"({"a": [{"b": 1e4000}]})"), QByteArray(R"({"n": )" + QByteArray(309, '7') + '}'),
          QByteArray(R"({"n": 0.)" + QByteArray(309, '7') + '}'), nested(65), nested(1000), nested(5000),
          QByteArray(R"({"a":)" + QByteArray("[").repeated(64) + QByteArray("]").repeated(64) + '}'),
          QByteArray(R"({"a": ")" + QByteArray(10'000'000, 'x') + R"("})"),
          QByteArray(R"({"a": ")" + QByteArray(1024 * 1024 - 8, 'x') + R"("})")})
        refusedSubmit({.params = params});
    const QStringList unreadable{u"22P02"_s, u"22P05"_s, u"22003"_s, u"54001"_s};
    for (const QByteArray &params :
         {QByteArray("{"), QByteArray("{}}"), QByteArray(""), QByteArray(R"({"n": NaN})"),
          QByteArray(R"({"n": Infinity})"), QByteArray(R"({"n": 01})"), QByteArray(R"({'a': 1})"),
          QByteArray(R"({"a": "\u0000"})"), QByteArray(R"({"\u0000": 1})"), QByteArray(R"({"a": "\ud800"})"),
          QByteArray(R"({"a": "\udc00\ud800"})"), QByteArray("{\"a\": \"\n\"}"),
          QByteArray(R"({"n": 1e200000})"), nested(10'000'000 / 6)})
        refusedSubmit({.params = params}, "poster", unreadable);
}

TEST_F(BadInput, AsParamsThatAreTenThousandDeep)
{
    refusedSubmit({.params = nested(10'000)}, "poster", {u"22023"_s, u"54001"_s});
    refusedSubmit(
        {.params = R"({"a":)" + QByteArray("[").repeated(10'000) + QByteArray("]").repeated(10'000) + '}'},
        "poster", {u"22023"_s, u"54001"_s});
}

TEST_F(BadInput, AsPolicy)
{
    for (const QByteArray policy : {"null",
                                    "1",
                                    "[]",
                                    "\"x\"",
                                    R"({"timeout": 30})",
                                    R"({"Timeout_s": 30})",
                                    R"({"": 1})",
                                    R"({"timeout_s": "30"})",
                                    R"({"timeout_s": null})",
                                    R"({"timeout_s": -1})",
                                    R"({"timeout_s": 0})",
                                    R"({"timeout_s": 0.0001})",
                                    R"({"timeout_s": 86401})",
                                    R"({"timeout_s": [30]})",
                                    R"({"timeout_s": true})",
                                    R"({"timeout_s": 1e-300})",
                                    R"({"max_attempts": 0})",
                                    R"({"max_attempts": 101})",
                                    R"({"max_attempts": 1.5})",
                                    R"({"max_attempts": "3"})",
                                    R"({"max_attempts": -3})",
                                    R"({"retry_backoff_s": -1})",
                                    R"({"retry_backoff_s": "5"})",
                                    R"({"retry_backoff_s": 86401})",
                                    R"({"hedge_after_s": 0})",
                                    R"({"hedge_after_s": -1})",
                                    R"({"hedge_after_s": {}})",
                                    R"({"start": "later"})",
                                    R"({"start": true})",
                                    R"({"start": null})",
                                    R"({"mode": "both"})",
                                    R"({"mode": 1})",
                                    R"({"fallbacks": "laser"})",
                                    R"({"fallbacks": {}})",
                                    R"({"fallbacks": null})",
                                    R"({"fallbacks": [1]})",
                                    R"({"fallbacks": [null]})",
                                    R"({"fallbacks": [["laser"]]})",
                                    R"({"fallbacks": ["nobody"]})"})
        refusedSubmit({.policy = policy});
    refusedSubmit({.policy = R"({"fallbacks": [")" + desk.names().laser.toUtf8() + R"(", ")" +
                             desk.names().laser.toUtf8() + "\"]}"});
    QByteArray many = R"({"fallbacks": ["x")";
    for (int i = 0; i < 20; ++i)
        many += R"(, "x)" + QByteArray::number(i) + '"';
    refusedSubmit({.policy = many + "]}"});
    refusedSubmit({.policy = R"({")" + QByteArray(100'000, 'p') + R"(": 1})"});
    refusedSubmit({.policy = R"({"timeout_s": 30, "note": ")" + QByteArray(10'000'000, 'p') + "\"}"});
}

TEST_F(BadInput, AsNullOfAnyArgument)
{
    const Claimed attempt = desk.start("poster");
    const QByteArray id = QByteArray::number(attempt.attempt);
    const QByteArray job = QByteArray::number(attempt.job);
    const QByteArray token = '\'' + attempt.token + '\'';
    desk.ask(attempt.attempt);
    const Asked asked = desk.claimRequest();
    const QByteArray request = QByteArray::number(asked.request);
    const QByteArray requestToken = '\'' + asked.token + '\'';
    const QByteArray inkjet = '\'' + desk.names().inkjet.toUtf8() + '\'';
    startCounting();
    for (const QByteArray &call :
         {QByteArray("submit_job(NULL, 'k', 'i', " + inkjet + ", '{}')"),
          QByteArray("submit_job('o', NULL, 'i', " + inkjet + ", '{}')"),
          QByteArray("submit_job('o', 'k', NULL, " + inkjet + ", '{}')"),
          QByteArray("submit_job('o', 'k', 'i', NULL, '{}')"),
          QByteArray("submit_job('o', 'k', 'i', " + inkjet + ", NULL)"),
          QByteArray("claim_attempts(NULL, ARRAY[" + inkjet + "], 1)"),
          QByteArray("claim_attempts('w', ARRAY[" + inkjet + "], NULL)"),
          QByteArray("finish_attempt(NULL, " + token + ", '1')"),
          QByteArray("finish_attempt(" + id + ", NULL, '1')"),
          QByteArray("finish_attempt(" + id + ", " + token + ", NULL)"),
          QByteArray("finish_attempts(NULL, ARRAY[" + token + "::uuid], ARRAY['1'::jsonb])"),
          QByteArray("finish_attempts(ARRAY[" + id + "], NULL, ARRAY['1'::jsonb])"),
          QByteArray("finish_attempts(ARRAY[" + id + "], ARRAY[" + token + "::uuid], NULL)"),
          QByteArray("finish_attempts(ARRAY[NULL]::bigint[], ARRAY[" + token + "::uuid], ARRAY['1'::jsonb])"),
          QByteArray("finish_attempts(ARRAY[" + id + "], ARRAY[NULL]::uuid[], ARRAY['1'::jsonb])"),
          QByteArray("finish_attempts(ARRAY[" + id + "], ARRAY[" + token + "::uuid], ARRAY[NULL]::jsonb[])"),
          QByteArray("finish_attempts(ARRAY[" + id + ", " + id + "], ARRAY[" + token +
                     "::uuid], ARRAY['1'::jsonb])"),
          QByteArray("finish_attempt_bytes(NULL, " + token + ", 'x')"),
          QByteArray("finish_attempt_bytes(" + id + ", NULL, 'x')"),
          QByteArray("finish_attempt_bytes(" + id + ", " + token + ", NULL)"),
          QByteArray("fail_attempt(NULL, " + token + ", 'e', 'm', true)"),
          QByteArray("fail_attempt(" + id + ", NULL, 'e', 'm', true)"),
          QByteArray("mark_unknown(NULL, " + token + ", 'w')"),
          QByteArray("mark_unknown(" + id + ", NULL, 'w')"),
          QByteArray("sweep_overdue(NULL)"),
          QByteArray("open_due_hedges(NULL)"),
          QByteArray("heartbeat(NULL, '{}', 0, '1')"),
          QByteArray("ask_provider(NULL)"),
          QByteArray("stop_at_provider(NULL)"),
          QByteArray("claim_requests(NULL, ARRAY[" + inkjet + "], 1)"),
          QByteArray("claim_requests('w', ARRAY[" + inkjet + "], NULL)"),
          QByteArray("answer_request(NULL, " + requestToken + ", 'running', '1')"),
          QByteArray("answer_request(" + request + ", NULL, 'running', '1')"),
          QByteArray("answer_request(" + request + ", " + requestToken + ", NULL, '1')"),
          QByteArray("cancel_attempt(NULL, 'r', 'accepted_risk')"),
          QByteArray("cancel_attempt(" + id + ", NULL, 'accepted_risk')"),
          QByteArray("cancel_attempt(" + id + ", 'r', NULL)"),
          QByteArray("close_job(" + job + ", NULL, 'r')"),
          QByteArray("close_job(" + job + ", 1, NULL)"),
          QByteArray("add_provider(NULL, 'http')"),
          QByteArray("add_provider('new', NULL)"),
          QByteArray("add_provider('new', 'http', NULL)"),
          QByteArray("set_provider(NULL, '{}')"),
          QByteArray("set_provider(" + inkjet + ", NULL)"),
          QByteArray("request_trial(NULL, 'i', NULL)"),
          QByteArray("request_trial(" + inkjet + ", NULL, '{\"intent\": \"i\"}')"),
          QByteArray("request_trial(" + inkjet + ", 'i', '{\"intent\": \"i\"}')"),
          QByteArray("enable_provider(NULL, true)"),
          QByteArray("enable_provider(" + inkjet + ", NULL)"),
          QByteArray("record_certificate(NULL, 'i', 's')"),
          QByteArray("record_certificate(" + inkjet + ", NULL, 's')"),
          QByteArray("record_certificate(" + inkjet + ", 'i', NULL)"),
          QByteArray("record_certificate(" + inkjet + ", 'i', 's', NULL)"),
          QByteArray("add_client(NULL, 'o', 'od_1', sha256('t'))"),
          QByteArray("add_client('c', NULL, 'od_1', sha256('t'))"),
          QByteArray("add_client('c', 'o', NULL, sha256('t'))"),
          QByteArray("add_client('c', 'o', 'od_1', NULL)"),
          QByteArray("revoke_client(NULL)")})
        refused("SELECT oncedesk." + call, {});

    // No row asked for is no row, and no job is told as such.
    for (const char *call :
         {"claim_attempts('w', NULL, 1)", "claim_requests('w', NULL, 1)", "finish_attempts(NULL, NULL, NULL)",
          "finish_attempts('{}', '{}', '{}')", "claim_attempts('w', ARRAY[NULL], 1)"})
        EXPECT_EQ(desk.must(QByteArray("SELECT * FROM oncedesk.") + call).size(), 0) << call;
    EXPECT_EQ(desk.must("SELECT refusal FROM oncedesk.open_attempt(NULL)").text(0, 0), u"no_such_job"_s);
    EXPECT_EQ(desk.must("SELECT refusal FROM oncedesk.close_job(NULL, 1, 'r')").text(0, 0), u"no_such_job"_s);
    EXPECT_EQ(desk.must("SELECT oncedesk.revoke_certificates(NULL, NULL)").integer(0, 0), 0);
    EXPECT_EQ(desk.state(attempt.attempt), u"started"_s);
}

TEST_F(BadInput, AsNumbersOutOfRange)
{
    for (const char *call :
         {"claim_attempts('w', '{}', -1)", "claim_attempts('w', '{}', 10001)",
          "claim_requests('w', '{}', -1)", "claim_requests('w', '{}', 10001)", "sweep_overdue(-1)",
          "sweep_overdue(100001)", "open_due_hedges(-1)", "open_due_hedges(100001)"})
        refused(QByteArray("SELECT oncedesk.") + call, {});
    for (const char *call :
         {"ask_provider(0)", "ask_provider(-1)", "ask_provider(9223372036854775807)", "stop_at_provider(0)",
          "cancel_attempt(0, 'r', 'accepted_risk')", "answer_request(0, gen_random_uuid(), 'running', NULL)",
          "finish_attempt(-5, gen_random_uuid(), '1')"})
        refused(QByteArray("SELECT oncedesk.") + call, {});
    EXPECT_EQ(desk.open(-1).refusal, u"no_such_job"_s);
    EXPECT_EQ(desk.close(0, 1).refusal, u"no_such_job"_s);
}

TEST_F(BadInput, AsReasonOrEvidence)
{
    const Claimed attempt = desk.start("poster");
    const qint64 job = desk.submit("manual", {.policy = R"({"start": "manual"})"}).job;
    startCounting();
    for (const QByteArray &reason : {QByteArray(""), QByteArray("   "), QByteArray("\t\n"),
                                     QByteArray(4001, 'r'), QByteArray(1'000'000, 'r')}) {
        refused("SELECT oncedesk.cancel_attempt($1, $2, 'accepted_risk')", {attempt.attempt, reason});
        refused("SELECT oncedesk.close_job($1, 1, $2)", {job, reason});
        if (reason.size() > 4000)
            refused("SELECT oncedesk.open_attempt($1, NULL, $2)", {job, reason});
    }
    for (const QByteArray &evidence :
         {QByteArray(""), QByteArray("none"), QByteArray("ACCEPTED_RISK"), QByteArray(1'000'000, 'e')})
        refused("SELECT oncedesk.cancel_attempt($1, 'r', $2)", {attempt.attempt, evidence});
    EXPECT_EQ(desk.state(attempt.attempt), u"started"_s);
    EXPECT_EQ(desk.status(job), u"stalled"_s);
}

TEST_F(BadInput, AsWorkerOrRegistration)
{
    for (const QByteArray &worker : {QByteArray(""), QByteArray(201, 'w'), QByteArray(1'000'000, 'w')}) {
        refused("SELECT oncedesk.heartbeat($1, '{}', 0, '1')", {worker});
        refused("SELECT oncedesk.claim_attempts($1, '{}', 1)", {worker});
        refused("SELECT oncedesk.claim_requests($1, '{}', 1)", {worker});
    }
    for (const QByteArray &name :
         {QByteArray(""), QByteArray("a b"), QByteArray("-a"), QByteArray("ö"), QByteArray(101, 'p')})
        refused("SELECT oncedesk.add_provider($1, 'http')", {name});
    refused("SELECT oncedesk.add_provider('new', 'fax')", {});
    refused("SELECT oncedesk.add_provider('new', 'http', '[]')", {});
    refused("SELECT oncedesk.add_provider($1, 'simulated', '{\"other\": 1}')",
            {desk.names().inkjet}); // is there, with other settings
    refused("SELECT oncedesk.set_provider($1, '[]')", {desk.names().inkjet});
    refused("SELECT oncedesk.set_provider('nobody', '{}')", {});
    refused("SELECT oncedesk.enable_provider('nobody', true)", {});
    refused("SELECT oncedesk.record_certificate('nobody', 'i', 's')", {});
    for (const char *valid : {"0 s", "-1 day", "11 years"})
        refused("SELECT oncedesk.record_certificate($1, 'i', 's', $2::text::interval)",
                {desk.names().inkjet, QByteArray(valid)});
    refused("SELECT oncedesk.record_certificate($1, 'a b', 's')", {desk.names().inkjet});
    refused("SELECT oncedesk.record_certificate($1, 'i', '  ')", {desk.names().inkjet});
    refused("SELECT oncedesk.add_client('a b', 'o', 'od_1', sha256('t'))", {});
    refused("SELECT oncedesk.add_client('c', '  ', 'od_1', sha256('t'))", {});
    refused("SELECT oncedesk.add_client('c', 'o', 'x', sha256('t'))", {});
    refused("SELECT oncedesk.add_client('c', 'o', 'od_1', 'short')", {});
    refused("SELECT oncedesk.revoke_client('nobody')", {});
}

TEST_F(BadInput, AsAClientThatIsThereAlready)
{
    const QString name = desk.names().owner;
    desk.must("SELECT oncedesk.add_client($1, 'o', 'od_1', sha256($2::text::bytea))", {name, name});
    startCounting();
    refused("SELECT oncedesk.add_client($1, 'o', 'od_1', sha256('another token'))", {name});
    refused("SELECT oncedesk.add_client($1, 'another owner', 'od_1', sha256($2::text::bytea))", {name, name});
    refused("SELECT oncedesk.add_client($1 || '-2', 'o', 'od_1', sha256($2::text::bytea))", {name, name});
}

// What a worker reports must not be lost for its size or strangeness: it is cut, not refused.
TEST(AHugeReport, IsCutToWhatIsUseful)
{
    Desk desk;
    const QByteArray huge(2'000'000, 'x');
    const Claimed failed = desk.start("failed");
    desk.must("SELECT oncedesk.fail_attempt($1, $2, $3, $4, NULL)",
              {failed.attempt, failed.token, huge, huge});
    const Claimed unknown = desk.start("unknown");
    desk.must("SELECT oncedesk.mark_unknown($1, $2, $3)", {unknown.attempt, unknown.token, huge});
    const Claimed silent = desk.start("silent");
    desk.must("SELECT oncedesk.mark_unknown($1, $2, NULL)", {silent.attempt, silent.token});
    const Claimed late = desk.start("late");
    desk.markUnknown(late);
    desk.cancel(late.attempt);
    desk.must("SELECT oncedesk.fail_attempt($1, $2, $3, $4, true)", {late.attempt, late.token, huge, huge});
    desk.must("SELECT oncedesk.heartbeat('huge', '{}', 0, $1)", {huge});
    desk.must("SELECT oncedesk.submit_job($1, 'client', 'i', $2, '{}', '{}', $3)",
              {desk.names().owner, desk.names().inkjet, huge});
    desk.must("SELECT oncedesk.open_attempt($1, $2, 'r')", {failed.job, huge});
    for (const char *table : {"attempts", "attempt_events", "workers", "submissions", "operator_actions"})
        EXPECT_LT(desk.must(QByteArray("SELECT max(octet_length(t::text)) FROM oncedesk.") + table + " AS t")
                      .integer(0, 0),
                  8000)
            << table;
    EXPECT_EQ(desk.state(failed.attempt), u"failed"_s);
    EXPECT_EQ(
        desk.must("SELECT unknown_why FROM oncedesk.attempts WHERE id = $1", {silent.attempt}).text(0, 0),
        u"not said"_s);
}

TEST(GoodInput, AtTheEdgeOfEachLimitIsTaken)
{
    Desk desk;
    const auto created = [&](const QByteArray &key, const JobSpec &job = {}) {
        EXPECT_EQ(desk.submit(key, job).outcome, u"created"_s) << key.left(60).toStdString();
    };
    created("k");
    created(QByteArray(255, 'k'));
    created(QByteArray(254, ' ') + 'k');
    created("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");
    created("owner", {.owner = u"ö"_s.repeated(127)});
    created("intent", {.intent = u"i"_s.repeated(100)});
    created("digits",
            {.params = R"({"n": )" + QByteArray(308, '7') + R"(, "m": 0.)" + QByteArray(308, '7') + '}'});
    created("exponents", {.params = R"({"n": 1e307, "m": 1e-308})"});
    created("digits in a string", {.params = R"({"n": ")" + QByteArray(5000, '7') + R"(\"\\)" +
                                             QByteArray(5000, '7') + R"(", "m": 1})"});
    created("depth", {.params = QByteArray(R"({"a":)").repeated(64) + '1' + QByteArray("}").repeated(64)});
    created("size", {.params = R"({"a": ")" + QByteArray(1024 * 1024 - 9, 'x') + R"("})"});
    created(
        "policy",
        {.policy = R"({"timeout_s": 0.001, "max_attempts": 100, "retry_backoff_s": 0, "hedge_after_s": 86400,
                                     "start": "auto", "mode": "exclusive", "fallbacks": []})"});
    created("whole numbers", {.policy = R"({"max_attempts": 3.0, "timeout_s": 8.64e4})"});
    desk.enable(desk.names().laser, false);
    created("a fallback that is disabled now",
            {.policy = R"({"fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
}

TEST(AResult, IsStoredWhateverJsonItIs)
{
    Desk desk;
    int n = 0;
    for (const QByteArray &result :
         {QByteArray("null"), QByteArray("true"), QByteArray("0"), QByteArray("\"\""), QByteArray("[]"),
          QByteArray("{}"), QByteArray("1234567890123456789012345678901234567890"),
          QByteArray("\"" + QByteArray(3'000'000, 'x') + "\""),
          QByteArray(QByteArray("[").repeated(1000) + QByteArray("]").repeated(1000))}) {
        const Claimed attempt = desk.start("job " + QByteArray::number(++n));
        EXPECT_EQ(desk.finish(attempt, result).outcome, u"won"_s);
        EXPECT_EQ(desk.result(attempt.job), result);
    }
    for (const QByteArray &bytes :
         {QByteArray(""), QByteArray("\0", 1), QByteArray("\xff\xfe\xfd"), QByteArray(R"({"a": "\u0000"})"),
          QByteArray(R"({"a": "\ud800"})"), QByteArray("<html>"), QByteArray(3'000'000, '\xff')}) {
        const Claimed attempt = desk.start("job " + QByteArray::number(++n));
        EXPECT_EQ(desk.finishBytes(attempt, bytes).outcome, u"won"_s);
        EXPECT_EQ(
            desk.must("SELECT result_bytes FROM oncedesk.job_view WHERE id = $1", {attempt.job}).bytea(0, 0),
            bytes);
        EXPECT_EQ(desk.result(attempt.job), QByteArray());
    }
}

// "1e131071" is 8 bytes going in and 131,072 coming out.
TEST(AResult, ThatNobodyCouldWriteOutIsRefusedByTheJsonDoor)
{
    Desk desk;
    const QByteArray many = '[' + QByteArray("1e131071,").repeated(8300) + "1]";
    const Claimed healthy = desk.start("healthy");
    const Claimed attempt = desk.start("poster");
    for (const QByteArray &call :
         {QByteArray("SELECT oncedesk.finish_attempt($1, $2, $3)"),
          QByteArray(
              "SELECT oncedesk.finish_attempts(ARRAY[$1::bigint], ARRAY[$2::uuid], ARRAY[$3::jsonb])")}) {
        const auto answer = desk.exec(call, {attempt.attempt, attempt.token, many});
        EXPECT_EQ(answer.sqlState, u"22023"_s);
        EXPECT_TRUE(answer.message.contains(u"finish_attempt_bytes"_s)) << answer.message.toStdString();
    }
    EXPECT_EQ(desk.state(attempt.attempt), u"started"_s);
    EXPECT_EQ(desk.finish(attempt, '[' + QByteArray("1e131071,").repeated(400) + "1]").outcome, u"won"_s);
    const auto params =
        desk.exec("SELECT oncedesk.submit_job($1, 'long', 'print.poster', $2, $3)",
                  {desk.names().owner, desk.names().inkjet, QByteArray("{\"a\": " + many + '}')});
    EXPECT_EQ(params.sqlState, u"22023"_s);
    EXPECT_EQ(desk.finish(healthy).outcome, u"won"_s);
}

TEST(ASetOfResults, GoesToItsAttemptsWhateverTheArraysLowerBounds)
{
    Desk desk;
    const Claimed one = desk.start("one");
    const Claimed two = desk.start("two");
    desk.markUnknown(two);
    desk.cancel(two.attempt);
    desk.must(
        "SELECT * FROM oncedesk.finish_attempts(format('[7:8]={%s,%s}', $1::text, $2::text)::bigint[], "
        "format('[-1:0]={%s,%s}', $3::text, $4::text)::uuid[], $5::jsonb[])",
        {one.attempt, two.attempt, one.token, two.token, QByteArray(R"([0:1]={"\"of one\"","\"of two\""})")});
    EXPECT_EQ(desk.result(one.job), QByteArray(R"("of one")"));
    EXPECT_EQ(desk.count("oncedesk.races WHERE attempt_id = $1 AND outcome = 'lost' AND result_size = 8",
                         {two.attempt}),
              1);
}

TEST(ASetOfResults, OfTwoDimensionsIsRefused)
{
    Desk desk;
    const Claimed attempt = desk.start("poster");
    const auto answer =
        desk.exec("SELECT oncedesk.finish_attempts(ARRAY[[$1::bigint]], ARRAY[$2::uuid], ARRAY['1'::jsonb])",
                  {attempt.attempt, attempt.token});
    EXPECT_EQ(answer.sqlState, u"22023"_s) << answer.message.toStdString();
}

TEST(AResult, ThatJsonbCannotHoldIsRefusedByTheJsonDoorAndTheAttemptStaysOpenForTheOther)
{
    Desk desk;
    const Claimed attempt = desk.start("poster");
    for (const char *result : {R"({"a": "\u0000"})", R"({"a": "\ud800"})", "not json"}) {
        const auto answer = desk.exec("SELECT oncedesk.finish_attempt($1, $2, $3)",
                                      {attempt.attempt, attempt.token, QByteArray(result)});
        EXPECT_TRUE(answer.sqlState == u"22P02"_s || answer.sqlState == u"22P05"_s)
            << answer.message.toStdString();
    }
    EXPECT_EQ(desk.state(attempt.attempt), u"started"_s);
    EXPECT_EQ(desk.finishBytes(attempt, R"({"a": "\u0000"})").outcome, u"won"_s);
}

} // namespace
} // namespace oncedesk
