// Filters put together at random: what parses runs, what does not is pointed at.
#include "core/board/actions.h"
#include "core/board/jobs.h"
#include "core/board/races.h"
#include "core/board/submissions.h"
#include "tests/core/board/boardtest.h"

#include <random>

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;

class AnyFilter : public BoardTest
{
protected:
    // The error of reading a first page, none when it worked.
    std::optional<Error> run(const Filter &filter)
    {
        const PageRequest request;
        const auto error = [](const auto &result) {
            return result ? std::nullopt : std::optional(result.error());
        };
        switch (filter.subject()) {
        case Subject::jobs:
            return error(jobs(m_session, filter, request));
        case Subject::submissions:
            return error(submissions(m_session, filter, request));
        case Subject::races:
            return error(races(m_session, filter, request));
        case Subject::actions:
            return error(actions(m_session, filter, request));
        }
        Q_UNREACHABLE();
    }
};

TEST_F(AnyFilter, RunsOrIsPointedAt)
{
    unknown(u"alice"_s, "k");
    succeeded(u"bob"_s, "k");
    const QStringList pieces{
        u"state:"_s,   u"owner:"_s,   u"provider:"_s, u"intent:"_s,    u"key:"_s,
        u"client:"_s,  u"age:"_s,     u"attempts:"_s, u"params.a:"_s,  u"params.a.\"b c\":"_s,
        u"outcome:"_s, u"because:"_s, u"actor:"_s,    u"action:"_s,    u"unknown"_s,
        u"stalled"_s,  u"lost"_s,     u"conflict"_s,  u"slot_taken"_s, u"alice"_s,
        u">10m"_s,     u"<=2"_s,      u"450"_s,       u"-1.5e3"_s,     u"1e999999"_s,
        u"null"_s,     u"\"a b\""_s,  u"\"\\\"\""_s,  u"\"\\\\\""_s,   u"#1"_s,
        u"#"_s,        u"-"_s,        u","_s,         u":"_s,          u"\""_s,
        u"\\"_s,       u"%"_s,        u"_"_s,         u"'"_s,          u"$1"_s,
        u"{}"_s,       u"NULL"_s,     u"தமிழ்"_s,      u"😀"_s,          u" "_s,
        u" "_s,        u" "_s,        u" "_s,         u" "_s,          u"  "_s};
    std::mt19937 random(7);
    int ran = 0;
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        QString text;
        for (int left = 1 + int(random() % 8); left > 0; --left)
            text += pieces[qsizetype(random() % unsigned(pieces.size()))];
        const auto subject = Subject(random() % 4);
        FilterFault fault;
        const auto filter = Filter::parse(text, subject, &fault);
        if (!filter) {
            ++refused;
            EXPECT_GE(fault.position, 0) << text.toStdString();
            EXPECT_LE(fault.position + fault.length, text.size()) << text.toStdString();
            continue;
        }
        if (ran++ >= 400)
            continue; // enough for the database
        const auto error = run(*filter);
        EXPECT_FALSE(error.has_value()) << text.toStdString() << "\n"
                                        << (error ? qPrintable(error->sentence) : "");
    }
    EXPECT_GT(ran, 400);
    EXPECT_GT(refused, 400);
}

} // namespace
} // namespace oncedesk::board
