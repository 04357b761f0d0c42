// A provider's settings, edited as JSON and checked as its kind checks them before they are sent.
#pragma once

#include "ui/desk/livedesk.h"

#include <QDialog>

class QPushButton;

namespace oncedesk {

class ParamsEditor;
class PlainLabel;

class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    SettingsDialog(LiveDesk &desk, const QString &provider, const QString &kind, QWidget *parent);

Q_SIGNALS:
    void saved();

private:
    void read();
    void take(const QByteArray &settings);
    void check();
    void save();
    void say(const QString &sentence, bool isRefusal);

    LiveDesk &m_desk;
    QString m_provider;
    QString m_kind;
    ParamsEditor *m_editor;
    PlainLabel *m_said;
    QPushButton *m_try;
    QPushButton *m_save;
    QByteArray m_stored; // as they were when editing began; null: not read yet
    bool m_isSaving = false;
};

} // namespace oncedesk
