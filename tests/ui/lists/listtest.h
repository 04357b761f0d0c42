// A list of jobs on a database of the test's own.
#pragma once

#include "tests/ui/support/consoledesk.h"
#include "ui/actions/deskactions.h"
#include "ui/jobs/jobsmodel.h"
#include "ui/jobs/jobspage.h"
#include "ui/lists/filterbox.h"
#include "ui/lists/listtable.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <gtest/gtest.h>

namespace oncedesk {

class AListOfJobs : public testing::Test
{
protected:
    AListOfJobs() { page.resize(1072, 600); }

    // So many jobs at once, with keys job-1, job-2 …
    void submitJobs(int count)
    {
        console.elsewhere(
            "SELECT count(*) FROM generate_series(1, $1::int) n, oncedesk.submit_job('studio-north', "
            "'job-' || n, 'print.poster', 'inkjet', '{}') s",
            {count});
    }
    void show()
    {
        page.show();
        ASSERT_TRUE(waitUntil([&] { return page.model().isLoaded() && !page.model().isSearching(); }));
    }
    [[nodiscard]] QString text(int row, int column) const
    {
        return page.model().index(row, column).data().toString();
    }
    [[nodiscard]] int rows() const { return page.model().rowCount(); }
    template<class Widget>
    [[nodiscard]] Widget *find(const char *name) const
    {
        return page.findChild<Widget *>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString summary() const { return find<QWidget>("summary")->accessibleName(); }
    [[nodiscard]] const board::JobRow &job(int row) const { return page.model().as<board::JobRow>(row); }

    ConsoleDesk console;
    QWidget window; // that dialogs open over
    DeskActions actions{console.live(), &window};
    JobsPage page{console.live(), actions};
    QAbstractItemModelTester tester{&page.model(), QAbstractItemModelTester::FailureReportingMode::Fatal};
};

} // namespace oncedesk
