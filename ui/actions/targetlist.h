// The frozen list that an action will go through, and what came of each.
#pragma once

#include "ui/actions/actiontarget.h"

#include <QTreeWidget>

namespace oncedesk {

class TargetList : public QTreeWidget
{
    Q_OBJECT
public:
    explicit TargetList(QWidget *parent = nullptr);
    void setTargets(const QList<ActionTarget> &targets);
    void setNote(int index, const QString &words, bool isRefusal);
    [[nodiscard]] QString note(int index) const;
};

} // namespace oncedesk
