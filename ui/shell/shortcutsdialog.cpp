#include "ui/shell/shortcutsdialog.h"

#include "ui/widgets/card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

void ShortcutsDialog::openOver(QWidget *parent)
{
    auto *dialog = new ShortcutsDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    dialog->open();
}

ShortcutsDialog::ShortcutsDialog(QWidget *parent) : QDialog(parent)
{
    setObjectName(u"shortcuts-dialog"_s);
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(12);
    auto *title = new PlainLabel(tr("Keyboard shortcuts"), PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    column->addWidget(title);
    column->addWidget(new PlainLabel(tr("A single letter opens a dialog. Only A acts at once: it asks the "
                                        "provider, whose answer may settle the attempt."),
                                     PlainLabel::Role::muted, this));

    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(2, 24);
    addHead(*grid, 0, tr("Everywhere"));
    addKey(*grid, 0, u"Ctrl+K"_s, tr("find a ticket, key or owner"));
    addKey(*grid, 0, u"Ctrl+N"_s, tr("new job…"));
    addKey(*grid, 0, u"Alt+1 … Alt+6"_s, tr("the pages, from the top"));
    addKey(*grid, 0, u"F5"_s, tr("read again"));
    addKey(*grid, 0, u"Ctrl+Shift+D"_s, tr("light or dark"));
    addKey(*grid, 0, u"Enter"_s, tr("press the button one is on"));
    addKey(*grid, 0, u"Ctrl+Enter"_s, tr("the main button of a dialog"));
    addKey(*grid, 0, u"?"_s, tr("this list"));
    addKey(*grid, 0, u"Ctrl+Q"_s, tr("close the console"));
    addHead(*grid, 3, tr("In a list"));
    addKey(*grid, 3, u"Ctrl+F"_s, tr("filter this list"));
    addKey(*grid, 3, u"↑ ↓"_s, tr("walk; with Shift choose several"));
    addKey(*grid, 3, tr("Enter"), tr("open"));
    addKey(*grid, 3, tr("Esc"), tr("back, or close the dialog"));
    addHead(*grid, 3, tr("On a job or an attempt"));
    addKey(*grid, 3, u"A"_s, tr("ask the provider"));
    addKey(*grid, 3, u"C"_s, tr("cancel the attempt…"));
    addKey(*grid, 3, u"N"_s, tr("new attempt…"));
    addKey(*grid, 3, u"X"_s, tr("close the job…"));
    column->addLayout(grid);

    auto *close = makeButton(tr("Close"), ButtonKind::plain, this);
    close->setObjectName(u"shortcuts-close"_s);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(close);
    column->addLayout(buttons);
    close->setFocus();
}

namespace {

// The first row of a column pair that is free.
int nextRow(const QGridLayout &grid, int column)
{
    int row = 0;
    while (grid.itemAtPosition(row, column))
        ++row;
    return row;
}

} // namespace

void ShortcutsDialog::addHead(QGridLayout &grid, int column, const QString &text)
{
    auto *head = new PlainLabel(text, PlainLabel::Role::muted, this);
    head->setFont(look::font(look::Size::head, QFont::DemiBold));
    grid.addWidget(head, nextRow(grid, column), column, 1, 2);
}

void ShortcutsDialog::addKey(QGridLayout &grid, int column, const QString &keys, const QString &meaning)
{
    const int row = nextRow(grid, column);
    auto *key = new PlainLabel(keys, PlainLabel::Role::body, this);
    key->setWordWrap(false);
    key->setFont(look::fixedFont(look::Size::caption, QFont::DemiBold));
    auto *words = new PlainLabel(meaning, PlainLabel::Role::body, this);
    words->setWordWrap(false);
    grid.addWidget(key, row, column);
    grid.addWidget(words, row, column + 1);
}

} // namespace oncedesk
