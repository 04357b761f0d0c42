#include "ui/certification/trialform.h"

#include "core/base/jsonwriter.h"
#include "core/board/providers.h"
#include "ui/job/inbackground.h"
#include "ui/newjob/paramseditor.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int paramsHeight = 96;

// Any answer in JSON will do.
QByteArray suiteOfOne(const QString &intent, const QByteArray &params)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"intent"_s, intent);
    writer.member(u"repeat"_s, 1);
    writer.rawMember(u"answer"_s,
                     R"({"schema": {"type": ["object", "array", "string", "number", "boolean", "null"]}})");
    writer.key(u"cases"_s);
    writer.beginArray();
    writer.beginObject();
    writer.member(u"name"_s, TrialForm::tr("trial"));
    writer.rawMember(u"params"_s, params);
    writer.endObject();
    writer.endArray();
    writer.endObject();
    return writer.text();
}

} // namespace

TrialForm::TrialForm(LiveDesk &desk, QWidget *parent)
    : QWidget(parent),
      m_desk(desk),
      m_form(new QFormLayout(this)),
      m_provider(new QComboBox(this)),
      m_what(new QComboBox(this)),
      m_case(new QComboBox(this)),
      m_intent(new QLineEdit(u"trial"_s, this)),
      m_params(new ParamsEditor(this))
{
    m_provider->setObjectName(u"trial-provider"_s);
    m_what->setObjectName(u"trial-what"_s);
    m_case->setObjectName(u"trial-case"_s);
    m_intent->setObjectName(u"trial-intent"_s);
    m_intent->setMaxLength(100);
    m_params->setObjectName(u"trial-params"_s);
    m_params->setAccessibleName(tr("Params, as JSON"));
    m_params->setText(u"{}"_s);
    m_params->setFixedHeight(paramsHeight);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(8);
    m_form->addRow(tr("Provider"), m_provider);
    m_form->addRow(tr("Send"), m_what);
    m_form->addRow(tr("Case"), m_case);
    m_form->addRow(tr("Intent"), m_intent);
    m_form->addRow(tr("Params"), m_params);
    showFields(false);
    connect(m_provider, &QComboBox::currentIndexChanged, this, &TrialForm::changed);
    connect(m_case, &QComboBox::currentIndexChanged, this, &TrialForm::changed);
    connect(m_what, &QComboBox::currentIndexChanged, this, &TrialForm::chooseSuite);
    connect(m_intent, &QLineEdit::textChanged, this, &TrialForm::changed);
    connect(m_params, &QPlainTextEdit::textChanged, this, &TrialForm::changed);
    connect(m_params, &ParamsEditor::checked, this, &TrialForm::changed);
}

void TrialForm::setSettings(const QString &provider, const QByteArray &settings)
{
    m_settings = settings;
    m_provider->addItem(provider, provider);
    m_provider->setEnabled(false);
    readSuites();
}

void TrialForm::setSuite(const QByteArray &suite)
{
    m_what->addItem(tr("the suite as it stands in the editor"));
    m_what->setEnabled(false);
    take(suite);
    readProviders();
}

void TrialForm::readSuites()
{
    m_desk.read(this, &board::suites, [this](const Result<QList<board::SuiteRow>> &suites) {
        if (suites)
            m_suites = *suites;
        else
            m_trouble = suites.error().sentence;
        for (const board::SuiteRow &suite : std::as_const(m_suites))
            m_what->addItem(tr("the suite of %1, version %2").arg(suite.intent).arg(suite.version));
        m_what->addItem(tr("a request of your own"));
        Q_EMIT changed();
    });
}

void TrialForm::readProviders()
{
    m_desk.read(this, &board::providers, [this](const Result<QList<board::ProviderRow>> &providers) {
        if (!providers)
            m_trouble = providers.error().sentence;
        else if (providers->isEmpty())
            m_trouble = tr("There is no provider to try.");
        else {
            for (const board::ProviderRow &provider : *providers)
                m_provider->addItem(provider.enabled ? provider.name : tr("%1 (disabled)").arg(provider.name),
                                    provider.name);
        }
        Q_EMIT changed();
    });
}

bool TrialForm::isOwnRequest() const
{
    return m_settings && m_what->currentIndex() >= 0 && m_what->currentIndex() == m_suites.size();
}

void TrialForm::showFields(bool ofOwnRequest)
{
    m_form->setRowVisible(m_case, !ofOwnRequest);
    m_form->setRowVisible(m_intent, ofOwnRequest);
    m_form->setRowVisible(m_params, ofOwnRequest);
}

void TrialForm::chooseSuite()
{
    if (!m_settings)
        return;
    const bool isOwn = isOwnRequest();
    showFields(isOwn);
    m_finding = {};
    m_case->clear();
    m_trouble.clear();
    const int generation = ++m_generation;
    Q_EMIT changed();
    if (isOwn || m_what->currentIndex() < 0)
        return;
    const board::SuiteRow suite = m_suites[m_what->currentIndex()];
    m_desk.read(
        this,
        [intent = suite.intent, version = suite.version](Session &session) {
            return board::suiteText(session, intent, version);
        },
        [this, generation](const Result<std::optional<QByteArray>> &text) {
            if (generation != m_generation)
                return;
            if (text)
                return take(text->value_or(QByteArray()));
            m_trouble = text.error().sentence;
            Q_EMIT changed();
        });
}

void TrialForm::take(const QByteArray &suite)
{
    m_suite = suite;
    const int generation = ++m_generation;
    inBackground(
        this, [suite] { return findInSuite(suite); },
        [this, generation](const SuiteFinding &finding) {
            if (generation != m_generation)
                return;
            m_finding = finding;
            m_case->addItem(tr("all of them"));
            for (const QString &name : finding.cases)
                m_case->addItem(name, name);
            Q_EMIT changed();
        });
}

QString TrialForm::chosenCase() const
{
    return m_case->currentData().toString();
}

Trial TrialForm::trial() const
{
    const QString provider = m_provider->currentData().toString();
    if (isOwnRequest())
        return {provider, m_intent->text(), suiteOfOne(m_intent->text(), m_params->json()), {}, m_settings};
    return {provider, m_finding.intent, m_suite, chosenCase(), m_settings};
}

int TrialForm::calls() const
{
    if (m_provider->currentIndex() < 0)
        return 0;
    if (isOwnRequest())
        return m_params->isChecked() ? 1 : 0;
    return m_finding.callsOf(chosenCase());
}

QString TrialForm::fault() const
{
    if (!m_trouble.isEmpty() || !isOwnRequest())
        return m_trouble.isEmpty() ? m_finding.fault : m_trouble;
    return m_intent->text().isEmpty() ? tr("Name an intent.") : m_params->fault();
}

} // namespace oncedesk
