// A plausible print shop of any size, made in sets through the real guards and marked as demo.
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"

#include <QString>
#include <QtGlobal>
#include <functional>

namespace oncedesk {

class DemoShop
{
public:
    static constexpr qint64 mostJobs = 100'000'000;

    // The login must own the schema. `run` is part of every key, so that a shop can be made again.
    DemoShop(const ConnectionSettings &settings, const QString &run) : m_settings(settings), m_run(run) {}

    // Blocks. `progress` is told how many jobs are there, and may end the work by returning false (error kind
    // internal); batches that were finished stay. Error kind forbidden: the login does not own the schema.
    Result<Done> make(qint64 jobs, const std::function<bool(qint64 done)> &progress);

private:
    ConnectionSettings m_settings;
    QString m_run;
};

} // namespace oncedesk
