#include "tests/ui/support/consoledesk.h"
#include "ui/actions/actiondialog.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/attentionmodel.h"
#include "ui/job/jobpage.h"
#include "ui/lists/listpage.h"
#include "ui/newjob/newjobdialog.h"
#include "ui/shell/deskview.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>
#include <gtest/gtest.h>
#include <ostream>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Role
{
    const char *name;
    bool looks = false;
    bool operates = false;
    bool submits = false;
    bool administers = false;

    friend void PrintTo(const Role &role, std::ostream *out) { *out << role.name; }
};

// A console in front of a login of one role, with one ticket of each kind that somebody might act on.
class TheConsole : public testing::TestWithParam<Role>
{
protected:
    TheConsole() : console({u"oncedesk_"_s + QLatin1StringView(GetParam().name)})
    {
        console.succeededJob("done");
        unknown = console.unknownJob("doubtful");
        console.elsewhere(
            "SELECT * FROM oncedesk.submit_job('studio-north', 'done', 'print.poster', 'inkjet', "
            "'{\"amount\": 450}')");
        view = std::make_unique<DeskView>(console.takeLive());
        view->resize(1280, 800);
        view->show();
        view->showPage(u"attention"_s);
        EXPECT_TRUE(waitUntil([this] { return view->desk().isAccessKnown(); }));
    }

    [[nodiscard]] bool isOffered(QWidget *parent, const char *button) const
    {
        const auto *found = parent->findChild<QWidget *>(QString::fromUtf8(button));
        return found && found->isVisible();
    }

    ConsoleDesk console;
    std::unique_ptr<DeskView> view;
    qint64 unknown = 0;
};

INSTANTIATE_TEST_SUITE_P(EachRole, TheConsole,
                         testing::Values(Role{.name = "viewer", .looks = true},
                                         Role{.name = "operator", .looks = true, .operates = true},
                                         Role{.name = "submitter", .submits = true}, Role{.name = "worker"},
                                         Role{.name = "admin", .looks = true, .administers = true}),
                         [](const auto &role) { return std::string(role.param.name); });

} // namespace

TEST_P(TheConsole, OffersOnAttentionWhatTheRoleMayDo)
{
    auto *evidence = view->findChild<QWidget *>(u"evidence"_s);
    if (!GetParam().looks) {
        ASSERT_TRUE(waitUntil([&] {
            return view->findChild<QLabel *>(u"headline"_s)->text().contains(u"may not"_s) ||
                   view->findChild<QLabel *>(u"empty"_s)->text().contains(u"may not"_s);
        }));
        return;
    }
    auto *list = view->findChild<AttentionList *>();
    auto *model = view->findChild<AttentionModel *>();
    ASSERT_TRUE(waitUntil([&] { return model->rowCount() == 2; })); // a heading and the one
    list->setCurrentIndex(model->index(1, 0));
    ASSERT_TRUE(waitUntil([&] {
        return view->findChild<QLabel *>(u"evidence-ticket"_s)->text() == u"#%1"_s.arg(unknown) &&
               view->findChild<QLabel *>(u"evidence-notice"_s)->isVisible();
    }));
    for (const char *button : {"ask", "cancel"})
        EXPECT_EQ(isOffered(evidence, button), GetParam().operates) << button;
}

TEST_P(TheConsole, ShowsTheListsToThoseWhoMayLookAndSaysSoToOthers)
{
    for (const QString &key : {u"jobs"_s, u"races"_s, u"submissions"_s, u"activity"_s}) {
        view->showPage(key);
        auto *table = view->findChild<QAbstractItemView *>(key);
        ASSERT_NE(table, nullptr) << key.toStdString();
        const auto *words = table->findChild<QLabel *>(u"words"_s);
        if (GetParam().looks)
            EXPECT_TRUE(waitUntil([&] {
                return table->model()->rowCount() > 0 || (words->isVisible() && key == u"activity"_s);
            })) << key.toStdString();
        else
            EXPECT_TRUE(waitUntil([&] { return words->text().contains(u"may not"_s); }))
                << key.toStdString() << ": " << words->text().toStdString();
    }
}

