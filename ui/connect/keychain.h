// Where passwords are kept: the desktop's keychain, or nowhere.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>

namespace oncedesk {

// GUI thread. Answers come on the event loop, not at all when the context is gone by then.
class Keychain
{
public:
    struct Answer
    {
        enum class Kind { done, notFound, unavailable };
        Kind kind = Kind::unavailable;
        QString password; // of read()
        QString why;      // why it is unavailable, in the keychain's words
    };
    using Then = std::function<void(const Answer &)>;

    virtual ~Keychain() = default;
    virtual void read(const QString &key, QObject *context, Then then) = 0;
    virtual void write(const QString &key, const QString &password, QObject *context, Then then) = 0;
    virtual void erase(const QString &key, QObject *context, Then then) = 0;
};

// Secret Service or KWallet, by QtKeychain. Never its plain-text fallback.
class SystemKeychain : public Keychain
{
public:
    void read(const QString &key, QObject *context, Then then) override;
    void write(const QString &key, const QString &password, QObject *context, Then then) override;
    void erase(const QString &key, QObject *context, Then then) override;
};

} // namespace oncedesk
