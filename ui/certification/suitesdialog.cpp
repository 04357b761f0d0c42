#include "ui/certification/suitesdialog.h"

#include "core/contract/certification.h"
#include "ui/certification/suitelist.h"
#include "ui/certification/trialdialog.h"
#include "ui/job/inbackground.h"
#include "ui/newjob/paramseditor.h"
#include "ui/widgets/card.h"
#include "ui/widgets/question.h"
#include "ui/widgets/times.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Role = PlainLabel::Role;

SuitesDialog::SuitesDialog(LiveDesk &desk, QWidget *parent)
    : QDialog(parent),
      m_desk(desk),
      m_list(new SuiteList(this)),
      m_about(new PlainLabel({}, Role::muted, this)),
      m_editor(new ParamsEditor(this)),
      m_finding(new PlainLabel({}, Role::muted, this)),
      m_said(new PlainLabel({}, Role::muted, this)),
      m_import(makeButton(tr("Import…"), ButtonKind::plain, this)),
      m_export(makeButton(tr("Export…"), ButtonKind::plain, this)),
      m_try(makeButton(tr("Try…"), ButtonKind::plain, this)),
      m_discard(makeButton(tr("Discard changes"), ButtonKind::plain, this)),
      m_save(makeButton(tr("Save"), ButtonKind::primary, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setObjectName(u"suites"_s);
    setWindowTitle(tr("Contract suites"));
    arrange();
    resize(980, 620);
    connect(m_list, &FactsView::currentChanged, this, &SuitesDialog::choose);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &SuitesDialog::edited);
    connect(m_editor, &ParamsEditor::checked, this, &SuitesDialog::check);
    connect(m_save, &QPushButton::clicked, this, &SuitesDialog::save);
    connect(m_discard, &QPushButton::clicked, this, &SuitesDialog::discard);
    connect(m_try, &QPushButton::clicked, this,
            [this] { TrialDialog::ofSuite(m_desk, m_editor->json(), this)->open(); });
    connect(m_import, &QPushButton::clicked, this, [this] {
        auto *dialog =
            new QFileDialog(this, tr("Import a contract suite"), {}, tr("JSON (*.json);;All files (*)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, &SuitesDialog::importFile);
        dialog->open();
    });
    connect(m_export, &QPushButton::clicked, this, [this] {
        auto *dialog = new QFileDialog(this, tr("Export this contract suite"),
                                       m_intent.isEmpty() ? QString() : m_intent + u".json");
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        connect(dialog, &QFileDialog::fileSelected, this, &SuitesDialog::exportFile);
        dialog->open();
    });
    connect(&desk, &LiveDesk::changed, this, &SuitesDialog::refresh);
    connect(&desk, &LiveDesk::accessChanged, this, &SuitesDialog::showControls);
    showControls();
    refresh();
}

void SuitesDialog::arrange()
{
    m_about->setObjectName(u"suite-about"_s);
    m_editor->setObjectName(u"suite-text"_s);
    m_editor->setAccessibleName(tr("Contract suite, as JSON"));
    m_finding->setObjectName(u"suite-finding"_s);
    m_said->setObjectName(u"suite-said"_s);
    m_import->setObjectName(u"suite-import"_s);
    m_export->setObjectName(u"suite-export"_s);
    m_try->setObjectName(u"suite-try"_s);
    m_try->setToolTip(tr("Put this suite, or one case of it, to a provider without saving it"));
    m_discard->setObjectName(u"suite-discard"_s);
    m_save->setObjectName(u"suite-save"_s);
    auto *title = new PlainLabel(tr("Contract suites"), Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    auto *text = new QVBoxLayout;
    text->setSpacing(8);
    text->addWidget(m_about);
    text->addWidget(m_editor, 1);
    text->addWidget(m_finding);
    text->addWidget(m_said);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    m_list->setFixedWidth(300);
    row->addWidget(m_list);
    row->addLayout(text, 1);
    auto *close = makeButton(tr("Close"), ButtonKind::plain, this);
    close->setObjectName(u"suite-close"_s);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_import);
    buttons->addWidget(m_export);
    buttons->addWidget(m_try);
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(m_discard);
    buttons->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(title);
    column->addLayout(row, 1);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &SuitesDialog::reject);
}

bool SuitesDialog::mayEdit() const
{
    return m_desk.isAccessKnown() && m_desk.access().mayAdminister;
}

void SuitesDialog::refresh()
{
    m_desk.read(this, &board::suites, [this](const Result<QList<board::SuiteRow>> &suites) {
        if (suites)
            take(*suites);
        else if (m_list->isEmpty())
            say(suites.error().sentence, true);
    });
}

void SuitesDialog::take(const QList<board::SuiteRow> &suites)
{
    m_list->setSuites(suites);
    if (m_intent.isEmpty() && m_editor->json().isEmpty() && !m_list->isEmpty())
        m_list->table().selectRow(0);
    else if (m_editor->json() == m_saved && m_list->latestOf(m_intent) != m_version)
        choose(); // nothing is lost by showing the newest
    take(m_checked);
    showControls();
}

void SuitesDialog::choose()
{
    const board::SuiteRow *chosen = m_list->chosen();
    if (!chosen || (chosen->intent == m_intent && chosen->version == m_version))
        return;
    const board::SuiteRow suite = *chosen;
    const int generation = ++m_generation;
    m_desk.read(
        this,
        [intent = suite.intent, version = suite.version](Session &session) {
            return board::suiteText(session, intent, version);
        },
        [this, generation, suite](const Result<std::optional<QByteArray>> &text) {
            if (generation != m_generation)
                return;
            if (!text) {
                say(text.error().sentence, true);
                return;
            }
            if (suite.intent != m_intent)
                say({}, false);
            m_intent = suite.intent;
            m_version = suite.version;
            m_about->setText(tr("Version %1 of %2, saved %3 by %4.")
                                 .arg(QString::number(suite.version), suite.intent,
                                      Times::instance().brief(suite.savedAt), suite.savedBy));
            showText(text->value_or(QByteArray()));
        });
}

void SuitesDialog::showText(const QByteArray &text)
{
    m_saved = text;
    m_editor->setText(QString::fromUtf8(text));
    m_saved = m_editor->json(); // the editor's own ends of lines
    showControls();
}

void SuitesDialog::edited()
{
    m_isChecked = false;
    ++m_generation;
    showControls();
}

void SuitesDialog::check()
{
    const int generation = m_generation;
    const QByteArray text = m_editor->json();
    if (text.trimmed().isEmpty()) {
        take(SuiteFinding());
        return;
    }
    inBackground(
        this, [text] { return findInSuite(text); },
        [this, generation](const SuiteFinding &finding) {
            if (generation != m_generation)
                return;
            m_isChecked = true;
            take(finding);
            showControls();
        });
}

void SuitesDialog::take(const SuiteFinding &finding)
{
    m_checked = finding;
    if (!m_isChecked)
        return;
    m_finding->setRole(finding.fault.isEmpty() ? Role::muted : Role::danger);
    QString text = finding.fault;
    if (text.isEmpty() && !finding.intent.isEmpty()) {
        text = tr("Cases: %1, calls of a run: %2.").arg(finding.cases.size()).arg(finding.callsOf());
        const int latest = m_list->latestOf(finding.intent);
        if (mayEdit() && m_editor->json() != m_saved) {
            text += u' ' + tr("Saved, it becomes version %1 of %2.").arg(latest + 1).arg(finding.intent);
            if (latest > 0)
                text += u' ' + tr("Certificates earned with older versions are stale from then on.");
        }
    }
    m_finding->setText(text);
}

void SuitesDialog::showControls()
{
    const bool isEdited = m_editor->json() != m_saved;
    m_editor->setReadOnly(!mayEdit() || m_editor->isKeptAside());
    m_import->setVisible(mayEdit());
    m_save->setVisible(mayEdit());
    m_try->setVisible(mayEdit());
    m_discard->setVisible(mayEdit() && isEdited);
    m_list->setEnabled(!isEdited); // another choice would lose what was typed
    m_export->setEnabled(!m_editor->json().isEmpty());
    const bool isSuite = m_isChecked && m_checked.fault.isEmpty() && !m_checked.intent.isEmpty();
    m_try->setEnabled(isSuite);
    m_save->setEnabled(isEdited && isSuite && !m_isSaving);
}

void SuitesDialog::importFile(const QString &path)
{
    const Result<QByteArray> text = readSuiteFile(path);
    if (!text) {
        say(text.error().sentence, true);
        return;
    }
    say(tr("Read from %1; nothing is saved yet.").arg(path), false);
    m_about->setText(tr("Not saved: from a file."));
    m_editor->setText(QString::fromUtf8(*text));
}

void SuitesDialog::exportFile(const QString &path)
{
    const Result<Done> written = writeSuiteFile(path, m_editor->json());
    say(written ? tr("Written to %1.").arg(path) : written.error().sentence, !written);
}

void SuitesDialog::save()
{
    if (!m_save->isEnabled())
        return;
    const QByteArray text = m_editor->json();
    const QString intent = m_checked.intent;
    m_isSaving = true;
    showControls();
    m_desk.act(
        this, [intent, text](Session &session) { return Certification(session).saveSuite(intent, text); },
        [this, intent, text](const Result<SavedSuite> &saved) {
            m_isSaving = false;
            if (!saved) {
                say(saved.error().sentence, true);
            } else {
                say(saved->isNew
                        ? tr("Saved as version %1 of %2.").arg(saved->version).arg(intent) +
                              (saved->version == 1
                                   ? QString()
                                   : u' ' + tr("Certificates earned with older versions are stale now."))
                        : tr("Version %1 of %2 has this very text already: nothing was changed.")
                              .arg(QString::number(saved->version), intent),
                    false);
                m_intent = intent;
                m_version = saved->version;
                m_saved = text;
                m_about->setText(tr("Version %1 of %2.").arg(QString::number(saved->version), intent));
                take(m_checked);
            }
            showControls();
            refresh();
        });
}

void SuitesDialog::discard()
{
    say({}, false);
    m_about->setText(m_intent.isEmpty() ? QString() : tr("Version %1 of %2.").arg(m_version).arg(m_intent));
    showText(m_saved);
}

void SuitesDialog::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? Role::danger : Role::body);
    m_said->setText(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

void SuitesDialog::reject()
{
    if (!mayEdit() || m_editor->json() == m_saved) {
        QDialog::reject();
        return;
    }
    const Question *question = Question::ask(
        this, {tr("Leave without saving"), tr("What was changed here is not saved and will be gone."),
               tr("Leave"), tr("Go on editing"), true});
    connect(question, &QDialog::accepted, this, [this] { QDialog::reject(); });
}

} // namespace oncedesk
