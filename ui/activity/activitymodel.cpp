#include "ui/activity/activitymodel.h"

#include "ui/job/words.h"
#include "ui/lists/celltext.h"
#include "ui/look/mark.h"
#include "ui/widgets/times.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

look::Mark markOf(const QString &outcome)
{
    if (outcome == u"cancelled")
        return look::Mark::cancelled;
    if (outcome == u"closed")
        return look::Mark::closed;
    if (outcome == u"opened" || outcome == u"done")
        return look::Mark::succeeded;
    if (outcome == u"requested" || outcome == u"cancel_requested")
        return look::Mark::waiting; // a request, not yet a result
    return look::Mark::failed;
}

QString subjectOf(const board::ActionRow &row)
{
    if (row.job && row.attempt)
        return ActivityModel::tr("%1 attempt %2").arg(ticketText(*row.job), QString::number(row.ordinal));
    if (row.job)
        return ticketText(*row.job);
    const QJsonObject detail = QJsonDocument::fromJson(row.detail).object();
    for (const auto &name : {u"provider"_s, u"client"_s, u"intent"_s}) {
        if (detail.contains(name))
            return detail.value(name).toString();
    }
    return {};
}

} // namespace

ActivityModel::ActivityModel(LiveDesk &desk, QObject *parent)
    : ListModel(desk, board::Subject::actions,
                listReader(board::actions, [](const board::ActionRow &row) { return row.id; }),
                {{.name = u"when"_s, .title = tr("When"), .width = 190, .isFixed = true},
                 {.name = u"actor"_s, .title = tr("Who"), .width = 96, .share = 1},
                 {.name = u"action"_s, .title = tr("Did what"), .width = 126, .share = 1},
                 {.name = u"subject"_s, .title = tr("To what"), .width = 124, .isFixed = true},
                 {.name = u"outcome"_s, .title = tr("Outcome"), .width = 120, .share = 1},
                 {.name = u"reason"_s, .title = tr("Why"), .width = 230, .share = 6},
                 {.name = u"evidence"_s, .title = tr("Evidence"), .width = 140, .share = 1, .isMuted = true}},
                parent)
{
}

QVariant ActivityModel::cell(int row, int column, int role) const
{
    const board::ActionRow &done = this->done(row);
    if (role == CopyRole)
        return subjectOf(done);
    if (role == MarkRole && column == outcome)
        return int(markOf(done.outcome));
    if (role == Qt::ToolTipRole && column == when)
        return Times::instance().full(done.at);
    if (role == Qt::ToolTipRole && column == action)
        return u"action:%1"_s.arg(done.action);
    if (role == Qt::ToolTipRole && column == subject)
        return done.owner.isEmpty() ? subjectOf(done) : tr("%1 of %2").arg(subjectOf(done), done.owner);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (Column(column)) {
    case when:
        return Times::instance().brief(done.at);
    case actor:
        return done.actor;
    case action:
        return words::action(done.action);
    case subject:
        return subjectOf(done);
    case outcome:
        return words::outcome(done.outcome);
    case reason:
        return done.reason;
    case evidence:
        return done.evidence.isEmpty() ? QString() : words::evidence(done.evidence);
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
