// For answers that may come after the one who asked is gone.
#pragma once

#include <QFutureWatcher>

namespace oncedesk {

// Calls then(result) on the context's thread, which must be the caller's, once the future is finished; not at
// all when the context is gone by then. (QFuture::then(context, …) of Qt 6.4 wants its context to be there.)
template<class R, class F>
void whenDone(const QFuture<R> &future, QObject *context, F then)
{
    auto *watcher = new QFutureWatcher<R>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, then]() mutable {
        watcher->deleteLater();
        then(watcher->result());
    });
    watcher->setFuture(future);
}

} // namespace oncedesk
