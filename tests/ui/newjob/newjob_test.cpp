#include "tests/support/tcpproxy.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/job/jobpage.h"
#include "ui/job/timelineview.h"
#include "ui/newjob/keyname.h"
#include "ui/newjob/newjobdialog.h"
#include "ui/newjob/paramseditor.h"
#include "ui/newjob/policyform.h"
#include "ui/shell/deskview.h"
#include "ui/shell/noticeline.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The dialog, filled in as somebody would.
class Form
{
public:
    Form(LiveDesk &desk, const QString &key) : m_dialog(new NewJobDialog(desk, &m_window))
    {
        QObject::connect(m_dialog, &NewJobDialog::jobWanted, &m_window,
                         [this](JobId job, const QString &said) {
                             opened += job.value();
                             sentence = said;
                         });
        QObject::connect(m_dialog, &NewJobDialog::said, &m_window,
                         [this](const QString &words) { saidLater += words; });
        m_window.resize(1280, 800);
        m_window.show();
        m_dialog->open();
        field(u"owner"_s)->setText(u"studio-north"_s);
        field(u"key"_s)->setText(key);
        field(u"intent"_s)->setText(u"print.poster"_s);
        params().setText(u"{\"amount\": 450}"_s);
    }
    ~Form() { delete m_dialog.data(); }

    [[nodiscard]] QLineEdit *field(const QString &name) const
    {
        return m_dialog->findChild<QLineEdit *>(name);
    }
    [[nodiscard]] QPushButton *button(const QString &name) const
    {
        return m_dialog->findChild<QPushButton *>(name);
    }
    [[nodiscard]] QComboBox *provider() const { return m_dialog->findChild<QComboBox *>(u"provider"_s); }
    [[nodiscard]] ParamsEditor &params() const { return *m_dialog->findChild<ParamsEditor *>(); }
    [[nodiscard]] bool isReady() const
    {
        return waitUntil([this] { return button(u"submit"_s)->isEnabled(); });
    }
    [[nodiscard]] bool isClosed() const
    {
        return waitUntil([this] { return !m_dialog || !m_dialog->isVisible(); });
    }
    [[nodiscard]] bool says(const QString &part) const
    {
        return waitUntil([&] { return m_dialog && m_dialog->answer().contains(part); });
    }
    [[nodiscard]] QString answer() const { return m_dialog ? m_dialog->answer() : u"(closed)"_s; }
    void submit() const { QTest::mouseClick(button(u"submit"_s), Qt::LeftButton); }

    QList<qint64> opened;
    QString sentence;
    QStringList saidLater; // once the window was closed

private:
    QWidget m_window;
    QPointer<NewJobDialog> m_dialog;
};

qint64 jobsIn(ConsoleDesk &desk)
{
    return desk.elsewhere("SELECT count(*) FROM oncedesk.jobs").integer(0, 0);
}

TEST(NewJob, CreatesOneAndOpensIt)
{
    ConsoleDesk desk;
    Form form(desk.live(), u"first"_s);
    ASSERT_TRUE(form.isReady());
    EXPECT_EQ(form.provider()->count(), 2);
    form.submit();
    ASSERT_TRUE(form.isClosed());
    ASSERT_EQ(form.opened.size(), 1);
    const Rows rows =
        desk.elsewhere("SELECT owner_id, idempotency_key, intent, provider, params::text, policy::text "
                       "FROM oncedesk.jobs WHERE id = $1",
                       {form.opened[0]});
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows.utf8(0, 0), "studio-north");
    EXPECT_EQ(rows.utf8(0, 1), "first");
    EXPECT_EQ(rows.utf8(0, 2), "print.poster");
    EXPECT_EQ(rows.utf8(0, 4), "{\"amount\": 450}");
    EXPECT_EQ(rows.utf8(0, 5), "{}"); // nothing that is as the contract has it anyway
}

TEST(NewJob, TabGoesFromTheKeyToGenerateAndOnToTheIntent)
{
    ConsoleDesk desk;
    Form form(desk.live(), QString());
    QApplication::setActiveWindow(form.button(u"generate"_s)->window());
    form.field(u"key"_s)->setFocus();
    QTest::keyClick(form.field(u"key"_s), Qt::Key_Tab);
    EXPECT_TRUE(form.button(u"generate"_s)->hasFocus());
    QTest::keyClick(form.button(u"generate"_s), Qt::Key_Space);
    EXPECT_FALSE(form.field(u"key"_s)->text().isEmpty());
    QTest::keyClick(form.button(u"generate"_s), Qt::Key_Tab);
    EXPECT_TRUE(form.field(u"intent"_s)->hasFocus());
}

