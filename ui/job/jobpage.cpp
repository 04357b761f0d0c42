#include "ui/job/jobpage.h"

#include "ui/actions/deskactions.h"
#include "ui/job/factsview.h"
#include "ui/job/jobheader.h"
#include "ui/job/jobtables.h"
#include "ui/job/jsonview.h"
#include "ui/job/timelineview.h"
#include "ui/races/decisioncard.h"
#include "ui/widgets/card.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int tallestTimeline = 268; // the tabs want room too; more attempts scroll
constexpr int decisionWidth = 380;

} // namespace

JobPage::JobPage(LiveDesk &desk, DeskActions &actions, QWidget *parent)
    : Page(desk, parent),
      m_actions(actions),
      m_header(new JobHeader(this)),
      m_stack(new QStackedWidget(this)),
      m_instead(new PlainLabel(QString(), PlainLabel::Role::muted, this)),
      m_timeline(new TimelineView(this)),
      m_tabs(new QTabWidget(this)),
      m_races(new FactsView(tr("Races"), tr("No result has come for this job yet."), jobtables::raceHeads(),
                            this)),
      m_decision(new DecisionCard(this, DecisionCard::Place::ticket)),
      m_attempts(
          new FactsView(tr("Attempts"), tr("No attempt was opened yet."), jobtables::attemptHeads(), this)),
      m_submissions(new FactsView(tr("Submissions"), tr("No submission is recorded."),
                                  jobtables::submissionHeads(), this)),
      m_acts(
          new FactsView(tr("Actions"), tr("Nobody has acted on this job."), jobtables::actionHeads(), this)),
      m_params(new JsonView(tr("Params"), this)),
      m_result(new JsonView(tr("Result"), this))
{
    arrange();
    connectActions();
    follow();
}

void JobPage::arrange()
{
    auto *whole = new QWidget(this);
    auto *parts = new QVBoxLayout(whole);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(8);
    parts->addWidget(m_timeline);
    parts->addWidget(m_tabs, 1);

    auto *racing = new QWidget(this);
    auto *row = new QHBoxLayout(racing);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_races, 1);
    m_decision->setFixedWidth(decisionWidth);
    row->addWidget(m_decision);
    for (QWidget *tab :
         std::initializer_list<QWidget *>{racing, m_attempts, m_submissions, m_acts, m_params, m_result}) {
        auto *padded = new QWidget(m_tabs);
        auto *inside = new QVBoxLayout(padded);
        inside->setContentsMargins(0, 12, 0, 0);
        inside->addWidget(tab);
        m_tabs->addTab(padded, QString());
    }
    m_races->setObjectName(u"races"_s);
    m_attempts->setObjectName(u"attempts"_s);
    m_submissions->setObjectName(u"submissions"_s);
    m_acts->setObjectName(u"actions"_s);
    m_params->setObjectName(u"params"_s);
    m_result->setObjectName(u"result"_s);
    m_tabs->setAccessibleName(tr("About this job"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setExpanding(false);

    m_instead->setAlignment(Qt::AlignCenter);
    m_stack->addWidget(m_instead);
    m_stack->addWidget(whole);
    column()->addWidget(m_header);
    column()->addWidget(m_stack, 1);
}

void JobPage::connectActions()
{
    connect(m_header, &JobHeader::backWanted, this, &JobPage::backWanted);
    connect(m_header, &JobHeader::copyWanted, this, [this](const QString &text, const QString &what) {
        QApplication::clipboard()->setText(text);
        Q_EMIT said(tr("Copied %1.").arg(what), false);
    });
    for (const JsonView *view : {m_params, m_result})
        connect(view, &JsonView::copied, this, [this] { Q_EMIT said(tr("Copied."), false); });

    const auto offered = [this](auto work) {
        return [this, work] {
            if (m_detail && desk().access().mayOperate)
                work();
        };
    };
    const auto ask = offered([this] {
        if (const auto *attempt = live(); attempt && attempt->startedAt.happened())
            m_actions.askProvider({attempt->id});
    });
    const auto cancel = offered([this] {
        if (const auto *attempt = live())
            m_actions.cancelAttempts({attempt->id});
    });
    const auto isFree = [this] {
        return !live() && !m_detail->completedBy && !m_detail->closedAt.happened();
    };
    const auto another = offered([this, isFree] {
        if (isFree())
            m_actions.newAttempts({m_job});
    });
    const auto close = offered([this, isFree] {
        if (isFree())
            m_actions.closeJobs({m_job});
    });
    connect(m_header, &JobHeader::askWanted, this, ask);
    connect(m_header, &JobHeader::cancelWanted, this, cancel);
    connect(m_header, &JobHeader::newAttemptWanted, this, another);
    connect(m_header, &JobHeader::closeWanted, this, close);
    const auto on = [this](const QKeySequence &keys, auto work) {
        auto *shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, work);
    };
    on(Qt::Key_A, ask);
    on(Qt::Key_C, cancel);
    on(Qt::Key_N, another);
    on(Qt::Key_X, close);
    on(Qt::Key_Escape, [this] { Q_EMIT backWanted(); });
    on(QKeySequence(Qt::ALT | Qt::Key_Left), [this] { Q_EMIT backWanted(); });
    connect(&desk(), &LiveDesk::accessChanged, this, &JobPage::showActions);
}