TEST_P(TheConsole, OffersOnATicketWhatTheRoleMayDo)
{
    if (!GetParam().looks)
        return;
    view->openJob(JobId(unknown));
    auto *page = view->findChild<JobPage *>();
    ASSERT_TRUE(waitUntil([&] { return isOffered(page, "copy-key"); }));
    EXPECT_TRUE(waitUntil([&] { return isOffered(page, "cancel") == GetParam().operates; }));
    EXPECT_EQ(isOffered(page, "ask"), GetParam().operates);
}

TEST_P(TheConsole, OffersNewJobsToSubmittersOnly)
{
    EXPECT_TRUE(waitUntil([&] {
        const auto *button = view->findChild<QWidget *>(u"new-job"_s);
        return (button->isVisible() && button->isEnabled()) == GetParam().submits;
    }));
    view->openNewJob();
    EXPECT_EQ(view->findChild<NewJobDialog *>() != nullptr, GetParam().submits);
}

TEST_P(TheConsole, OffersTheSwitchOfAProviderToAdministratorsOnly)
{
    if (!GetParam().looks)
        return;
    view->showPage(u"providers"_s);
    auto *table = view->findChild<QAbstractItemView *>(u"providers"_s);
    ASSERT_TRUE(waitUntil([&] { return table->model()->rowCount() == 2; }));
    table->setCurrentIndex(table->model()->index(0, 0));
    EXPECT_TRUE(waitUntil([&] { return view->findChild<QLabel *>(u"provider-name"_s)->isVisible(); }));
    EXPECT_EQ(isOffered(view.get(), "provider-switch"), GetParam().administers);
}

// The database is the guard: a dialog that was offered and filled in does nothing once the right is gone.
TEST(ARoleThatIsTakenAway, IsRefusedByTheDatabaseAndSaidInWords)
{
    ConsoleDesk console({u"oncedesk_operator"_s});
    const qint64 job = console.unknownJob("doubtful");
    const QByteArray login = console.live().settings().value(u"user"_s).toUtf8();
    DeskView view(console.takeLive());
    view.resize(1280, 800);
    view.show();
    ASSERT_TRUE(waitUntil([&] { return view.desk().isAccessKnown(); }));
    view.openJob(JobId(job));
    QPointer<QWidget> cancel;
    ASSERT_TRUE(waitUntil([&] {
        cancel = view.findChild<JobPage *>()->findChild<QWidget *>(u"cancel"_s);
        return cancel && cancel->isVisible() && cancel->isEnabled();
    }));
    QTest::mouseClick(cancel, Qt::LeftButton);
    QPointer<ActionDialog> dialog;
    ASSERT_TRUE(waitUntil([&] {
        dialog = view.findChild<ActionDialog *>();
        return dialog && dialog->findChild<QRadioButton *>(u"evidence-accepted_risk"_s);
    }));
    dialog->findChild<QRadioButton *>(u"evidence-accepted_risk"_s)->setChecked(true);
    dialog->findChild<QPlainTextEdit *>(u"reason"_s)->setPlainText(u"called them"_s);
    auto *send = dialog->findChild<QPushButton *>(u"send"_s);
    ASSERT_TRUE(waitUntil([&] { return send->isEnabled(); }));

    console.elsewhere("REVOKE oncedesk_operator FROM " + login);
    QTest::mouseClick(send, Qt::LeftButton);
    const auto verdict = [&] {
        const auto *label = dialog ? dialog->findChild<QLabel *>(u"verdict"_s) : nullptr;
        return label ? label->text() : QString();
    };
    ASSERT_TRUE(waitUntil([&] { return verdict().contains(u"may not"_s); })) << verdict().toStdString();
    EXPECT_EQ(console.elsewhere("SELECT state FROM oncedesk.attempts WHERE job_id = $1", {job}).text(0, 0),
              u"unknown");
}

} // namespace oncedesk
