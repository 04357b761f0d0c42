#include "core/board/filter.h"

#include "core/board/where.h"
#include "tests/support/printing.h"

#include <gtest/gtest.h>

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;
using Key = FilterTerm::Key;
using Comparison = FilterTerm::Comparison;

QList<FilterTerm> parsed(const QString &text, Subject subject = Subject::jobs)
{
    const auto filter = Filter::parse(text, subject);
    EXPECT_TRUE(filter.ok()) << text.toStdString() << ": "
                             << (filter.ok() ? "" : filter.error().sentence.toStdString());
    return filter.ok() ? filter->terms() : QList<FilterTerm>();
}

FilterTerm one(const QString &text, Subject subject = Subject::jobs)
{
    const auto terms = parsed(text, subject);
    EXPECT_EQ(terms.size(), 1) << text.toStdString();
    return terms.value(0);
}

QStringList texts(const FilterTerm &term)
{
    QStringList result;
    for (const auto &value : term.values)
        result += value.text;
    return result;
}

TEST(AFilter, IsEmptyWithoutTerms)
{
    for (const QString &text : {QString(), u""_s, u"  \t\n "_s})
        EXPECT_TRUE(parsed(text).isEmpty());
}

TEST(AFilter, ReadsEveryTermOfTheDesign)
{
    const auto terms = parsed(u"state:unknown owner:alice provider:laser intent:print.poster key:\"a b\" "
                              "age:>10m params.amount:450 #45 poster"_s);
    const QList<Key> keys{Key::state, Key::owner,  Key::provider, Key::intent, Key::key,
                          Key::age,   Key::params, Key::job,      Key::word};
    ASSERT_EQ(terms.size(), keys.size());
    for (qsizetype i = 0; i < keys.size(); ++i) {
        EXPECT_EQ(terms[i].key, keys[i]) << i;
        EXPECT_FALSE(terms[i].negated) << i;
    }
    EXPECT_EQ(texts(terms[4]), QStringList{u"a b"_s});
    EXPECT_EQ(terms[5].comparison, Comparison::greater);
    EXPECT_EQ(terms[5].values[0].number, 600);
    EXPECT_EQ(terms[6].path, QStringList{u"amount"_s});
    EXPECT_EQ(terms[7].values[0].number, 45);
    EXPECT_EQ(texts(terms[8]), QStringList{u"poster"_s});
}

TEST(AFilter, KnowsWhereItsTermsStand)
{
    const auto terms = parsed(u"  owner:a   -\"b c\" "_s);
    ASSERT_EQ(terms.size(), 2);
    EXPECT_EQ(terms[0].position, 2);
    EXPECT_EQ(terms[0].length, 7);
    EXPECT_EQ(terms[1].position, 12);
    EXPECT_EQ(terms[1].length, 6);
    EXPECT_TRUE(terms[1].negated);
}

TEST(AFilter, TakesCommaListsAsAnyOf)
{
    EXPECT_EQ(texts(one(u"state:unknown,stalled"_s)), (QStringList{u"unknown"_s, u"stalled"_s}));
    EXPECT_EQ(texts(one(u"key:\"a,b\",c,\"d e\""_s)), (QStringList{u"a,b"_s, u"c"_s, u"d e"_s}));
    EXPECT_EQ(texts(one(u"#45,46,#47"_s)), (QStringList{u"45"_s, u"46"_s, u"47"_s}));
    EXPECT_EQ(texts(one(u"a,b"_s)), QStringList{u"a,b"_s}); // a word is a word
}

TEST(AFilter, NegatesWithAMinus)
{
    for (const QString &text :
         {u"-owner:a"_s, u"-word"_s, u"-\"a b\""_s, u"-#4"_s, u"-age:<1h"_s, u"-params.a:1"_s})
        EXPECT_TRUE(one(text).negated) << text.toStdString();
    EXPECT_FALSE(one(u"\"-word\""_s).negated);
    EXPECT_EQ(texts(one(u"\"-word\""_s)), QStringList{u"-word"_s});
    EXPECT_EQ(texts(one(u"a-b"_s)), QStringList{u"a-b"_s});
}

