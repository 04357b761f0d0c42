// The contract suites: read by all, imported, edited and saved by administrators, exported by anybody.
#pragma once

#include "core/board/certification.h"
#include "ui/certification/suitefile.h"
#include "ui/desk/livedesk.h"

#include <QDialog>

class QPushButton;

namespace oncedesk {

class ParamsEditor;
class PlainLabel;
class SuiteList;

class SuitesDialog : public QDialog
{
    Q_OBJECT
public:
    SuitesDialog(LiveDesk &desk, QWidget *parent);

    // Puts the text of a file into the editor; nothing is saved by it.
    void importFile(const QString &path);
    // Writes what is shown.
    void exportFile(const QString &path);

    void reject() override;

private:
    void arrange();
    void refresh();
    void take(const QList<board::SuiteRow> &suites);
    void choose();
    void showText(const QByteArray &text);
    void edited();
    void check();
    void take(const SuiteFinding &finding);
    void save();
    void discard();
    void showControls();
    void say(const QString &sentence, bool isRefusal);
    [[nodiscard]] bool mayEdit() const;

    LiveDesk &m_desk;
    SuiteList *m_list;
    PlainLabel *m_about;
    ParamsEditor *m_editor;
    PlainLabel *m_finding;
    PlainLabel *m_said;
    QPushButton *m_import;
    QPushButton *m_export;
    QPushButton *m_try;
    QPushButton *m_discard;
    QPushButton *m_save;
    QString m_intent; // whose text is shown; empty: of none that is saved
    int m_version = 0;
    QByteArray m_saved; // its text
    SuiteFinding m_checked;
    bool m_isChecked = false;
    bool m_isSaving = false;
    int m_generation = 0;
};

} // namespace oncedesk
