#include "ui/activity/activitypage.h"

#include "ui/activity/activitymodel.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

ActivityPage::ActivityPage(LiveDesk &desk, QWidget *parent)
    : ActivityPage(desk, new ActivityModel(desk), parent)
{
}

ActivityPage::ActivityPage(LiveDesk &desk, ActivityModel *model, QWidget *parent)
    : ListPage(desk, u"activity"_s,
               {.title = tr("Activity"),
                .what = tr("who did what, when and why; written by the database"),
                .none = tr("Nobody has done anything by hand yet."),
                .example = u"action:cancel_attempt actor:alice age:<1d #45"_s},
               model, parent),
      m_activity(model)
{
}

// What was done to a provider or a client has no ticket to open.
void ActivityPage::open(int row)
{
    const auto &done = m_activity->done(row);
    if (done.job)
        Q_EMIT jobWanted(*done.job);
}

} // namespace oncedesk
