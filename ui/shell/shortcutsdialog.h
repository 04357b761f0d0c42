// All keys of the console, by where they work.
#pragma once

#include <QDialog>

class QGridLayout;

namespace oncedesk {

class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    // Opens window-modal and goes by itself.
    static void openOver(QWidget *parent);

private:
    explicit ShortcutsDialog(QWidget *parent);
    void addHead(QGridLayout &grid, int column, const QString &text);
    void addKey(QGridLayout &grid, int column, const QString &keys, const QString &meaning);
};

} // namespace oncedesk
