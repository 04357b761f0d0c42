#include "ui/submissions/submissionspage.h"

#include "ui/submissions/submissionsmodel.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

SubmissionsPage::SubmissionsPage(LiveDesk &desk, QWidget *parent)
    : SubmissionsPage(desk, new SubmissionsModel(desk), parent)
{
}

SubmissionsPage::SubmissionsPage(LiveDesk &desk, SubmissionsModel *model, QWidget *parent)
    : ListPage(desk, u"submissions"_s,
               {.title = tr("Submissions"),
                .what = tr("the ledger of keys: every call, and what came of it"),
                .none = tr("Nothing has been submitted yet."),
                .example = u"outcome:conflict,replayed owner:alice client:shop #45"_s},
               model, parent),
      m_submissions(model)
{
}

void SubmissionsPage::open(int row)
{
    Q_EMIT jobWanted(m_submissions->submission(row).job);
}

} // namespace oncedesk
