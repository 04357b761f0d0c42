#include "ui/lab/storyrun.h"

#include <QPointer>
#include <QThreadPool>

namespace oncedesk {

StoryRun::StoryRun(const lab::Scenario &scenario, const ConnectionSettings &settings, QObject *parent)
    : QObject(parent)
{
    // Answers come home through an object that outlives this one, and find it gone then.
    auto *home = new QObject;
    const QPointer<StoryRun> self(this);
    const auto toHome = [home](auto work) { QMetaObject::invokeMethod(home, work, Qt::QueuedConnection); };
    QThreadPool::globalInstance()->start([scenario, settings, self, toHome, home, cancelled = m_isCancelled] {
        const auto see = [self, toHome](const lab::Beat &beat) {
            toHome([self, beat] {
                if (self)
                    Q_EMIT self->happened(beat);
            });
        };
        const auto played = lab::play(scenario, settings, {see, [cancelled] { return cancelled->load(); }});
        toHome([self, played, home] {
            home->deleteLater();
            if (!self)
                return;
            if (played)
                Q_EMIT self->over(*played);
            else
                Q_EMIT self->refused(played.error().sentence);
        });
    });
}

StoryRun::~StoryRun()
{
    cancel();
}

} // namespace oncedesk