// All views follow one selection.
void JobPage::follow()
{
    connect(m_timeline, &TimelineView::selectionChanged, this, &JobPage::selectAttempt);
    connect(m_timeline, &TimelineView::opened, this, [this](AttemptId attempt) {
        m_tabs->setCurrentIndex(1);
        m_attempts->selectAttempt(attempt.value());
        m_attempts->table().setFocus();
    });
    for (FactsView *view : {m_races, m_attempts, m_acts}) {
        connect(view, &FactsView::currentChanged, this, [this, view] {
            if (view == m_races && m_detail)
                showDecision();
            if (const FactRow *row = view->current(); row && row->attempt > 0)
                selectAttempt(AttemptId(row->attempt));
        });
    }
}

void JobPage::selectAttempt(AttemptId attempt)
{
    m_timeline->select(attempt);
    m_races->selectAttempt(attempt.value());
    m_attempts->selectAttempt(attempt.value());
    showActions();
}

void JobPage::open(JobId job)
{
    if (job == m_job && m_detail) {
        refresh();
        return;
    }
    m_job = job;
    m_detail.reset();
    m_header->setTicket(job);
    m_tabs->setCurrentIndex(0);
    m_timeline->select({});
    sayInstead(tr("Reading ticket #%1…").arg(job.value()));
    if (isVisible())
        refresh();
}

void JobPage::refresh()
{
    if (!m_job.isValid())
        return;
    using Answer = std::optional<Reading>;
    readPage(
        [job = m_job](Session &session) -> Result<Answer> {
            if (Result<Done> begun = board::readOneSnapshot(session); !begun)
                return begun.error();
            auto detail = board::jobDetail(session, job);
            if (!detail)
                return detail.error();
            if (!*detail)
                return Answer();
            Story story = storyOf(**detail);
            return Answer(Reading{**detail, std::move(story)});
        },
        [this, job = m_job](const Result<Answer> &answer) {
            if (job != m_job)
                return; // another one is wanted by now
            if (!answer) {
                const bool isAway = answer.error().kind == ErrorKind::disconnected;
                const QString sentence =
                    isAway ? tr("The database is away: %1").arg(answer.error().sentence)
                    : answer.error().kind == ErrorKind::forbidden
                        ? tr("Your role may not look at tickets. %1").arg(answer.error().sentence)
                        : answer.error().sentence;
                if (!m_detail)
                    sayInstead(sentence);
                else if (!isAway) // the banner says that; what is shown stays readable
                    Q_EMIT said(sentence, true);
                return;
            }
            if (!*answer) {
                m_detail.reset();
                sayInstead(tr("There is no ticket #%1 here.").arg(m_job.value()));
                return;
            }
            showReading(**answer);
        });
}