TEST(AFilter, UnescapesInsideQuotes)
{
    EXPECT_EQ(texts(one(uR"(key:"a\"b\\c")"_s)), QStringList{uR"(a"b\c)"_s});
    EXPECT_EQ(texts(one(uR"("a: \b")"_s)), QStringList{u"a: b"_s});
    EXPECT_EQ(texts(one(uR"(key:a\b)"_s)), QStringList{uR"(a\b)"_s}); // outside quotes it means itself
    EXPECT_EQ(texts(one(u"owner:\"\""_s)), QStringList{u""_s});
}

TEST(AFilter, LetsValuesHoldColonsAndAnyScript)
{
    EXPECT_EQ(texts(one(u"key:order:17"_s)), QStringList{u"order:17"_s});
    EXPECT_EQ(texts(one(u"owner:தமிழ்,Ünï,😀"_s)), (QStringList{u"தமிழ்"_s, u"Ünï"_s, u"😀"_s}));
}

TEST(AFilter, ComparesAgesAndAttempts)
{
    const struct
    {
        QString text;
        Comparison comparison;
        qint64 number;
    } cases[] = {
        {u"age:>10m"_s, Comparison::greater, 600},         {u"age:<30s"_s, Comparison::less, 30},
        {u"age:>=2h"_s, Comparison::greaterOrEqual, 7200}, {u"age:<=1d"_s, Comparison::lessOrEqual, 86400},
        {u"age:>3w"_s, Comparison::greater, 1814400},      {u"age:<0s"_s, Comparison::less, 0},
        {u"attempts:>2"_s, Comparison::greater, 2},        {u"attempts:0"_s, Comparison::equal, 0},
        {u"attempts:<=10"_s, Comparison::lessOrEqual, 10},
    };
    for (const auto &c : cases) {
        const auto term = one(c.text);
        EXPECT_EQ(term.comparison, c.comparison) << c.text.toStdString();
        EXPECT_EQ(term.values.value(0).number, c.number) << c.text.toStdString();
    }
}

TEST(AFilter, FollowsPathsIntoParams)
{
    EXPECT_EQ(one(u"params.a.b:1"_s).path, (QStringList{u"a"_s, u"b"_s}));
    EXPECT_EQ(one(u"params.\"a.b: c\".d:1"_s).path, (QStringList{u"a.b: c"_s, u"d"_s}));
    EXPECT_EQ(one(u"params.\"\":1"_s).path, QStringList{u""_s});
    EXPECT_FALSE(one(u"params.a:450"_s).values[0].quoted);
    EXPECT_TRUE(one(u"params.a:\"450\""_s).values[0].quoted);
    EXPECT_EQ(texts(one(u"params.a:-1.5e3,\">5\""_s)), (QStringList{u"-1.5e3"_s, u">5"_s}));
}

TEST(AFilter, HasTheWordsOfItsSubject)
{
    EXPECT_EQ(one(u"outcome:conflict"_s, Subject::submissions).key, Key::outcome);
    EXPECT_EQ(one(u"outcome:lost"_s, Subject::races).key, Key::outcome);
    EXPECT_EQ(one(u"because:slot_taken,version_moved"_s, Subject::races).key, Key::because);
    EXPECT_EQ(one(u"action:close_job"_s, Subject::actions).key, Key::action);
    EXPECT_EQ(one(u"outcome:job_closed"_s, Subject::actions).key, Key::outcome);
    EXPECT_FALSE(Filter::parse(u"outcome:lost"_s, Subject::submissions).ok());
    EXPECT_FALSE(Filter::parse(u"outcome:lost"_s, Subject::jobs).ok());
    EXPECT_FALSE(Filter::parse(u"state:unknown"_s, Subject::races).ok());
    EXPECT_FALSE(Filter::parse(u"params.a:1"_s, Subject::races).ok());
}

TEST(AFilter, OffersItsVocabularyForCompletion)
{
    EXPECT_EQ(Filter::keys(Subject::jobs),
              (QStringList{u"state"_s, u"owner"_s, u"provider"_s, u"intent"_s, u"key"_s, u"client"_s,
                           u"age"_s, u"attempts"_s, u"params.NAME"_s}));
    EXPECT_TRUE(Filter::words(Subject::jobs, u"state"_s).contains(u"stalled"_s));
    EXPECT_TRUE(Filter::words(Subject::jobs, u"owner"_s).isEmpty());
}

struct Fault
{
    QString text;
    qsizetype position;
    qsizetype length;
    const char *sentence; // a part of it
    Subject subject = Subject::jobs;
};

class AFaultyFilter : public ::testing::TestWithParam<Fault>
{
};

TEST_P(AFaultyFilter, IsPointedAt)
{
    const Fault &expected = GetParam();
    FilterFault fault;
    const auto filter = Filter::parse(expected.text, expected.subject, &fault);
    ASSERT_FALSE(filter.ok()) << expected.text.toStdString();
    EXPECT_EQ(filter.error().kind, ErrorKind::invalid);
    const std::string sentence = filter.error().sentence.toStdString();
    EXPECT_EQ(fault.position, expected.position) << sentence;
    EXPECT_EQ(fault.length, expected.length) << sentence;
    EXPECT_NE(sentence.find(expected.sentence), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Each, AFaultyFilter,
    ::testing::Values(
        Fault{u"owner:a stat:b"_s, 8, 4,
              "filter: there is no term \"stat\" (character 9). Use one of: state, owner, provider, intent, "
              "key, "
              "client, age, attempts, params.NAME; or put the text in quotes to search for it."},
        Fault{u"because:lost"_s, 0, 7, "Use one of: outcome, owner, key, client, actor, age;",
              Subject::submissions},
        Fault{u":a"_s, 0, 1, "a name is missing before the colon"},
        Fault{u"😀 x:y"_s, 3, 1, "(character 3)"}, // UTF-16 units for the box, characters for people
        Fault{u"state:lost"_s, 6, 4, "state: knows no \"lost\" (character 7). Use one of: waiting, running"},
        Fault{u"state:unknown,"_s, 14, 0, "a value is missing after state:"},
        Fault{u"state:,unknown"_s, 6, 0, "a value is missing after state:"},
        Fault{u"state:unknown,Stalled"_s, 14, 7, "knows no \"Stalled\""},
        Fault{u"owner:"_s, 6, 0, "a value is missing after owner: (character 7). Write one, in quotes"},
        Fault{u"owner: alice"_s, 6, 0, "a value is missing after owner:"},
        Fault{u"owner:\"a"_s, 6, 2, "the quote is never closed"},
        Fault{u"\"a\\\""_s, 0, 4, "the quote is never closed"},
        Fault{u"\"a\\"_s, 0, 3, "the quote is never closed"},
        Fault{u"\"\""_s, 0, 2, "there is nothing between the quotes"},
        Fault{u"a\"b\""_s, 1, 1, "a quote stands inside a word"},
        Fault{u"owner:a\"b\""_s, 7, 1, "a quote stands inside a value"},
        Fault{u"owner:\"a\"\"b\""_s, 9, 1, "a quote stands inside a value"},
        Fault{u"owner:\"a\"b"_s, 9, 1, "\"b\" does not belong here"},
        Fault{u"\"a\":b"_s, 3, 2, "\":b\" does not belong here"},
        Fault{u"- a"_s, 1, 0, "a term is missing after the minus"},
        Fault{u"a -"_s, 3, 0, "a term is missing after the minus"},
        Fault{u"#"_s, 1, 0, "a whole number is missing"}, Fault{u"#a4"_s, 1, 2, "a whole number is missing"},
        Fault{u"#4a"_s, 2, 1, "\"a\" does not belong here"},
        Fault{u"#4,"_s, 3, 0, "a whole number is missing"},
        Fault{u"#-4"_s, 1, 2, "a whole number is missing"},
        Fault{u"#9223372036854775808"_s, 1, 19, "this number is too large"},
        Fault{u"age:10m"_s, 4, 0, "age: needs <, >, <= or >="},
        Fault{u"age:>m"_s, 5, 1, "a whole number is missing"}, Fault{u"age:>10"_s, 7, 0, "a unit is missing"},
        Fault{u"age:>10y"_s, 7, 1, "a unit is missing"},
        Fault{u"age:>10mm"_s, 8, 1, "\"m\" does not belong here"},
        Fault{u"age:>10m,<2h"_s, 8, 4, "does not belong here"},
        Fault{u"age:>-10m"_s, 5, 4, "a whole number is missing"},
        Fault{u"age:>99999999999999999999s"_s, 5, 20, "this number is too large"},
        Fault{u"age:>9999w"_s, 5, 5, "this is more than a century"},
        Fault{u"attempts:many"_s, 9, 4, "a whole number is missing"},
        Fault{u"attempts:>2147483648"_s, 10, 10, "this number is too large"},
        Fault{u"attempts:1,2"_s, 10, 2, "does not belong here"},
        Fault{u"params.:1"_s, 7, 0, "a name is missing"},
        Fault{u"params.a..b:1"_s, 9, 0, "a name is missing"},
        Fault{u"params.a"_s, 8, 0, "a colon and a value are missing"},
        Fault{u"params.a:"_s, 9, 0, "a value is missing after params.a:"},
        Fault{u"params:1"_s, 0, 6, "there is no term \"params\""},
        Fault{u"params.a:>5"_s, 9, 2, "params are compared for equality only"},
        Fault{u"params.\"a:1"_s, 7, 4, "the quote is never closed"},
        Fault{QString(u"a"_s + QChar(0) + u"b"_s), 1, 1, "this character cannot be searched for"},
        Fault{QString(u"ab"_s + QChar(0xD800)), 2, 1, "this character cannot be searched for"},
        Fault{QString(4097, u'a'), 0, 4097, "a filter has at most 4096 bytes"},
        Fault{QString(1400, u'த'), 0, 1400, "a filter has at most 4096 bytes"},
        Fault{u"a "_s.repeated(65), 128, 1, "a filter has at most 64 terms"},
        Fault{u"params"_s + u".a"_s.repeated(65) + u":1"_s, 135, 1, "params are not nested deeper than 64"}));

TEST(AFilter, TakesTheLongestAllowed)
{
    EXPECT_EQ(parsed(QString(4096, u'a')).size(), 1);
    EXPECT_EQ(parsed(u"a "_s.repeated(64)).size(), 64);
    EXPECT_EQ(one(u"params"_s + u".a"_s.repeated(64) + u":1"_s).path.size(), 64);
}

TEST(AFilter, PastesNoValueIntoSql)
{
    const auto filter =
        Filter::parse(u"owner:XYZZY key:\"XYZZY'; DROP\" XYZZY params.XYZZY:XYZZY client:XYZZY #4711 "
                      "-intent:XYZZY age:>4711s attempts:4711"_s,
                      Subject::jobs);
    ASSERT_TRUE(filter.ok());
    const Where where = board::where(*filter, 4);
    EXPECT_FALSE(where.sql.contains("XYZZY")) << where.sql.toStdString();
    EXPECT_FALSE(where.sql.contains("4711")) << where.sql.toStdString();
    EXPECT_EQ(where.params.size(), 9);
    EXPECT_TRUE(where.sql.contains("$4") && where.sql.contains("$12") && !where.sql.contains("$13"));
}

TEST(AFilter, NarrowsTheIdsToTheJobsItNames)
{
    const auto narrowed = [](const QString &text) { return where(*Filter::parse(text, Subject::jobs), 4); };
    EXPECT_EQ(narrowed(u"#45,12"_s).lowestId, 12);
    EXPECT_EQ(narrowed(u"#45,12"_s).highestId, 45);
    EXPECT_EQ(narrowed(u"#45,12 #45"_s).lowestId, 45);
    EXPECT_FALSE(narrowed(u"-#45"_s).lowestId.has_value());
    EXPECT_TRUE(narrowed(u"#45"_s).selective);
    EXPECT_FALSE(narrowed(u"-#45 owner:a"_s).selective);
}

} // namespace
} // namespace oncedesk::board
