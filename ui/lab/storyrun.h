// One story, played on a thread of its own and told as it happens.
#pragma once

#include "core/scenarios/scenario.h"

#include <QObject>
#include <atomic>
#include <memory>

namespace oncedesk {

class StoryRun : public QObject
{
    Q_OBJECT
public:
    // Begins at once.
    StoryRun(const lab::Scenario &scenario, const ConnectionSettings &settings, QObject *parent);
    // What is under way is broken off and puts away after itself.
    ~StoryRun() override;

    void cancel() { *m_isCancelled = true; }

Q_SIGNALS:
    void happened(const oncedesk::lab::Beat &beat);
    // The story's end; or why it could not begin.
    void over(const oncedesk::lab::Played &played);
    void refused(const QString &sentence);

private:
    std::shared_ptr<std::atomic_bool> m_isCancelled = std::make_shared<std::atomic_bool>(false);
};

} // namespace oncedesk
