#include "core/board/filtervocabulary.h"

#include "core/board/jobstatus.h"

#include <algorithm>

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;
using Key = FilterTerm::Key;

namespace {

QStringList statusWords()
{
    QStringList words;
    for (const JobStatus status : allJobStatuses)
        words += toString(status);
    return words;
}

} // namespace

const QList<VocabularyEntry> &vocabulary(Subject subject)
{
    static const QList<VocabularyEntry> jobs{
        {u"state"_s, Key::state, statusWords()},
        {u"owner"_s, Key::owner, {}},
        {u"provider"_s, Key::provider, {}},
        {u"intent"_s, Key::intent, {}},
        {u"key"_s, Key::key, {}},
        {u"client"_s, Key::client, {}},
        {u"age"_s, Key::age, {}},
        {u"attempts"_s, Key::attempts, {}},
        {u"params.NAME"_s, Key::params, {}},
    };
    static const QList<VocabularyEntry> submissions{
        {u"outcome"_s, Key::outcome, {u"created"_s, u"replayed"_s, u"conflict"_s}},
        {u"owner"_s, Key::owner, {}},
        {u"key"_s, Key::key, {}},
        {u"client"_s, Key::client, {}},
        {u"actor"_s, Key::actor, {}},
        {u"age"_s, Key::age, {}},
    };
    static const QList<VocabularyEntry> races{
        {u"outcome"_s, Key::outcome, {u"won"_s, u"lost"_s}},
        {u"because"_s,
         Key::because,
         {u"attempt_cancelled"_s, u"job_closed"_s, u"slot_taken"_s, u"version_moved"_s, u"attempt_failed"_s}},
        {u"owner"_s, Key::owner, {}},
        {u"provider"_s, Key::provider, {}},
        {u"intent"_s, Key::intent, {}},
        {u"key"_s, Key::key, {}},
        {u"actor"_s, Key::actor, {}},
        {u"age"_s, Key::age, {}},
    };
    static const QList<VocabularyEntry> actions{
        {u"action"_s, Key::action, {}}, {u"outcome"_s, Key::outcome, {}}, {u"actor"_s, Key::actor, {}},
        {u"owner"_s, Key::owner, {}},   {u"age"_s, Key::age, {}},
    };
    switch (subject) {
    case Subject::jobs:
        return jobs;
    case Subject::submissions:
        return submissions;
    case Subject::races:
        return races;
    case Subject::actions:
        return actions;
    }
    Q_UNREACHABLE();
}

const VocabularyEntry *vocabularyEntry(Subject subject, const QString &name)
{
    const auto &entries = vocabulary(subject);
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const VocabularyEntry &entry) {
        return entry.name == name && entry.key != Key::params;
    });
    return found == entries.end() ? nullptr : &*found;
}

QStringList Filter::keys(Subject subject)
{
    QStringList names;
    for (const VocabularyEntry &entry : vocabulary(subject))
        names += entry.name;
    return names;
}

QStringList Filter::words(Subject subject, const QString &key)
{
    const VocabularyEntry *entry = vocabularyEntry(subject, key);
    return entry ? entry->words : QStringList();
}

} // namespace oncedesk::board
