#include "ui/certification/suitefile.h"

#include "core/certify/suite.h"

#include <QCoreApplication>
#include <QFile>
#include <QSaveFile>
#include <numeric>

namespace oncedesk {

namespace {

constexpr qint64 mostBytes = 1024 * 1024;

QString tr(const char *text)
{
    return QCoreApplication::translate("Certification", text);
}

Error invalid(const QString &sentence)
{
    return {ErrorKind::invalid, sentence, {}};
}

} // namespace

Result<QByteArray> readSuiteFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return invalid(tr("%1 cannot be read: %2.").arg(path, file.errorString()));
    const QByteArray text = file.read(mostBytes + 1);
    if (text.size() > mostBytes)
        return invalid(tr("%1 is longer than 1 MiB: a contract suite is not.").arg(path));
    if (QString::fromUtf8(text).toUtf8() != text)
        return invalid(tr("%1 is not UTF-8 text.").arg(path));
    return text;
}

Result<Done> writeSuiteFile(const QString &path, const QByteArray &text)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return invalid(tr("%1 cannot be written: %2.").arg(path, file.errorString()));
    return Done{};
}

SuiteFinding findInSuite(const QByteArray &text)
{
    const Result<Suite> suite = parseSuite(text);
    SuiteFinding finding;
    if (!suite) {
        finding.fault = suite.error().sentence;
        return finding;
    }
    finding.intent = suite->intent;
    for (const SuiteCase &one : suite->cases) {
        finding.cases += one.name;
        finding.calls += one.repeat;
    }
    return finding;
}

int SuiteFinding::callsOf(const QString &onlyCase) const
{
    if (!onlyCase.isNull())
        return calls.value(cases.indexOf(onlyCase));
    return std::accumulate(calls.cbegin(), calls.cend(), 0);
}

} // namespace oncedesk
