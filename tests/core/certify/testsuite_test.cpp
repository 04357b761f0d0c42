// Debian's json-schema-test-suite, for each draft that is offered: what is taken is judged as it says, and
// what is not supported is refused, never ignored.
#include "core/certify/schema.h"

#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <gtest/gtest.h>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using certify::Document;
using certify::Schema;
using certify::Value;

namespace {

const QString folder = u"/usr/share/json-schema-test-suite/tests/"_s;

struct Tally
{
    int judged = 0;
    QStringList wrong;                    // judged otherwise
    QMap<QString, QStringList> refusedBy; // sentence without its place -> groups
};

QByteArray member(const Value &object, const char *key)
{
    const Value *found = object.member(key);
    return found ? found->text.toByteArray() : QByteArray();
}

// The suite's schemas do not say their draft.
QByteArray ofDraft(const QByteArray &schema, int draft)
{
    if (draft != 4 || !schema.startsWith('{') || schema.contains("\"$schema\""))
        return schema;
    const QByteArray rest = schema.mid(1).trimmed();
    return R"({"$schema": "http://json-schema.org/draft-04/schema#")" + QByteArray(rest == "}" ? "" : ", ") +
           rest;
}

void judge(const QString &file, const Value &group, int draft, Tally &tally)
{
    const QString name = file + u": "_s + QString::fromUtf8(group.member("description")->string);
    const auto text = Document::parse(ofDraft(member(group, "schema"), draft));
    ASSERT_TRUE(text.ok()) << qPrintable(name);
    const auto schema = Schema::read(text->root(), u"schema"_s);
    if (!schema) {
        tally.refusedBy[schema.error().sentence.section(u"\" "_s, 1)] += name;
        return;
    }
    for (const Value &test : group.member("tests")->children) {
        const auto answer = Document::parse(member(test, "data"));
        ASSERT_TRUE(answer.ok()) << qPrintable(name);
        certify::Budget budget;
        ++tally.judged;
        if (schema->faults(answer->root(), budget, 1).isEmpty() != test.member("valid")->truth)
            tally.wrong += name + u" / "_s + QString::fromUtf8(test.member("description")->string);
    }
}

Tally run(int draft)
{
    Tally tally;
    const QString place = folder + u"draft%1/"_s.arg(draft);
    QDirIterator files(place, {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(file.fileName());
        const auto groups = Document::parse(file.readAll());
        EXPECT_TRUE(groups.ok()) << qPrintable(file.fileName());
        for (const Value &group : groups->root().children)
            judge(file.fileName().mid(place.size()), group, draft, tally);
    }
    return tally;
}

using Refusals = QMap<QString, int>; // how many of the suite's groups, for what reason

void expectRefused(const Tally &tally, const Refusals &expected)
{
    Refusals refused;
    for (auto it = tally.refusedBy.cbegin(); it != tally.refusedBy.cend(); ++it)
        refused.insert(it.key(), int(it->size()));
    for (auto it = refused.cbegin(); it != refused.cend(); ++it)
        EXPECT_EQ(it.value(), expected.value(it.key())) << qPrintable(it.key()) << '\n'
                                                        << qPrintable(tally.refusedBy[it.key()].join(u'\n'));
    EXPECT_EQ(refused.keys(), expected.keys());
}

const QString elsewhere =
    u"points outside this schema, and nothing is fetched; begin it with #/definitions/."_s;
const QString idWithin = u"belongs at the top of the schema only."_s;
const QString besideRef =
    u"has \"maxItems\" beside \"$ref\", where it would be ignored; put both into \"allOf\"."_s;
const QString format =
    u"must be date, time, date-time or uuid; others are not checked, write a \"pattern\" instead."_s;
const QString needsItems = u"needs \"items\" to be a list; without one it would be ignored."_s;

} // namespace

TEST(TheJsonSchemaTestSuite, IsJudgedAsItSaysInDraft4OrRefused)
{
    const Tally tally = run(4);
    EXPECT_GE(tally.judged, 306);
    // 1.0 is an integer in every draft here, as in the later ones; the test is one of the optional ones.
    EXPECT_EQ(tally.wrong,
              QStringList{
                  u"optional/zeroTerminatedFloats.json: some languages do not distinguish between different "
                  "types of numeric value / a float is not an integer even without fractional part"_s});
    expectRefused(tally,
                  {{elsewhere, 8},
                   {idWithin, 3},
                   {besideRef, 1},
                   {format, 6},
                   {needsItems, 2},
                   {u"is no keyword of Draft 4 that is known here; remove it, correct its name, or leave out "
                    "\"$schema\" for Draft 7."_s,
                    1}});
}

TEST(TheJsonSchemaTestSuite, IsJudgedAsItSaysInDraft7OrRefused)
{
    const Tally tally = run(7);
    EXPECT_GE(tally.judged, 408);
    EXPECT_EQ(tally.wrong, QStringList());
    expectRefused(tally,
                  {{elsewhere, 8},
                   {idWithin, 3},
                   {besideRef, 1},
                   {format, 15},
                   {needsItems, 2},
                   {u"needs \"if\"; without it it would be ignored."_s, 3},
                   {u"is not checked here; write a \"pattern\" instead."_s, 3},
                   {u"is no keyword of Draft 7 that is known here; remove it or correct its name."_s, 1}});
}