TEST(NewJob, ADoubleClickOnSubmitMakesOneJob)
{
    ConsoleDesk desk;
    Form form(desk.live(), u"double"_s);
    ASSERT_TRUE(form.isReady());
    form.submit();
    form.submit();
    QTest::mouseDClick(form.button(u"submit"_s), Qt::LeftButton);
    ASSERT_TRUE(form.isClosed());
    EXPECT_EQ(form.opened.size(), 1);
    EXPECT_EQ(jobsIn(desk), 1);
    EXPECT_EQ(desk.elsewhere("SELECT count(*) FROM oncedesk.submissions").integer(0, 0), 1);
}

TEST(NewJob, AReplaySaysWhichTicketItIsAndOpensIt)
{
    ConsoleDesk desk;
    const qint64 job = desk.waitingJob("replay");
    Form form(desk.live(), u"replay"_s);
    ASSERT_TRUE(form.isReady());
    form.submit();
    ASSERT_TRUE(form.isClosed());
    EXPECT_EQ(form.opened, QList<qint64>{job});
    EXPECT_TRUE(form.sentence.startsWith(u"This is ticket #%1, created 2"_s.arg(job)))
        << form.sentence.toStdString();
    EXPECT_TRUE(form.sentence.endsWith(u"; nothing new was started."_s)) << form.sentence.toStdString();
    EXPECT_EQ(jobsIn(desk), 1);
}

TEST(NewJob, AConflictSaysWhatDiffersAndKeepsTheForm)
{
    ConsoleDesk desk;
    const qint64 job = desk.waitingJob("taken");
    Form form(desk.live(), u"taken"_s);
    form.params().setText(u"{\"amount\": 451}"_s);
    ASSERT_TRUE(form.isReady());
    form.submit();
    ASSERT_TRUE(form.says(u"ticket #%1, which differs in: params/amount"_s.arg(job)))
        << form.answer().toStdString();
    EXPECT_TRUE(form.opened.isEmpty());
    EXPECT_EQ(form.field(u"key"_s)->text(), u"taken"_s);
    EXPECT_EQ(form.params().json(), QByteArray("{\"amount\": 451}"));
    ASSERT_TRUE(form.button(u"open-other"_s)->isVisible());
    QTest::mouseClick(form.button(u"open-other"_s), Qt::LeftButton);
    EXPECT_EQ(form.opened, QList<qint64>{job});
    EXPECT_EQ(jobsIn(desk), 1);
}

TEST(NewJob, WhatWasAnsweredGoesWithTheFirstEdit)
{
    ConsoleDesk desk;
    const qint64 job = desk.waitingJob("taken");
    Form form(desk.live(), u"taken"_s);
    form.params().setText(u"{\"amount\": 451}"_s);
    ASSERT_TRUE(form.isReady());
    form.submit();
    ASSERT_TRUE(form.says(u"ticket #%1, which differs in: params/amount"_s.arg(job)));
    form.field(u"key"_s)->setText(u"another"_s);
    EXPECT_EQ(form.answer(), QString());
    EXPECT_FALSE(form.button(u"open-other"_s)->isVisible());
}

TEST(NewJob, ARefusalIsSaidInWordsAndTheFormStays)
{
    ConsoleDesk desk;
    Form form(desk.live(), u"refused"_s);
    ASSERT_TRUE(form.isReady());
    desk.elsewhere("SELECT oncedesk.enable_provider('inkjet', false)");
    form.submit();
    ASSERT_TRUE(form.says(u"The provider \"inkjet\" is disabled"_s)) << form.answer().toStdString();
    EXPECT_TRUE(form.answer().startsWith(u"Refused, nothing was recorded"_s));
    EXPECT_TRUE(form.button(u"submit"_s)->isEnabled());
    EXPECT_EQ(jobsIn(desk), 0);
}

