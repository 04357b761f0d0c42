// The real binary on a database of the test's own.
#pragma once

#include "core/db/connectionsettings.h"

#include <QByteArray>
#include <QJsonValue>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <gtest/gtest.h>
#include <memory>

namespace oncedesk {

struct Said
{
    int exitCode = -1; // -1: it crashed or did not end
    QByteArray out;
    QByteArray err;

    // Stdout as the one JSON value it must be; fails the test when it is not.
    [[nodiscard]] QJsonValue json() const;
    [[nodiscard]] QJsonValue operator[](const char *member) const;
};

class Oncectl
{
public:
    // Its database by ONCEDESK_DB; nothing else of the surrounding environment names one.
    explicit Oncectl(const ConnectionSettings &settings);
    // No database named at all.
    Oncectl();

    void setEnvironment(const QString &name, const QString &value) { m_environment.insert(name, value); }
    void clearEnvironment(const QString &name) { m_environment.remove(name); }

    Said operator()(const QStringList &words, const QByteArray &input = {}) const;
    // With --json, stdout checked to hold exactly one JSON value.
    Said json(const QStringList &words, const QByteArray &input = {}) const;

    // Started and left running; the caller waits for it.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList &words) const;
    static Said finish(QProcess &process);

private:
    QProcessEnvironment m_environment;
};

} // namespace oncedesk
