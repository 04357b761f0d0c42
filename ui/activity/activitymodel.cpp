#include "ui/activity/activitymodel.h"

#include "ui/lists/celltext.h"
#include "ui/look/mark.h"
#include "ui/widgets/times.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The contract's words for people; a newer database's word stands as it is.
QString words(const QString &word)
{
    const auto tr = [](const char *text) { return ActivityModel::tr(text); };
    const QMap<QString, QString> known{
        {u"open_attempt"_s, tr("new attempt")},
        {u"cancel_attempt"_s, tr("cancel attempt")},
        {u"close_job"_s, tr("close job")},
        {u"ask_provider"_s, tr("ask provider")},
        {u"stop_at_provider"_s, tr("stop at provider")},
        {u"add_provider"_s, tr("add provider")},
        {u"set_provider"_s, tr("change provider")},
        {u"enable_provider"_s, tr("enable provider")},
        {u"disable_provider"_s, tr("disable provider")},
        {u"record_certificate"_s, tr("certify")},
        {u"revoke_certificates"_s, tr("revoke certificates")},
        {u"add_client"_s, tr("add client")},
        {u"revoke_client"_s, tr("revoke client")},
        {u"opened"_s, tr("opened")},
        {u"cancelled"_s, tr("cancelled")},
        {u"cancel_requested"_s, tr("cancel requested")},
        {u"requested"_s, tr("requested")},
        {u"closed"_s, tr("closed")},
        {u"refused"_s, tr("refused")},
        {u"done"_s, tr("done")},
        {u"attempt_open"_s, tr("refused: an attempt is open")},
        {u"attempt_unknown"_s, tr("refused: an attempt is unknown")},
        {u"job_completed"_s, tr("refused: the job has its result")},
        {u"job_closed"_s, tr("refused: the job is closed")},
        {u"not_certified"_s, tr("refused: not certified")},
        {u"attempts_exhausted"_s, tr("refused: no attempts left")},
        {u"no_such_job"_s, tr("refused: no such job")},
        {u"no_such_provider"_s, tr("refused: no such provider")},
        {u"provider_disabled"_s, tr("refused: provider disabled")},
        {u"version_moved"_s, tr("refused: the job moved on")},
        {u"attempt_live"_s, tr("refused: an attempt is live")},
        {u"provider_confirmed_stopped"_s, tr("provider confirmed it stopped")},
        {u"provider_has_no_record"_s, tr("provider has no record")},
        {u"accepted_risk"_s, tr("risk accepted")},
    };
    return known.value(word, word);
}

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
    for (const auto &name : {u"provider"_s, u"client"_s}) {
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
        return words(done.action);
    case subject:
        return subjectOf(done);
    case outcome:
        return words(done.outcome);
    case reason:
        return done.reason;
    case evidence:
        return words(done.evidence);
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
