// A keychain of the test's own, which can be locked away. It answers on the event loop, as the real one does.
#pragma once

#include "ui/connect/keychain.h"

#include <QMap>
#include <QTimer>
#include <memory>

namespace oncedesk {

class FakeKeychain : public Keychain
{
public:
    struct Content
    {
        bool isThere = true;
        QMap<QString, QString> passwords;
    };
    explicit FakeKeychain(std::shared_ptr<Content> content) : m_content(std::move(content)) {}

    void read(const QString &key, QObject *context, Then then) override
    {
        Answer answer = unavailable();
        if (m_content->isThere && m_content->passwords.contains(key))
            answer = {Answer::Kind::done, m_content->passwords.value(key), {}};
        else if (m_content->isThere)
            answer = {Answer::Kind::notFound, {}, {}};
        tell(context, then, answer);
    }
    void write(const QString &key, const QString &password, QObject *context, Then then) override
    {
        if (m_content->isThere)
            m_content->passwords.insert(key, password);
        tell(context, then, m_content->isThere ? Answer{Answer::Kind::done, {}, {}} : unavailable());
    }
    void erase(const QString &key, QObject *context, Then then) override
    {
        const bool isDone = m_content->isThere && m_content->passwords.remove(key) > 0;
        tell(context, then, isDone ? Answer{Answer::Kind::done, {}, {}} : unavailable());
    }

private:
    static Answer unavailable() { return {Answer::Kind::unavailable, {}, QStringLiteral("nobody home")}; }
    static void tell(QObject *context, const Then &then, const Answer &answer)
    {
        QTimer::singleShot(0, context, [then, answer] { then(answer); });
    }
    std::shared_ptr<Content> m_content;
};

} // namespace oncedesk
