#include "ui/providers/settingsdialog.h"

#include "core/board/providers.h"
#include "core/contract/administration.h"
#include "core/providers/provider.h"
#include "ui/certification/trialdialog.h"
#include "ui/newjob/paramseditor.h"
#include "ui/providers/providerentry.h"
#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Role = PlainLabel::Role;

SettingsDialog::SettingsDialog(LiveDesk &desk, const QString &provider, const QString &kind, QWidget *parent)
    : QDialog(parent),
      m_desk(desk),
      m_provider(provider),
      m_kind(kind),
      m_editor(new ParamsEditor(this)),
      m_said(new PlainLabel(tr("Reading the settings…"), Role::muted, this)),
      m_try(makeButton(tr("Try…"), ButtonKind::plain, this)),
      m_save(makeButton(tr("Save settings"), ButtonKind::primary, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setObjectName(u"provider-settings-dialog"_s);
    setWindowTitle(tr("Settings of %1").arg(provider));
    auto *title = new PlainLabel(windowTitle(), Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    auto *meaning =
        new PlainLabel(tr("Saved settings count for everything claimed from then on; calls under way "
                          "end with the old ones. Every certificate of %1 becomes stale: nothing fails "
                          "over to it until it has passed again.")
                           .arg(provider),
                       Role::notice, this);
    meaning->setObjectName(u"settings-meaning"_s);
    m_editor->setObjectName(u"settings-text"_s);
    m_editor->setAccessibleName(tr("Settings, as JSON"));
    m_editor->setReadOnly(true);
    m_said->setObjectName(u"settings-said"_s);
    m_try->setObjectName(u"settings-try"_s);
    m_try->setToolTip(tr("Send a request with these settings, saved or not"));
    m_try->setEnabled(false);
    m_save->setObjectName(u"settings-save"_s);
    m_save->setEnabled(false);
    auto *cancel = makeButton(tr("Cancel"), ButtonKind::plain, this);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_try);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(title);
    column->addWidget(meaning);
    column->addWidget(m_editor, 1);
    column->addWidget(m_said);
    column->addLayout(buttons);
    resize(640, 520);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &SettingsDialog::save);
    connect(m_try, &QPushButton::clicked, this,
            [this] { TrialDialog::ofSettings(m_desk, m_provider, m_editor->json(), this)->open(); });
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_try->setEnabled(false);
        m_save->setEnabled(false);
    });
    connect(m_editor, &ParamsEditor::checked, this, &SettingsDialog::check);
    connect(&desk, &LiveDesk::changed, this, &SettingsDialog::read);
    read();
}

void SettingsDialog::read()
{
    m_desk.read(
        this,
        [provider = m_provider](Session &session) { return board::providerSettings(session, provider); },
        [this](const Result<std::optional<QByteArray>> &settings) {
            if (settings && *settings)
                take(**settings);
            else if (m_stored.isNull())
                say(settings ? tr("There is no provider %1 any more.").arg(m_provider)
                             : settings.error().sentence,
                    true);
        });
}

void SettingsDialog::take(const QByteArray &settings)
{
    if (m_isSaving || settings == m_stored)
        return;
    if (!m_stored.isNull()) {
        m_stored = settings;
        say(tr("Somebody changed the settings while this was open: saving replaces theirs."), true);
        return;
    }
    m_stored = settings;
    say({}, false);
    // A secret that an older program let in is not shown; as long as it is not replaced, nothing can be
    // saved.
    const QString hidden = settingsText(settings);
    m_editor->setText(hidesSecret(settings) ? hidden : QString::fromUtf8(settings));
    m_editor->setReadOnly(m_editor->isKeptAside());
    m_editor->setFocus();
}

void SettingsDialog::check()
{
    if (m_stored.isNull() || m_isSaving)
        return;
    QString fault = m_editor->fault();
    if (fault.isEmpty()) {
        if (const auto made = makeProvider(m_kind, m_editor->json()); !made)
            fault = made.error().sentence;
    }
    say(fault, true);
    m_try->setEnabled(fault.isEmpty());
    m_save->setEnabled(fault.isEmpty() && m_editor->json() != m_stored);
}

void SettingsDialog::save()
{
    m_isSaving = true;
    m_save->setEnabled(false);
    m_editor->setReadOnly(true);
    m_desk.act(
        this,
        [provider = m_provider, settings = m_editor->json(), stored = m_stored](Session &session) {
            return Administration(session).setProvider(provider, settings, stored);
        },
        [this](const Result<Done> &done) {
            if (done) {
                Q_EMIT saved();
                accept();
                return;
            }
            m_isSaving = false;
            m_editor->setReadOnly(m_editor->isKeptAside());
            m_save->setEnabled(true);
            say(done.error().sentence, true);
            read();
        });
}

void SettingsDialog::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? Role::danger : Role::muted);
    m_said->setText(sentence);
}

} // namespace oncedesk