void JobPage::showReading(const Reading &reading)
{
    const bool isFirst = !m_detail;
    m_detail = reading.job;
    m_header->setJob(*m_detail);
    m_timeline->setStory(reading.story);
    showTabs(*m_detail);
    if (isFirst) {
        m_stack->setCurrentIndex(1);
        // The latest decision is what one came for.
        if (const int rows = m_races->model().rowCount(); rows > 0)
            m_races->table().selectRow(rows - 1);
        // Not when somebody went on typing elsewhere.
        if (hasFocus() || isAncestorOf(QApplication::focusWidget()))
            m_timeline->setFocus();
        setFocusProxy(m_timeline);
    }
    m_timeline->setFixedHeight(std::min(tallestTimeline, m_timeline->sizeHint().height()));
    showDecision();
    showActions();
    if (m_detail->historyIsCut && isFirst)
        Q_EMIT said(tr("This ticket has a long history: of each list the latest %1 are shown.")
                        .arg(board::PageRequest::mostRows),
                    false);
}

void JobPage::showTabs(const board::JobDetail &job)
{
    m_races->setRows(jobtables::raceRows(job));
    m_attempts->setRows(jobtables::attemptRows(job));
    m_submissions->setRows(jobtables::submissionRows(job));
    m_acts->setRows(jobtables::actionRows(job));
    const auto counted = [](const QString &name, qsizetype count) { return u"%1 %2"_s.arg(name).arg(count); };
    m_tabs->setTabText(0, counted(tr("Races"), job.races.size()));
    m_tabs->setTabText(1, counted(tr("Attempts"), job.attempts.size()));
    m_tabs->setTabText(2, counted(tr("Submissions"), job.submissions.size()));
    m_tabs->setTabText(3, counted(tr("Actions"), job.actions.size()));
    m_tabs->setTabText(4, tr("Params"));
    m_tabs->setTabText(5, tr("Result"));
    m_params->setJson(job.params, QString());
    if (!job.resultBytes.isNull())
        m_result->setBytes(job.resultBytes);
    else
        m_result->setJson(
            job.result,
            job.closedAt.happened()
                ? tr("There is no result: %1 closed the job. Reason: %2").arg(job.closedBy, job.closeReason)
                : tr("There is no result yet."));
}

void JobPage::showDecision()
{
    std::optional<board::RaceRow> chosen;
    if (const FactRow *row = m_races->current()) {
        for (const board::RaceRow &race : std::as_const(m_detail->races)) {
            if (race.id == row->id)
                chosen = race;
        }
    }
    m_decision->setRace(chosen, chosen && !chosen->won && m_detail->closedAt.happened() &&
                                    m_detail->closedAt.toUtc() <= chosen->at.toUtc());
}

// The chosen one if it is live, else an unknown one, else any.
const board::AttemptRow *JobPage::live() const
{
    const board::AttemptRow *found = nullptr;
    for (const board::AttemptRow &attempt : m_detail->attempts) {
        if (!isLive(attempt.state))
            continue;
        if (attempt.id == m_timeline->selected())
            return &attempt;
        if (!found || (attempt.state == AttemptState::unknown && found->state != AttemptState::unknown))
            found = &attempt;
    }
    return found;
}

void JobPage::showActions()
{
    if (m_detail)
        m_header->setActions(*m_detail, live(), desk().access().mayOperate);
}

void JobPage::sayInstead(const QString &sentence)
{
    setFocusProxy(nullptr); // the page itself, so that its keys work
    m_instead->setText(sentence);
    m_stack->setCurrentIndex(0);
}

QString JobPage::insteadOfIt() const
{
    return m_stack->currentIndex() == 0 ? m_instead->text() : QString();
}

} // namespace oncedesk