TEST(NewJob, ALostLinkSaysThatSendingItAgainIsSafe)
{
    ConsoleDesk desk;
    TcpProxy proxy(desk.database().settings());
    LiveDesk far(proxy.settings(), nullptr);
    Form form(far, u"lost"_s);
    ASSERT_TRUE(form.isReady());
    using Direction = TcpProxy::Direction;
    proxy.giveEachLink([] { return TcpProxy::Lifetime(Direction::fromClient, 0); });
    proxy.cutAll();
    form.submit();
    ASSERT_TRUE(form.says(u"Submitting it again is safe"_s)) << form.answer().toStdString();
    EXPECT_EQ(form.field(u"key"_s)->text(), u"lost"_s);
    proxy.giveEachLink([] { return TcpProxy::Lifetime(Direction::fromClient, 1'000'000'000); });
    ASSERT_TRUE(form.isReady());
    form.submit();
    ASSERT_TRUE(form.isClosed());
    EXPECT_EQ(form.opened.size(), 1);
    EXPECT_EQ(jobsIn(desk), 1);
}

TEST(NewJob, WhatCameOfItIsSaidEvenWhenItsWindowWasClosedBefore)
{
    ConsoleDesk desk;
    Form form(desk.live(), u"slow"_s);
    ASSERT_TRUE(form.isReady());
    desk.elsewhere("BEGIN");
    desk.elsewhere("LOCK TABLE oncedesk.jobs IN SHARE ROW EXCLUSIVE MODE");
    form.submit();
    EXPECT_TRUE(form.says(u"Asking the database"_s));
    EXPECT_FALSE(form.button(u"submit"_s)->isEnabled());
    QTest::mouseClick(form.button(u"close"_s), Qt::LeftButton);
    EXPECT_TRUE(form.isClosed());
    desk.elsewhere("COMMIT");
    // What was sent was sent; nothing is opened behind one's back.
    EXPECT_TRUE(waitUntil([&] { return jobsIn(desk) == 1; }));
    EXPECT_TRUE(waitUntil([&] { return desk.live().counts().waiting == 1; }));
    ASSERT_TRUE(waitUntil([&] { return form.saidLater.size() == 2; }));
    EXPECT_TRUE(form.saidLater.at(0).contains(u"under key slow: sent"_s)) << qPrintable(form.saidLater.at(0));
    EXPECT_TRUE(form.saidLater.at(1).contains(u"was created"_s)) << qPrintable(form.saidLater.at(1));
    EXPECT_TRUE(form.opened.isEmpty());
}

TEST(NewJob, AViewerIsToldThatSubmittingIsNotTheirs)
{
    ConsoleDesk desk({u"oncedesk_viewer"_s});
    Form form(desk.live(), u"viewer"_s);
    ASSERT_TRUE(form.isReady());
    form.submit();
    EXPECT_TRUE(form.says(u"your role may not submit jobs"_s)) << form.answer().toStdString();
    EXPECT_EQ(jobsIn(desk), 0);
}

TEST(NewJob, ASubmitterWhoMayNotListProvidersTypesOne)
{
    ConsoleDesk desk({u"oncedesk_submitter"_s});
    Form form(desk.live(), u"typed"_s);
    ASSERT_TRUE(waitUntil([&] { return form.provider()->isEditable(); }));
    form.provider()->setEditText(u"laser"_s);
    ASSERT_TRUE(form.isReady());
    form.submit();
    ASSERT_TRUE(form.isClosed());
    EXPECT_EQ(desk.elsewhere("SELECT provider FROM oncedesk.jobs").utf8(0, 0), "laser");
}

TEST(NewJob, SaysBeforeWhatItWillDo)
{
    ConsoleDesk desk;
    Form form(desk.live(), u"plan"_s);
    ASSERT_TRUE(form.isReady());
    const auto shows = [&](const QString &part) {
        for (const QLabel *label : form.button(u"submit"_s)->window()->findChildren<QLabel *>()) {
            if (label->text().contains(part))
                return true;
        }
        return false;
    };
    EXPECT_TRUE(shows(u"opens attempt 1 at inkjet at once"_s));
    form.button(u"submit"_s)->window()->findChild<QComboBox *>(u"start"_s)->setCurrentIndex(1);
    EXPECT_TRUE(shows(u"Nothing starts until a person opens attempt 1"_s));
    form.field(u"key"_s)->clear();
    EXPECT_TRUE(shows(u"Give it a key"_s));
    EXPECT_FALSE(form.button(u"submit"_s)->isEnabled());
}

TEST(NewJob, GeneratesAReadableKeyThatNeverComesTwice)
{
    ConsoleDesk desk;
    Form form(desk.live(), QString());
    QTest::mouseClick(form.button(u"generate"_s), Qt::LeftButton);
    const QRegularExpression readable(u"^print-poster(-[a-z0-9]{4}){3}$"_s);
    EXPECT_TRUE(readable.match(form.field(u"key"_s)->text()).hasMatch());
    QSet<QString> seen;
    for (int i = 0; i < 2000; ++i)
        seen.insert(newKey(u"Ünïcode  <b>"_s));
    EXPECT_EQ(seen.size(), 2000);
    for (const QChar c : *seen.begin())
        EXPECT_TRUE(c >= u' ' && c <= u'~');
}

TEST(ParamsEditor, UnderlinesTheFaultAndSaysIt)
{
    ParamsEditor editor;
    editor.setText(u"{\"ü\": 1,\n \"amount\": nul}"_s);
    ASSERT_TRUE(waitUntil([&] { return editor.isChecked(); }));
    EXPECT_EQ(editor.underlinedAt(), 20) << editor.fault().toStdString();
    EXPECT_TRUE(editor.fault().contains(u"line 2, column 12"_s)) << editor.fault().toStdString();
    editor.setText(u"{\"amount\": null}"_s);
    ASSERT_TRUE(waitUntil([&] { return editor.isChecked(); }));
    EXPECT_EQ(editor.underlinedAt(), -1);
    EXPECT_EQ(editor.fault(), QString());
}

TEST(ParamsEditor, PointsAtTheEndWhereSomethingIsMissing)
{
    ParamsEditor editor;
    editor.setText(u"{\"amount\": 1"_s);
    ASSERT_TRUE(waitUntil([&] { return editor.isChecked(); }));
    EXPECT_FALSE(editor.fault().isEmpty());
    EXPECT_EQ(editor.underlinedAt(), 11);
}

// Stands in for the clipboard.
struct PastedInto : ParamsEditor
{
    void paste(const QString &text)
    {
        QMimeData pasted;
        pasted.setText(text);
        insertFromMimeData(&pasted);
    }
};

TEST(ParamsEditor, KeepsFiveMegabytesAsideAndShowsTheirBeginning)
{
    PastedInto editor;
    editor.show();
    const QString large = u"{\"blob\": \""_s + QString(5'000'000, u'x') + u"\"}"_s;
    editor.paste(large);
    EXPECT_TRUE(editor.isKeptAside());
    EXPECT_LE(editor.toPlainText().size(), ParamsEditor::mostExcerpt + 1);
    EXPECT_EQ(editor.json(), large.toUtf8());
    ASSERT_TRUE(waitUntil([&] { return editor.isChecked(); }));
    EXPECT_TRUE(editor.fault().contains(u"1048576"_s)) << editor.fault().toStdString();
    QGuiApplication::clipboard()->setText(u"{\"copies\": 2}"_s);
    QTest::keyClick(&editor, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(editor.json(), "{\"copies\": 2}") << "what is pasted takes its place";
    EXPECT_FALSE(editor.isKeptAside());
    editor.paste(large);
    editor.startOver();
    EXPECT_FALSE(editor.isKeptAside());
    EXPECT_FALSE(editor.isReadOnly());
}

TEST(ParamsEditor, RefusesTenThousandLevels)
{
    PastedInto editor;
    editor.paste(u"{\"a\":"_s + QString(9'000, u'[') + u"\n"_s + QString(9'000, u']') + u"}"_s);
    ASSERT_TRUE(waitUntil([&] { return editor.isChecked(); }));
    EXPECT_FALSE(editor.fault().isEmpty());
}

TEST(PolicyForm, SendsOnlyWhatDiffersFromTheContract)
{
    PolicyForm form;
    EXPECT_EQ(form.json(), QByteArray("{}"));
    form.findChild<QLineEdit *>(u"timeout_s"_s)->setText(u"2.5 s"_s);
    form.findChild<QLineEdit *>(u"fallbacks"_s)->setText(u" laser , plotter,"_s);
    EXPECT_EQ(form.json(), QByteArray(R"({"timeout_s":2.5,"fallbacks":["laser","plotter"]})"));
    auto *hedgeAfter = form.findChild<QLineEdit *>(u"hedge_after_s"_s);
    EXPECT_FALSE(hedgeAfter->isEnabled());
    hedgeAfter->setText(u"4"_s);
    EXPECT_FALSE(form.json().contains("hedge_after_s")); // it means nothing in exclusive mode
    form.findChild<QComboBox *>(u"mode"_s)->setCurrentIndex(1);
    EXPECT_TRUE(form.json().contains(R"("mode":"hedged","hedge_after_s":4)"));
}

TEST(PolicyForm, SaysWhatIsWrongWithANumberAndCorrectsNothing)
{
    PolicyForm form;
    const auto write = [&form](const QString &field, const QString &text) {
        form.findChild<QLineEdit *>(field)->setText(text);
    };
    for (const QString &text : {u"1,5"_s, u"-7"_s, u"1e308"_s, u"nan"_s, u"0"_s, u"soon"_s, u"86401"_s}) {
        write(u"timeout_s"_s, text);
        EXPECT_FALSE(form.fault().isEmpty()) << text.toStdString();
    }
    write(u"timeout_s"_s, u"1.5"_s);
    EXPECT_EQ(form.fault(), QString());
    for (const QString &text : {u"1.5"_s, u"0"_s, u"-1"_s, u"101"_s}) {
        write(u"max_attempts"_s, text);
        EXPECT_FALSE(form.fault().isEmpty()) << text.toStdString();
    }
    write(u"max_attempts"_s, u""_s);
    EXPECT_EQ(form.fault(), QString());
    EXPECT_EQ(form.json(), QByteArray(R"({"timeout_s":1.5})"));
}

TEST(NewJob, RefusesAKeyThatIsTooLongAndNeverCutsIt)
{
    ConsoleDesk desk;
    QWidget window;
    auto *made = new NewJobDialog(desk.live(), &window); // deletes itself when it is closed
    NewJobDialog &dialog = *made;
    const auto write = [&dialog](const QString &field, const QString &text) {
        dialog.findChild<QLineEdit *>(field)->setText(text);
    };
    write(u"owner"_s, u"alice"_s);
    write(u"intent"_s, u"print.poster"_s);
    auto *submit = dialog.findChild<QPushButton *>(u"submit"_s);
    write(u"key"_s, QString(255, u'k'));
    ASSERT_TRUE(waitUntil([&] { return submit->isEnabled(); }));
    write(u"key"_s, QString(256, u'k'));
    EXPECT_FALSE(submit->isEnabled());
    EXPECT_EQ(dialog.findChild<QLineEdit *>(u"key"_s)->text().size(), 256);
}

TEST(NewJob, TheWindowOpensWhatWasCreated)
{
    ConsoleDesk desk;
    ASSERT_TRUE(waitUntil([&] { return desk.live().isAccessKnown(); }));
    DeskView view(desk.takeLive());
    view.resize(1280, 800);
    view.show();
    view.openNewJob();
    view.openNewJob(); // one at a time
    ASSERT_EQ(view.findChildren<NewJobDialog *>().size(), 1);
    auto *dialog = view.findChild<NewJobDialog *>();
    dialog->findChild<QLineEdit *>(u"owner"_s)->setText(u"studio-north"_s);
    dialog->findChild<QLineEdit *>(u"key"_s)->setText(u"window"_s);
    dialog->findChild<QLineEdit *>(u"intent"_s)->setText(u"print.poster"_s);
    auto *submit = dialog->findChild<QPushButton *>(u"submit"_s);
    ASSERT_TRUE(waitUntil([&] { return submit->isEnabled(); }));
    QTest::mouseClick(submit, Qt::LeftButton);
    auto *page = view.findChild<JobPage *>();
    ASSERT_TRUE(waitUntil([&] { return page->timeline().isVisible(); }));
    EXPECT_EQ(view.currentPage(), u"job"_s);
    EXPECT_EQ(view.findChild<NoticeLine *>()->text(), u"Ticket #%1 was created."_s.arg(page->job().value()));
}

} // namespace
} // namespace oncedesk
