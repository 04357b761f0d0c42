// Work too long for a frame, on a thread of the pool; the answer comes home unless the context is gone.
#pragma once

#include "core/db/whendone.h"

#include <QPromise>
#include <QThreadPool>
#include <memory>

namespace oncedesk {

// Work gives a value and touches nothing of the GUI; then(value) runs on the context's thread.
template<class F, class Then>
void inBackground(QObject *context, F work, Then then)
{
    using Value = std::invoke_result_t<F>;
    auto promise = std::make_shared<QPromise<Value>>();
    promise->start();
    whenDone(promise->future(), context, std::move(then));
    QThreadPool::globalInstance()->start([promise, work = std::move(work)]() mutable {
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace oncedesk
