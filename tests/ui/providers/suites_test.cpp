#include "ui/certification/suitesdialog.h"

#include "tests/ui/support/consoledesk.h"

#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

QByteArray suite(const QByteArray &about)
{
    return R"({"intent": "print.poster", "about": ")" + about +
           R"(", "repeat": 2, "answer": {"schema": {"type": "object"}}, "cases": [{"name": "small", "params": {"copies": 1}}]})";
}

struct Suites
{
    explicit Suites(const QStringList &roles = {})
        : console(roles), dialog(new SuitesDialog(console.live(), nullptr))
    {
        console.elsewhere("SELECT * FROM oncedesk.save_suite('print.poster', $1)", {suite("first")});
        dialog->open();
    }
    ~Suites() { delete dialog; }
    template<class T>
    T &child(const char *name)
    {
        return *dialog->findChild<T *>(QString::fromLatin1(name));
    }
    QString text() { return child<QPlainTextEdit>("suite-text").toPlainText(); }
    bool says(const char *name, const QString &part)
    {
        const bool came = waitUntil([&] { return child<QLabel>(name).text().contains(part); });
        EXPECT_TRUE(came) << qPrintable(child<QLabel>(name).text()) << " without " << qPrintable(part);
        return came;
    }
    bool isShown(const char *name) { return child<QPushButton>(name).isVisible(); }
    qint64 versions()
    {
        return console.elsewhere("SELECT max(version) FROM oncedesk.suite_view").integer(0, 0);
    }

    ConsoleDesk console;
    SuitesDialog *dialog;
};

TEST(TheSuites, AreSavedAfterSayingWhatBecomesOfThem)
{
    Suites shown;
    ASSERT_TRUE(waitUntil([&] { return shown.text().contains(u"first"_s); }));
    ASSERT_TRUE(shown.says("suite-finding", u"Cases: 1, calls of a run: 2."_s));
    EXPECT_FALSE(shown.child<QPushButton>("suite-save").isEnabled());
    EXPECT_FALSE(shown.isShown("suite-discard"));

    shown.child<QPlainTextEdit>("suite-text").setPlainText(QString::fromUtf8(suite("second")));
    ASSERT_TRUE(shown.says("suite-finding", u"becomes version 2 of print.poster"_s));
    ASSERT_TRUE(waitUntil([&] { return shown.child<QPushButton>("suite-save").isEnabled(); }));
    EXPECT_TRUE(shown.isShown("suite-discard"));
    QTest::mouseClick(&shown.child<QPushButton>("suite-save"), Qt::LeftButton);
    ASSERT_TRUE(shown.says("suite-said", u"Saved as version 2 of print.poster. Certificates"_s));
    EXPECT_EQ(shown.versions(), 2);
    EXPECT_FALSE(shown.child<QPushButton>("suite-save").isEnabled());
    EXPECT_EQ(
        shown.console.elsewhere("SELECT body::text FROM oncedesk.suite_view WHERE version = 2").utf8(0, 0),
        suite("second"));
}

TEST(TheSuites, AreRefusedInWords)
{
    Suites shown;
    ASSERT_TRUE(waitUntil([&] { return shown.text().contains(u"first"_s); }));
    auto &text = shown.child<QPlainTextEdit>("suite-text");
    text.setPlainText(u"{\"intent\": \"print.poster\", \"cases\": []}"_s);
    ASSERT_TRUE(shown.says("suite-finding", u"cases"_s));
    EXPECT_FALSE(shown.child<QPushButton>("suite-save").isEnabled());
    text.setPlainText(u"{\"intent\": "_s);
    ASSERT_TRUE(waitUntil([&] { return !shown.child<QLabel>("suite-finding").text().contains(u"cases"_s); }));
    EXPECT_FALSE(shown.child<QPushButton>("suite-save").isEnabled());

    // What was typed is not lost by a slip.
    shown.dialog->reject();
    EXPECT_TRUE(shown.dialog->isVisible());
    QTest::mouseClick(&shown.child<QPushButton>("question-no"), Qt::LeftButton);
    QTest::mouseClick(&shown.child<QPushButton>("suite-discard"), Qt::LeftButton);
    EXPECT_EQ(shown.text().toUtf8(), suite("first"));
    EXPECT_EQ(shown.versions(), 1);
}

TEST(TheSuites, ComeFromFilesAndGoToFiles)
{
    Suites shown;
    const QTemporaryDir folder;
    ASSERT_TRUE(waitUntil([&] { return shown.text().contains(u"first"_s); }));
    shown.dialog->exportFile(folder.filePath(u"out.json"_s));
    QFile out(folder.filePath(u"out.json"_s));
    ASSERT_TRUE(out.open(QIODevice::ReadOnly));
    EXPECT_EQ(out.readAll(), suite("first"));

    shown.dialog->importFile(folder.filePath(u"none.json"_s));
    ASSERT_TRUE(shown.says("suite-said", u"cannot be read"_s));
    shown.dialog->importFile(QStringLiteral(ONCEDESK_SOURCE_DIR "/resources/suites/charge.card.json"));
    ASSERT_TRUE(shown.says("suite-finding", u"becomes version 1 of charge.card"_s));
    ASSERT_TRUE(waitUntil([&] { return shown.child<QPushButton>("suite-save").isEnabled(); }));
    QTest::mouseClick(&shown.child<QPushButton>("suite-save"), Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return shown.child<QTableView>("suite-list").model()->rowCount() == 2; }));
    EXPECT_EQ(shown.child<QTableView>("suite-list").model()->index(1, 0).data().toString(), u"charge.card"_s);
}

TEST(TheSuites, AreReadOnlyForThoseWhoOnlyLook)
{
    Suites shown({u"oncedesk_viewer"_s});
    ASSERT_TRUE(waitUntil([&] { return shown.text().contains(u"first"_s); }));
    ASSERT_TRUE(shown.says("suite-finding", u"Cases: 1"_s));
    EXPECT_TRUE(shown.child<QPlainTextEdit>("suite-text").isReadOnly());
    EXPECT_FALSE(shown.isShown("suite-save"));
    EXPECT_FALSE(shown.isShown("suite-import"));
    EXPECT_TRUE(shown.isShown("suite-export"));
}

} // namespace
} // namespace oncedesk
