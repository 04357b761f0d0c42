// The database that the console looks at, kept fresh: what is open reads through it and is told when to read
// again.
#pragma once

#include "core/board/access.h"
#include "core/board/counts.h"
#include "core/db/connectionsettings.h"
#include "core/db/database.h"
#include "core/db/doorbell.h"
#include "core/db/localserver.h"
#include "core/db/whendone.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <memory>

namespace oncedesk {

class ServerKeeper;

// Lives on the GUI thread and never waits. Two connections, so that a slow list never holds an action back,
// and a third that listens to the doorbell.
class LiveDesk : public QObject
{
    Q_OBJECT
public:
    enum class Link {
        connecting, // nothing has been read yet
        fresh,
        lost, // what is on screen is as old as lastFresh()
    };

    struct Intervals
    {
        std::chrono::milliseconds poll{2000};
        std::chrono::milliseconds gather{60};    // rings that come in together are one change
        std::chrono::milliseconds silence{5000}; // a server that says nothing for longer counts as lost
    };

    // The server is the private desk's, kept running as long as this; null for a shared one.
    LiveDesk(const ConnectionSettings &settings, std::shared_ptr<LocalServer> server,
             const Intervals &intervals, QObject *parent = nullptr);
    LiveDesk(const ConnectionSettings &settings, std::shared_ptr<LocalServer> server,
             QObject *parent = nullptr)
        : LiveDesk(settings, std::move(server), Intervals(), parent)
    {
    }
    ~LiveDesk() override;

    // Work is Result<T>(Session &) and one transaction; then(Result<T>) comes home on the GUI thread, unless
    // the context is gone by then. Whoever asks again before the answer compares a generation of its own.
    // Why a link is lost is trouble(), said once for all that read.
    template<class F, class Then>
    void read(QObject *context, F work, Then then)
    {
        bring(m_lists->run(std::move(work)), context, std::move(then));
    }
    // The same without a transaction around it, half the way to the database and back: each statement sees
    // what is there when it begins.
    template<class F, class Then>
    void readLoosely(QObject *context, F work, Then then)
    {
        bring(m_lists->call(std::move(work)), context, std::move(then));
    }
    // The same for what people do: one statement, that may be called again after a lost reply.
    template<class F, class Then>
    void act(QObject *context, F work, Then then)
    {
        ++m_acting;
        auto coming = m_actions->call(std::move(work));
        whenDone(coming, this, [this](const auto &) {
            --m_acting;
            acted();
        });
        whenDone(coming, context, std::move(then));
    }
    // How many of them have no answer yet.
    [[nodiscard]] int acting() const { return m_acting; }

    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }
    [[nodiscard]] bool isPrivate() const { return m_server != nullptr; }
    // For whoever uses the private desk's server longer than this.
    [[nodiscard]] const std::shared_ptr<LocalServer> &server() const { return m_server; }
    [[nodiscard]] Link link() const { return m_link; }
    // Why it is lost, in one sentence.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }
    // What is done about it, in one sentence: of the private desk's server, when that has stopped.
    [[nodiscard]] QString remedy() const;
    [[nodiscard]] const QDateTime &lastFresh() const { return m_lastFresh; }
    // Nothing may be done before it is known.
    [[nodiscard]] const board::Access &access() const { return m_access; }
    [[nodiscard]] bool isAccessKnown() const { return m_accessKnown; }
    [[nodiscard]] const board::Counts &counts() const { return m_counts; }

Q_SIGNALS:
    void changed();     // somebody did something, or time passed: read again
    void linkChanged(); // or why it is lost, or what is done about it
    void accessChanged();
    void countsChanged();

private:
    template<class R, class Then>
    void bring(QFuture<R> coming, QObject *context, Then then)
    {
        whenDone(std::move(coming), context,
                 [this, guard = QPointer<LiveDesk>(this), then](const R &answer) mutable {
                     if (guard)
                         heard(answer.ok() ? nullptr : &answer.error());
                     if (answer.ok() || answer.error().kind != ErrorKind::disconnected)
                         then(answer);
                     else
                         then(R(away()));
                 });
    }
    void heard(const Error *error);
    [[nodiscard]] static Error away();
    void acted();
    void look();
    void readAccess();
    void noteSilence();

    ConnectionSettings m_settings;
    Intervals m_intervals;
    std::shared_ptr<LocalServer> m_server;
    std::unique_ptr<ServerKeeper> m_keeper; // of the private desk's
    std::unique_ptr<Database> m_lists;
    std::unique_ptr<Database> m_actions;
    std::unique_ptr<DoorbellListener> m_listener;
    std::unique_ptr<DoorbellRinger> m_ringer;
    QTimer m_poll;
    QTimer m_gather;
    Link m_link = Link::connecting;
    QString m_trouble;
    int m_acting = 0;
    QDateTime m_lastFresh;
    board::Access m_access;
    bool m_accessKnown = false;
    bool m_readingAccess = false;
    board::Counts m_counts;
    bool m_counting = false;
    QElapsedTimer m_asked; // since the counts were
};

} // namespace oncedesk
