// The whole way: jobs submitted singly, finished by two worker processes at a provider that does nothing.
#pragma once

#include "core/db/connectionsettings.h"

namespace oncedesk::bench {

struct EnginePace
{
    double jobsPerSecond = 0; // from the first submit to the last finish
    qint64 jobs = 0;
};

// 16 connections submit for so long.
EnginePace engine(const ConnectionSettings &settings, double seconds);

struct Latency // from before submit_job was called to the commit of the result, milliseconds
{
    double p50 = 0;
    double p99 = 0;
    double most = 0;
    qint64 jobs = 0;
};

// Submits jobs at an even pace over 16 connections. The server has track_commit_timestamp on.
Latency latency(const ConnectionSettings &settings, double jobsPerSecond, double seconds);

// Attempts claimed, and finished, a second by 2 connections that only do that, 500 at once.
struct SetPace
{
    double claimedPerSecond = 0;
    double finishedPerSecond = 0;
    double bothPerSecond = 0; // one after the other

    SetPace &operator+=(const SetPace &other)
    {
        claimedPerSecond += other.claimedPerSecond;
        finishedPerSecond += other.finishedPerSecond;
        bothPerSecond += other.bothPerSecond;
        return *this;
    }
};
SetPace sets(const ConnectionSettings &settings, int attempts);

} // namespace oncedesk::bench
