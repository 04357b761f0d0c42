// Brings the private desk's server back when it was killed under us.
#pragma once

#include "core/db/localserver.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <chrono>
#include <memory>

namespace oncedesk {

// Lives on the GUI thread; all that waits is done on a thread of the pool. Of several consoles on one desk
// the first starts the server, the others join it: the desk folder's lock decides.
class ServerKeeper : public QObject
{
    Q_OBJECT
public:
    explicit ServerKeeper(std::shared_ptr<LocalServer> server, QObject *parent = nullptr);

    // The link is lost: looks whether the server runs, and starts it again if it was killed. Called as often
    // as one likes; the pauses between two starts grow.
    void linkIsLost();
    void linkIsBack();

    // What is being done, in one sentence; empty while there is nothing to do.
    [[nodiscard]] const QString &sentence() const { return m_sentence; }

Q_SIGNALS:
    void changed();
    void started();

private:
    void look();
    void start();
    void pause(const Result<Done> &answer);
    void say(const QString &sentence);

    std::shared_ptr<LocalServer> m_server;
    QString m_sentence;
    QTimer m_pause;
    std::chrono::seconds m_nextPause;
    QElapsedTimer m_calm; // since the last start
    bool m_isLost = false;
    bool m_isBusy = false;
    bool m_isOnPurpose = false; // that it is stopped
};

} // namespace oncedesk
