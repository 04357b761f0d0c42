#include "tests/workers/certificates.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray suite = R"({"intent": "print", "repeat": 2,
  "answer": {"schema": {"type": "object", "required": ["execution", "by"],
                        "properties": {"execution": {"type": "integer"}}},
             "rules": [{"at": "/by", "one_of": ["press", "laser"], "because": "only these hold the paper"}]},
  "wire": [{"header": "Idempotency-Key", "present": true}],
  "cases": [{"name": "a sheet", "params": {"sheet": 1}}, {"name": "another", "params": {"sheet": 999}}]})";

} // namespace

QByteArray Certificates::Conduct::answer(int execution) const
{
    return "{\"execution\": " + QByteArray::number(execution) + ", \"by\": \"" +
           (isSane ? "laser" : "who knows") + "\", \"model\": \"m-" + QByteArray::number(model) + "\"}";
}

QByteArray Certificates::Conduct::nonsense(int execution)
{
    return "{\"execution\": " + QByteArray::number(execution) + ", \"by\": \"dreams\"}";
}

Certificates::Certificates(Drill &drill, Conduct &laser) : m_drill(drill), m_laser(laser)
{
    saveSuite();
}

QByteArray Certificates::now()
{
    return m_drill.sql().exec("SELECT clock_timestamp()::text").text().toUtf8();
}

void Certificates::saveSuite()
{
    const auto saved = m_drill.sql().exec("SELECT outcome FROM oncedesk.save_suite('print', $1)",
                                          {QByteArray(suite + QByteArray(m_suites++, '\n'))});
    EXPECT_EQ(saved.text(), u"saved"_s) << saved.message.toStdString();
}

QString Certificates::certify(const QByteArray &provider)
{
    const qint64 run =
        m_drill.sql().exec("SELECT oncedesk.request_certification($1, 'print')", {provider}).integer();
    EXPECT_TRUE(m_drill.awaitSql(
        "SELECT finished_at IS NOT NULL FROM oncedesk.certification_runs WHERE id = $1", {run}));
    m_changed = now();
    return m_drill.sql().exec("SELECT outcome FROM oncedesk.certification_runs WHERE id = $1", {run}).text();
}

void Certificates::changeSettings()
{
    const auto set = m_drill.sql().exec(
        "SELECT oncedesk.set_provider('laser', p.settings || jsonb_build_object('linger_s', "
        "$1::int)) FROM oncedesk.providers p WHERE p.name = 'laser'",
        {120 + m_lapses});
    EXPECT_TRUE(set.ok()) << set.message.toStdString();
}

// There and back again: what was seen before is no news to who still remembers it.
void Certificates::changeModel()
{
    m_laser.model = 3 - m_laser.model;
    // It comes out with the next answer, whoever's attempt that is.
    EXPECT_TRUE(m_drill.awaitSql("SELECT model = 'm-' || $1 FROM oncedesk.providers WHERE name = 'laser'",
                                 {QByteArray::number(m_laser.model)}))
        << "the model changed, and nobody noticed";
}

void Certificates::failTheSuite()
{
    m_laser.isSane = false;
    EXPECT_EQ(certify("laser"), u"failed"_s);
    m_laser.isSane = true;
}

void Certificates::lapse()
{
    switch (m_lapses++ % 4) {
    case 0:
        changeModel();
        break;
    case 1:
        changeSettings();
        break;
    case 2:
        failTheSuite();
        break;
    case 3:
        saveSuite();
        break;
    }
    EXPECT_TRUE(m_drill.awaitSql("SELECT oncedesk.why_not_certified('laser', 'print') IS NOT NULL"));
    // Who had begun before may still open what it then saw.
    EXPECT_TRUE(m_drill.awaitSql("SELECT NOT EXISTS (SELECT FROM pg_stat_activity"
                                 "                    WHERE datname = current_database()"
                                 "                      AND backend_type = 'client backend'"
                                 "                      AND pid <> pg_backend_pid()"
                                 "                      AND xact_start < $1::timestamptz)",
                                 {now()}));
    m_changed = now();
    m_uncertified.append({.provider = "laser", .since = m_changed});
}

void Certificates::restore()
{
    m_uncertified.last().until = now();
    EXPECT_EQ(certify("laser"), u"passed"_s);
}

bool Certificates::isUsed()
{
    return m_drill.awaitSql(
        "SELECT EXISTS (SELECT FROM oncedesk.attempts WHERE provider = 'laser'"
        "                  AND opened_because = 'failover' AND opened_at > $1::timestamptz)",
        {m_changed});
}

bool Certificates::isPassedOver()
{
    return m_drill.awaitSql("SELECT EXISTS (SELECT FROM oncedesk.attempt_events"
                            "                WHERE event = 'fallback_passed_over' AND at > $1::timestamptz"
                            "                  AND detail->>'provider' = 'laser')",
                            {m_changed});
}

} // namespace oncedesk
