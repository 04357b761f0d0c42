#include "ui/submissions/submissionsmodel.h"

#include "ui/lists/celltext.h"
#include "ui/look/mark.h"
#include "ui/widgets/times.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

look::Mark markOf(const QString &outcome)
{
    if (outcome == u"created")
        return look::Mark::succeeded;
    return outcome == u"replayed" ? look::Mark::superseded : look::Mark::failed;
}

QString wordOf(const QString &outcome)
{
    if (outcome == u"created")
        return SubmissionsModel::tr("created");
    if (outcome == u"replayed")
        return SubmissionsModel::tr("replayed");
    return outcome == u"conflict" ? SubmissionsModel::tr("conflict") : outcome;
}

// What the ticket has to do with the call.
QString sentence(const board::SubmissionRow &row)
{
    const QString ticket = ticketText(row.job);
    if (row.outcome == u"created")
        return SubmissionsModel::tr("It made ticket %1.").arg(ticket);
    if (row.outcome == u"replayed")
        return SubmissionsModel::tr("It is ticket %1, which was there already; nothing new was started.")
            .arg(ticket);
    return SubmissionsModel::tr("The key belongs to ticket %1, which is something else; nothing was started.")
        .arg(ticket);
}

} // namespace

SubmissionsModel::SubmissionsModel(LiveDesk &desk, QObject *parent)
    : ListModel(
          desk, board::Subject::submissions,
          listReader(board::submissions, [](const board::SubmissionRow &row) { return row.id; }),
          {{.name = u"when"_s, .title = tr("When"), .width = 190, .isFixed = true},
           {.name = u"outcome"_s, .title = tr("Outcome"), .width = 104},
           {.name = u"ticket"_s, .title = tr("Ticket"), .width = 76, .share = 1, .isFixed = true},
           {.name = u"owner"_s, .title = tr("Owner"), .width = 120, .share = 2},
           {.name = u"key"_s,
            .title = tr("Key"),
            .width = 200,
            .share = 4,
            .isFixed = true,
            .elide = Qt::ElideMiddle},
           {.name = u"differs"_s, .title = tr("What differed"), .width = 124, .share = 2, .isFixed = true},
           {.name = u"client"_s, .title = tr("Client"), .width = 96, .share = 1},
           {.name = u"actor"_s, .title = tr("Login"), .width = 90, .share = 1}},
          parent)
{
}

QVariant SubmissionsModel::cell(int row, int column, int role) const
{
    const board::SubmissionRow &submission = this->submission(row);
    if (role == CopyRole)
        return submission.key;
    if (role == MarkRole && column == outcome)
        return int(markOf(submission.outcome));
    if (role == Qt::ToolTipRole && column == when)
        return Times::instance().full(submission.at);
    if (role == Qt::ToolTipRole && (column == outcome || column == ticket))
        return sentence(submission);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (Column(column)) {
    case when:
        return Times::instance().brief(submission.at);
    case outcome:
        return wordOf(submission.outcome);
    case ticket:
        return ticketText(submission.job);
    case owner:
        return submission.owner;
    case key:
        return submission.key;
    case differs:
        return submission.differs.join(u", "_s);
    case client:
        return submission.client;
    case actor:
        return submission.actor;
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
