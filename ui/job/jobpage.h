// One job, whole: its timeline, what decided its races, and everything that was said and done about it.
#pragma once

#include "core/board/jobdetail.h"
#include "ui/job/story.h"
#include "ui/shell/page.h"

#include <optional>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace oncedesk {

class DeskActions;
class DecisionCard;
class FactsView;
class JobHeader;
class JsonView;
class PlainLabel;
class TimelineView;

class JobPage : public Page
{
    Q_OBJECT
public:
    JobPage(LiveDesk &desk, DeskActions &actions, QWidget *parent = nullptr);

    // Another job: shown from its beginning. The same again: it stays as it is.
    void open(JobId job);
    [[nodiscard]] JobId job() const { return m_job; }
    void refresh() override;

    [[nodiscard]] TimelineView &timeline() const { return *m_timeline; }
    [[nodiscard]] QTabWidget &tabs() const { return *m_tabs; }
    [[nodiscard]] FactsView &races() const { return *m_races; }
    // What stands instead of the job; empty while it is shown.
    [[nodiscard]] QString insteadOfIt() const;

Q_SIGNALS:
    void backWanted();
    // One sentence for the foot.
    void said(const QString &sentence, bool isRefusal);

private:
    struct Reading
    {
        board::JobDetail job;
        Story story;
    };
    void arrange();
    void connectActions();
    void follow();
    void showReading(const Reading &reading);
    void showTabs(const board::JobDetail &job);
    void showDecision();
    void showActions();
    void sayInstead(const QString &sentence);
    void selectAttempt(AttemptId attempt);
    [[nodiscard]] const board::AttemptRow *live() const;

    JobId m_job;
    std::optional<board::JobDetail> m_detail;
    DeskActions &m_actions;
    JobHeader *m_header;
    QStackedWidget *m_stack;
    PlainLabel *m_instead;
    TimelineView *m_timeline;
    QTabWidget *m_tabs;
    FactsView *m_races;
    DecisionCard *m_decision;
    FactsView *m_attempts;
    FactsView *m_submissions;
    FactsView *m_acts;
    JsonView *m_params;
    JsonView *m_result;
};

} // namespace oncedesk
