#include "core/db/sqlerror.h"

#include "tests/support/printing.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

Error errorOf(const char *sqlState, bool linkDead = false)
{
    Complaint complaint;
    complaint.sqlState = sqlState;
    complaint.message = u"the server said so"_s;
    complaint.detail = u"view public.mine depends on view oncedesk.job_view"_s;
    complaint.linkDead = linkDead;
    return toError(complaint);
}

struct Case
{
    const char *sqlState;
    ErrorKind kind;
};

// Or GoogleTest would print its bytes, addresses included, into the test's name.
void PrintTo(const Case &tested, std::ostream *out)
{
    *out << tested.sqlState;
}

class EverySqlState : public ::testing::TestWithParam<Case>
{
};

TEST_P(EverySqlState, HasItsKindAndOneSentenceThatTellsWhatToDo)
{
    const Error error = errorOf(GetParam().sqlState);
    EXPECT_EQ(error.kind, GetParam().kind);
    EXPECT_EQ(error.sqlState, QString::fromLatin1(GetParam().sqlState));
    EXPECT_TRUE(error.sentence.endsWith(u'.')) << qPrintable(error.sentence);
    EXPECT_FALSE(error.sentence.contains(u".."_s)) << qPrintable(error.sentence);
    EXPECT_TRUE(error.sentence[0].isUpper() || error.sentence.startsWith(u"the server said so"_s))
        << qPrintable(error.sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Table, EverySqlState,
    ::testing::Values(Case{"08000", ErrorKind::disconnected}, Case{"08006", ErrorKind::disconnected},
                      Case{"57P01", ErrorKind::disconnected}, Case{"57P02", ErrorKind::disconnected},
                      Case{"57P03", ErrorKind::disconnected}, Case{"57P05", ErrorKind::disconnected},
                      Case{"53300", ErrorKind::disconnected}, Case{"3D000", ErrorKind::disconnected},
                      Case{"28P01", ErrorKind::forbidden}, Case{"28000", ErrorKind::forbidden},
                      Case{"42501", ErrorKind::forbidden}, Case{"22023", ErrorKind::invalid},
                      Case{"22P02", ErrorKind::invalid}, Case{"22P05", ErrorKind::invalid},
                      Case{"22021", ErrorKind::invalid}, Case{"54000", ErrorKind::invalid},
                      Case{"23505", ErrorKind::refused}, Case{"23514", ErrorKind::refused},
                      Case{"P0001", ErrorKind::refused}, Case{"25006", ErrorKind::refused},
                      Case{"2BP01", ErrorKind::refused}, Case{"40001", ErrorKind::lostRace},
                      Case{"40P01", ErrorKind::lostRace}, Case{"55P03", ErrorKind::lostRace},
                      Case{"57014", ErrorKind::internal}, Case{"53100", ErrorKind::internal},
                      Case{"53200", ErrorKind::internal}, Case{"42P01", ErrorKind::internal},
                      Case{"42883", ErrorKind::internal}, Case{"3F000", ErrorKind::internal},
                      Case{"25P02", ErrorKind::internal}, Case{"42601", ErrorKind::internal},
                      Case{"XX000", ErrorKind::internal}),
    [](const auto &tested) { return std::string(tested.param.sqlState); });

TEST(AnSqlError, WithoutAStateIsALostLinkOnlyWhenTheLinkIsDead)
{
    EXPECT_EQ(errorOf("", true).kind, ErrorKind::disconnected);
    EXPECT_EQ(errorOf("", false).kind, ErrorKind::internal);
}

TEST(AnSqlError, OfTheContractIsTheServersOwnSentence)
{
    Complaint complaint;
    complaint.sqlState = "22023";
    complaint.message = u"The key is empty."_s;
    EXPECT_EQ(toError(complaint).sentence, u"The key is empty."_s);
    complaint.message = u"The key is empty"_s;
    complaint.hint = u"Give one of 1 to 255 characters"_s;
    EXPECT_EQ(toError(complaint).sentence, u"The key is empty. Give one of 1 to 255 characters."_s);
}

TEST(AnSqlError, ShowsTheServersHintInPlaceOfOurAdvice)
{
    Complaint complaint;
    complaint.sqlState = "42501";
    complaint.message = u"permission denied for function submit_job"_s;
    EXPECT_TRUE(toError(complaint).sentence.contains(u"Ask an administrator"_s));
    complaint.hint = u"Log in as a submitter."_s;
    EXPECT_FALSE(toError(complaint).sentence.contains(u"Ask an administrator"_s));
    EXPECT_TRUE(toError(complaint).sentence.endsWith(u"Log in as a submitter."_s));
}

TEST(AnSqlError, NamesWhatDependsOnUsAndNeverAdvisesCascade)
{
    Complaint complaint;
    complaint.sqlState = "2BP01";
    complaint.message = u"cannot drop desired object(s) because other objects depend on them"_s;
    complaint.detail = u"view public.mine depends on view oncedesk.job_view"_s;
    complaint.hint = u"Use DROP ... CASCADE to drop the dependent objects too."_s;
    const QString sentence = toError(complaint).sentence;
    EXPECT_TRUE(sentence.contains(u"view public.mine"_s)) << qPrintable(sentence);
    EXPECT_FALSE(sentence.contains(u"CASCADE"_s)) << qPrintable(sentence);
}

TEST(AnSqlError, SaysWhetherTheLinkEndsAndWhetherToRunAgain)
{
    EXPECT_TRUE(endsTheLink("57P01"));
    EXPECT_TRUE(endsTheLink("08006"));
    EXPECT_FALSE(endsTheLink("57014"));
    EXPECT_TRUE(mayRunAgain("40001"));
    EXPECT_TRUE(mayRunAgain("40P01"));
    EXPECT_FALSE(mayRunAgain("40003")); // completion unknown
    EXPECT_FALSE(mayRunAgain("23505"));
}

} // namespace
} // namespace oncedesk
