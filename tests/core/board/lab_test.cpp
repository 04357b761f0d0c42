// What belongs to the Lab is on no page, unless somebody asks for it.
#include "core/board/actions.h"
#include "core/board/certification.h"
#include "core/board/jobs.h"
#include "core/board/providers.h"
#include "core/board/races.h"
#include "core/board/submissions.h"
#include "tests/core/board/boardtest.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;

namespace {

class TheLabOnTheBoard : public BoardTest
{
protected:
    TheLabOnTheBoard()
    {
        addProvider("laser");
        addProvider("lab-inkjet");
        for (const QString &owner : {u"alice"_s, u"lab"_s, u"lab-neighbour"_s}) {
            const char *provider = owner == u"alice" ? "laser" : "lab-inkjet";
            submit(owner, "k", provider);
            finish(claim(provider));
            submit(owner, "k2", provider);
            const Claimed attempt = claim(provider);
            loseSight(attempt);
            write("SELECT oncedesk.cancel_attempt($1, 'reason', 'accepted_risk')", {attempt.attempt});
        }
        write("SELECT oncedesk.set_provider('lab-inkjet', '{\"linger_s\": 1}')");
        for (const QByteArray intent : {"print.poster", "lab.print"}) {
            const QByteArray suite =
                "{\"intent\": \"" + intent + R"(", "cases": [{"name": "a", "params": {}}]})";
            write("SELECT oncedesk.save_suite($1, $2)", {intent, suite});
        }
    }
    template<class Row>
    static qsizetype count(const Result<Page<Row>> &page)
    {
        return take(page).rows.size();
    }
};

TEST_F(TheLabOnTheBoard, IsInNoList)
{
    EXPECT_EQ(count(jobs(m_session, filter({}), {})), 2);
    EXPECT_EQ(count(jobs(m_session, filter(u"state:stalled"_s), {})), 1);
    EXPECT_EQ(count(races(m_session, filter({}, Subject::races), {})), 1);
    EXPECT_EQ(count(submissions(m_session, filter({}, Subject::submissions), {})), 2);
    // Of the lab's: two cancels, set_provider, save_suite, add_provider.
    const auto shown = take(actions(m_session, filter({}, Subject::actions), {})).rows;
    for (const ActionRow &row : shown)
        EXPECT_FALSE(row.detail.contains("lab")) << row.detail.toStdString();
    EXPECT_EQ(std::ranges::count(shown, u"cancel_attempt"_s, &ActionRow::action), 1);
    const auto known = take(providers(m_session));
    EXPECT_EQ(std::ranges::count(known, u"laser"_s, &ProviderRow::name), 1);
    EXPECT_EQ(std::ranges::count(known, u"lab-inkjet"_s, &ProviderRow::name), 0);
    ASSERT_EQ(take(suites(m_session)).size(), 1);
    for (const MatrixCell &cell : take(certificationMatrix(m_session))) {
        EXPECT_EQ(cell.intent, u"print.poster"_s);
        EXPECT_NE(cell.provider, u"lab-inkjet"_s);
    }
}

TEST_F(TheLabOnTheBoard, IsShownToWhoeverAsksForIt)
{
    EXPECT_EQ(count(jobs(m_session, filter(u"owner:lab"_s), {})), 2);
    EXPECT_EQ(count(jobs(m_session, filter(u"provider:lab-inkjet"_s), {})), 4);
    EXPECT_EQ(count(jobs(m_session, filter(u"key:k"_s), {})), 3);
    EXPECT_EQ(count(jobs(m_session, filter(u"#3"_s), {})), 1);
    EXPECT_EQ(count(jobs(m_session, filter(u"lab-n"_s), {})), 2);
    EXPECT_EQ(count(jobs(m_session, filter(u"-owner:alice"_s), {})), 0);
    EXPECT_EQ(count(races(m_session, filter(u"owner:lab,lab-neighbour"_s, Subject::races), {})), 2);
    EXPECT_EQ(count(submissions(m_session, filter(u"owner:lab"_s, Subject::submissions), {})), 2);
}

} // namespace
} // namespace oncedesk::board
