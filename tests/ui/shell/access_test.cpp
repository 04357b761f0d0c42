// What a login may not see is not offered, and is as soon as it may.
#include "tests/ui/support/consoledesk.h"
#include "ui/newjob/newjobdialog.h"
#include "ui/newjob/paramseditor.h"
#include "ui/shell/deskview.h"
#include "ui/shell/footer.h"
#include "ui/shell/noticeline.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class ADeskView : public ::testing::Test
{
protected:
    void openAs(const QStringList &roles)
    {
        m_console = std::make_unique<ConsoleDesk>(roles);
        m_login = m_console->live().settings().value(u"user"_s);
        m_view = std::make_unique<DeskView>(m_console->takeLive());
        m_view->resize(1280, 800);
        m_view->show();
        m_view->showPage(u"attention"_s);
        ASSERT_TRUE(waitUntil([this] { return m_view->desk().isAccessKnown(); }));
    }
    [[nodiscard]] QList<QToolButton *> railEntries() const
    {
        QList<QToolButton *> all;
        for (const QString &page : m_view->pages())
            all += m_view->findChild<QToolButton *>(u"rail-"_s + page);
        return all;
    }
    [[nodiscard]] int shownCounts() const
    {
        int shown = 0;
        for (const StatusCount *count : m_view->findChildren<StatusCount *>())
            shown += count->isVisible() ? 1 : 0;
        return shown;
    }
    [[nodiscard]] QString notice() const { return m_view->findChild<NoticeLine *>()->text(); }
    // Fills the dialog in and submits it.
    void submit(const QString &owner)
    {
        m_view->openNewJob();
        auto *dialog = m_view->findChild<NewJobDialog *>();
        ASSERT_TRUE(dialog);
        auto *provider = dialog->findChild<QComboBox *>(u"provider"_s);
        ASSERT_TRUE(waitUntil([&] { return provider->isEditable(); }));
        dialog->findChild<QLineEdit *>(u"owner"_s)->setText(owner);
        dialog->findChild<QLineEdit *>(u"key"_s)->setText(u"k"_s);
        dialog->findChild<QLineEdit *>(u"intent"_s)->setText(u"print.poster"_s);
        provider->setEditText(u"laser"_s);
        auto *button = dialog->findChild<QPushButton *>(u"submit"_s);
        ASSERT_TRUE(waitUntil([&] { return button->isEnabled(); }));
        QTest::mouseClick(button, Qt::LeftButton);
    }

    std::unique_ptr<ConsoleDesk> m_console;
    QString m_login;
    std::unique_ptr<DeskView> m_view;
};

TEST_F(ADeskView, ShowsNoCountsToALoginThatMayNotLook)
{
    openAs({u"oncedesk_submitter"_s});
    EXPECT_EQ(shownCounts(), 0);
}

TEST_F(ADeskView, ShowsCountsAndOffersItsPagesToEveryLoginThatMayLook)
{
    for (const QString &role : {u"oncedesk_viewer"_s, u"oncedesk_operator"_s, u"oncedesk_admin"_s}) {
        m_view.reset();
        openAs({role});
        EXPECT_EQ(shownCounts(), 6) << qPrintable(role);
        for (const QToolButton *entry : railEntries())
            EXPECT_TRUE(entry->isEnabled()) << qPrintable(role + entry->objectName());
    }
}

TEST_F(ADeskView, OffersNoPageThatMayNotBeSeenUntilTheRoleIsGranted)
{
    openAs({u"oncedesk_submitter"_s});
    ASSERT_EQ(railEntries().size(), 7);
    QStringList toolTips;
    for (const QToolButton *entry : railEntries()) {
        EXPECT_FALSE(entry->isEnabled()) << qPrintable(entry->objectName());
        EXPECT_TRUE(entry->toolTip().contains(u"oncedesk_viewer"_s)) << qPrintable(entry->toolTip());
        EXPECT_TRUE(entry->accessibleDescription().contains(u"oncedesk_viewer"_s));
    }
    EXPECT_FALSE(m_view->findChild<QLineEdit *>(u"search"_s)->isEnabled());
    EXPECT_TRUE(m_view->findChild<QPushButton *>(u"new-job"_s)->isVisible());

    m_console->elsewhere("GRANT oncedesk_viewer TO \"" + m_login.toUtf8() + '"');
    ASSERT_TRUE(waitUntil([this] { return railEntries().at(1)->isEnabled(); }));
    for (const QToolButton *entry : railEntries()) {
        EXPECT_TRUE(entry->isEnabled()) << qPrintable(entry->objectName());
        EXPECT_FALSE(entry->toolTip().contains(u"oncedesk_viewer"_s)) << qPrintable(entry->toolTip());
    }
    EXPECT_TRUE(m_view->findChild<QLineEdit *>(u"search"_s)->isEnabled());
    EXPECT_EQ(shownCounts(), 6);
    QTest::mouseClick(railEntries().at(1), Qt::LeftButton);
    EXPECT_EQ(m_view->currentPage(), u"jobs"_s);

    m_console->elsewhere("REVOKE oncedesk_viewer FROM \"" + m_login.toUtf8() + '"');
    EXPECT_TRUE(waitUntil([this] { return !railEntries().at(1)->isEnabled() && shownCounts() == 0; }));
}

TEST_F(ADeskView, SaysWhichTicketWasCreatedToALoginThatMayNotOpenIt)
{
    openAs({u"oncedesk_submitter"_s});
    submit(u"studio-north"_s);
    ASSERT_TRUE(waitUntil([this] { return !notice().isEmpty(); }));
    const qint64 job = m_console->elsewhere("SELECT id FROM oncedesk.jobs").integer(0, 0);
    EXPECT_EQ(notice(), u"Ticket #%1 was created."_s.arg(job));
    EXPECT_EQ(m_view->currentPage(), u"attention"_s);
}

TEST_F(ADeskView, DoesNotOpenTheTicketThatHoldsAKeyToALoginThatMayNotLook)
{
    openAs({u"oncedesk_submitter"_s});
    const qint64 job = m_console->waitingJob("k");
    submit(u"studio-north"_s);
    auto *other = m_view->findChild<QPushButton *>(u"open-other"_s);
    ASSERT_TRUE(other);
    ASSERT_TRUE(waitUntil([&] { return other->isVisible(); }));
    QTest::mouseClick(other, Qt::LeftButton);
    EXPECT_TRUE(notice().startsWith(u"Ticket #%1 is not opened"_s.arg(job))) << qPrintable(notice());
    EXPECT_EQ(m_view->currentPage(), u"attention"_s);
}

} // namespace
} // namespace oncedesk
