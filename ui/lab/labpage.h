// The stories of what goes wrong without the contract: played on this very database, drawn as they happen,
// walked through afterwards.
#pragma once

#include "core/scenarios/scenario.h"
#include "ui/shell/page.h"

#include <QMap>
#include <QTimer>

class QListWidget;
class QPushButton;

namespace oncedesk {

class PlainLabel;
class SequenceView;
class StoryRun;

class LabPage : public Page
{
    Q_OBJECT
public:
    explicit LabPage(LiveDesk &desk, QWidget *parent = nullptr);

    void refresh() override;

    // Of what was played last. The ending says which: .svg, .png or .json.
    void exportTo(const QString &path);

private:
    QWidget *makeStories();
    QWidget *makeStage();
    void choose();
    void play();
    void end(const lab::Played &played);
    void replay();
    void step();
    void showControls();
    void say(const QString &sentence, bool isRefusal);
    [[nodiscard]] const lab::Scenario &story() const;

    QListWidget *m_stories;
    PlainLabel *m_title;
    PlainLabel *m_about;
    PlainLabel *m_slot;
    PlainLabel *m_said;
    SequenceView *m_view;
    QPushButton *m_play;
    QPushButton *m_step;
    QPushButton *m_replay;
    QPushButton *m_export;
    QMap<QString, lab::Played> m_played; // by name
    StoryRun *m_run = nullptr;           // under way
    QTimer m_pace;                       // of a slow replay
};

} // namespace oncedesk
