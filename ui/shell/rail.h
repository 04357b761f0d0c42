// The pages to choose from, down the left side.
#pragma once

#include <QButtonGroup>
#include <QFrame>
#include <QHash>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace oncedesk {

class Rail : public QFrame
{
    Q_OBJECT
public:
    explicit Rail(QWidget *parent = nullptr);

    // The key is how the program calls it; Alt+1 is the first page, Alt+2 the second.
    void add(const QString &key, const QString &icon, const QString &title);
    // Below the pages, at the foot.
    void addFoot(QWidget *widget);
    void setCurrent(const QString &key);
    // Zero: none is shown. The words say what is counted.
    void setCount(const QString &key, qint64 count, const QString &words);
    // Why this login may not see the pages; empty: it may.
    void setRefusal(const QString &why);

Q_SIGNALS:
    void chosen(const QString &key);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Entry
    {
        QToolButton *button = nullptr;
        QLabel *badge = nullptr;
        QString title;
        QString icon;
        QString toolTip;
    };
    QVBoxLayout *m_column;
    QVBoxLayout *m_pages;
    QButtonGroup m_group;
    QHash<QString, Entry> m_entries;
};

} // namespace oncedesk
