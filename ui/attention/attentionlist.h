// The table of Attention. A refresh leaves what is looked at where it is.
#pragma once

#include <QPersistentModelIndex>
#include <QTreeView>

namespace oncedesk {

class AttentionModel;

class AttentionList : public QTreeView
{
    Q_OBJECT
public:
    explicit AttentionList(AttentionModel *model, QWidget *parent = nullptr);

    // Around a refresh: the selected row, if it is in sight, else the first one in sight, stays where it is.
    void holdPlace();
    void restorePlace();

protected:
    // Over headings.
    void keyPressEvent(QKeyEvent *event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void spanHeadings();
    QPersistentModelIndex m_held;
    int m_heldAt = 0;
};

} // namespace oncedesk
