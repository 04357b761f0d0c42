#include "ui/actions/actionrun.h"

#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Kind = ActionRun::Outcome::Kind;

ActionRun::ActionRun(LiveDesk &desk, std::shared_ptr<const Action> action, QList<ActionTarget> targets,
                     QObject *parent)
    : QObject(parent), m_desk(desk), m_action(std::move(action)), m_targets(std::move(targets))
{
}

void ActionRun::start()
{
    next();
}

void ActionRun::next()
{
    if (m_stopped || m_outcomes.size() == m_targets.size()) {
        Q_EMIT ended();
        deleteLater();
        return;
    }
    readAgain();
}

void ActionRun::readAgain()
{
    const qint64 id = m_targets.at(m_outcomes.size()).id;
    m_desk.read(
        this, [action = m_action, id](Session &session) { return action->read(session, {id}); },
        [this](const Result<QList<ActionTarget>> &now) {
            if (!now) {
                failed(now.error());
                return;
            }
            const ActionTarget &before = m_targets.at(m_outcomes.size());
            if (m_action->stillHolds(before, now->first()))
                carryOut(now->first());
            else
                add({Kind::changed,
                     now->first().attempts == before.attempts
                         ? tr("%1 is not %2 any more, it is %3. Nothing was changed.")
                               .arg(asSentence(before.name()), before.word(), now->first().word())
                         : tr("%1 is %2 now. Nothing was changed.")
                               .arg(asSentence(before.name()), now->first().change(before)),
                     {}});
        });
}

void ActionRun::carryOut(const ActionTarget &now)
{
    m_desk.act(
        this, [action = m_action, now](Session &session) { return action->carryOut(session, now); },
        [this](const Result<ActionAnswer> &answer) {
            if (!answer)
                failed(answer.error());
            else if (answer->blocking)
                nameBlocking(*answer);
            else
                conclude(*answer, {});
        });
}

void ActionRun::nameBlocking(const ActionAnswer &answer)
{
    m_desk.read(
        this, [id = answer.blocking->value()](Session &session) { return readAttemptTargets(session, {id}); },
        [this, answer](const Result<QList<ActionTarget>> &blocking) {
            conclude(answer, blocking ? std::optional(blocking->first()) : std::nullopt);
        });
}

void ActionRun::conclude(const ActionAnswer &answer, const std::optional<ActionTarget> &blocking)
{
    const auto kind = [&answer] {
        switch (answer.kind) {
        case ActionAnswer::Kind::done:
            return Kind::done;
        case ActionAnswer::Kind::requested:
            return Kind::requested;
        case ActionAnswer::Kind::refused:
            return Kind::refused;
        }
        Q_UNREACHABLE();
    }();
    add({kind, m_action->words(m_targets.at(m_outcomes.size()), answer, blocking), answer.request});
}

void ActionRun::failed(const Error &error)
{
    const bool isAway = error.kind == ErrorKind::disconnected;
    // It will not be better with the next one.
    if (isAway || error.kind == ErrorKind::forbidden)
        m_stopped = true;
    add({isAway ? Kind::open : Kind::failed,
         isAway ? tr("The database is away: %1 Whether this was done is open; look again when it is back.")
                      .arg(error.sentence)
                : error.sentence,
         {}});
}

void ActionRun::add(Outcome outcome)
{
    m_outcomes += std::move(outcome);
    Q_EMIT answered(int(m_outcomes.size()) - 1);
    next();
}

QString ActionRun::summary() const
{
    if (m_targets.size() == 1 && m_outcomes.size() == 1)
        return m_outcomes.first().words;
    const auto count = [this](Kind kind) {
        return int(std::count_if(m_outcomes.begin(), m_outcomes.end(),
                                 [kind](const Outcome &outcome) { return outcome.kind == kind; }));
    };
    QStringList parts;
    const auto say = [&](Kind kind, auto words) {
        if (const int n = count(kind))
            parts += words(n);
    };
    say(Kind::done, [this](int n) { return m_action->tally(ActionAnswer::Kind::done, n); });
    say(Kind::requested, [this](int n) { return m_action->tally(ActionAnswer::Kind::requested, n); });
    say(Kind::refused, [this](int n) { return m_action->tally(ActionAnswer::Kind::refused, n); });
    say(Kind::changed, [](int n) { return tr("%1 left alone because they had changed").arg(n); });
    say(Kind::open, [](int n) { return tr("%1 open: look again whether it was done").arg(n); });
    say(Kind::failed, [](int n) { return tr("%1 failed").arg(n); });
    if (const auto rest = m_targets.size() - m_outcomes.size())
        parts += tr("%1 not begun").arg(rest);
    return tr("%1 of %2: %3.")
        .arg(QString::number(m_outcomes.size()), QString::number(m_targets.size()), parts.join(u", "_s));
}

bool ActionRun::isRefusal() const
{
    return std::any_of(m_outcomes.begin(), m_outcomes.end(), [](const Outcome &outcome) {
        switch (outcome.kind) {
        case Kind::done:
        case Kind::requested:
            return false;
        case Kind::refused:
        case Kind::changed:
        case Kind::open:
        case Kind::failed:
            return true;
        }
        Q_UNREACHABLE();
    });
}

} // namespace oncedesk
