#include "tests/app/oncectl/oncectl.h"

#include "core/base/json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int patience = 120'000; // of a loaded machine; nothing here takes long by itself

}

QJsonValue Said::json() const
{
    // Wrapped, since QJsonDocument takes no bare strings; a second value or any other text would not parse.
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson("[" + out + "]", &error);
    EXPECT_EQ(error.error, QJsonParseError::NoError) << error.errorString().toStdString() << "\n"
                                                     << out.toStdString();
    EXPECT_EQ(document.array().size(), 1) << out.toStdString();
    EXPECT_EQ(out.count('\n'), 1) << out.toStdString();
    return document.array().at(0);
}

QJsonValue Said::operator[](const char *member) const
{
    return json().toObject().value(QLatin1StringView(member));
}

Oncectl::Oncectl() : m_environment(QProcessEnvironment::systemEnvironment())
{
    const QStringList names = m_environment.keys();
    for (const QString &name : names) {
        if (name.startsWith(u"PG") || name.startsWith(u"ONCEDESK_"))
            m_environment.remove(name);
    }
    m_environment.insert(u"TZ"_s, u"Asia/Kolkata"_s);
}

Oncectl::Oncectl(const ConnectionSettings &settings) : Oncectl()
{
    m_environment.insert(u"ONCEDESK_DB"_s, settings.toKeywords());
}

std::unique_ptr<QProcess> Oncectl::start(const QStringList &words) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(m_environment);
    process->start(QStringLiteral(ONCECTL_PATH), words);
    EXPECT_TRUE(process->waitForStarted(patience));
    return process;
}

Said Oncectl::finish(QProcess &process)
{
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        ADD_FAILURE() << "oncectl did not end";
    }
    Said said;
    if (process.exitStatus() == QProcess::NormalExit)
        said.exitCode = process.exitCode();
    said.out = process.readAllStandardOutput();
    said.err = process.readAllStandardError();
    return said;
}

Said Oncectl::operator()(const QStringList &words, const QByteArray &input) const
{
    const auto process = start(words);
    process->write(input);
    process->closeWriteChannel();
    return finish(*process);
}

Said Oncectl::json(const QStringList &words, const QByteArray &input) const
{
    const Said said = (*this)(QStringList{u"--json"_s} + words, input);
    (void)said.json();
    return said;
}

} // namespace oncedesk
