// Everything around and between the pages of one desk: rail, header, footer, banner, and the way back.
#pragma once

#include "core/base/id.h"
#include "ui/desk/livedesk.h"

#include <QHash>
#include <QPointer>
#include <QWidget>
#include <memory>

class QStackedWidget;

namespace oncedesk {

class DeskActions;
class DeskEngine;
class Footer;
class Header;
class JobPage;
class NoticeLine;
class Page;
class Rail;

class DeskView : public QWidget
{
    Q_OBJECT
public:
    explicit DeskView(std::unique_ptr<LiveDesk> desk, QWidget *parent = nullptr);
    ~DeskView() override;

    [[nodiscard]] LiveDesk &desk() const { return *m_desk; }
    [[nodiscard]] DeskEngine &engine() const { return *m_engine; }
    // "attention", "jobs", "races", "submissions", "providers", "lab", "activity".
    void showPage(const QString &key);
    // In the rail's order.
    [[nodiscard]] const QStringList &pages() const { return m_order; }
    // "job" while one is open.
    [[nodiscard]] QString currentPage() const { return m_current; }
    // One of the lists, filtered.
    void showList(const QString &key, const QString &filter);
    // Over the page one is on; Esc leads back there. The sentence, if any, is said at the foot.
    void openJob(JobId job, const QString &sentence = {});
    void openNewJob();

Q_SIGNALS:
    void connectionWanted();
    void schemeToggled();

private:
    void add(const QString &key, const QString &icon, const QString &title, Page *page);
    void search(const QString &text);
    void addShortcuts();
    void followAccess();
    void showSubmitted(JobId job, const QString &sentence);
    void closeJob();

    std::unique_ptr<LiveDesk> m_desk;       // outlives the pages, see the destructor
    std::unique_ptr<DeskActions> m_actions; // goes before the desk
    DeskEngine *m_engine;
    Header *m_header;
    Rail *m_rail;
    NoticeLine *m_notice;
    Footer *m_footer;
    QStackedWidget *m_stack;
    QHash<QString, Page *> m_pages;
    QStringList m_order;
    QString m_current;
    bool m_mayLook = true; // until the database has said otherwise
    JobPage *m_job;
    QString m_before; // the page that the job lies over
    QPointer<QWidget> m_focusBefore;
    QPointer<QWidget> m_newJob;
};

} // namespace oncedesk
