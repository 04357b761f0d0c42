#include "ui/shell/deskview.h"

#include "ui/actions/deskactions.h"
#include "ui/activity/activitypage.h"
#include "ui/attention/attentionpage.h"
#include "ui/connect/deskengine.h"
#include "ui/connect/enginebutton.h"
#include "ui/job/jobpage.h"
#include "ui/jobs/jobspage.h"
#include "ui/lab/labpage.h"
#include "ui/lists/listpage.h"
#include "ui/newjob/newjobdialog.h"
#include "ui/providers/providerspage.h"
#include "ui/races/racespage.h"
#include "ui/shell/banner.h"
#include "ui/shell/footer.h"
#include "ui/shell/header.h"
#include "ui/shell/noticeline.h"
#include "ui/shell/page.h"
#include "ui/shell/rail.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/submissions/submissionspage.h"

#include <QHBoxLayout>
#include <QRegularExpression>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString jobKey = u"job"_s; // on no rail: it lies over the others

} // namespace

DeskView::DeskView(std::unique_ptr<LiveDesk> desk, QWidget *parent)
    : QWidget(parent),
      m_desk(std::move(desk)),
      m_actions(std::make_unique<DeskActions>(*m_desk, this)),
      m_engine(new DeskEngine(*m_desk, this)),
      m_header(new Header(*m_desk, this)),
      m_rail(new Rail(this)),
      m_notice(new NoticeLine(this)),
      m_footer(new Footer(this)),
      m_stack(new QStackedWidget(this)),
      m_job(new JobPage(*m_desk, *m_actions, this))
{
    setFocusPolicy(Qt::ClickFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(new Banner(*m_desk, this));
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_rail);
    auto *pages = new QVBoxLayout;
    pages->setSpacing(0);
    pages->addWidget(m_stack, 1);
    pages->addWidget(m_notice);
    middle->addLayout(pages, 1);
    column->addLayout(middle, 1);
    column->addWidget(m_footer);

    m_rail->addFoot(new EngineButton(*m_engine, this));
    connect(m_rail, &Rail::chosen, this, &DeskView::showPage);
    connect(m_header, &Header::connectionWanted, this, &DeskView::connectionWanted);
    connect(m_header, &Header::newJobWanted, this, &DeskView::openNewJob);
    connect(m_header, &Header::schemeToggled, this, &DeskView::schemeToggled);
    connect(m_desk.get(), &LiveDesk::countsChanged, this, [this] { m_footer->setCounts(m_desk->counts()); });
    connect(m_header, &Header::shortcutsWanted, this, [this] { ShortcutsDialog::openOver(window()); });
    connect(m_desk.get(), &LiveDesk::accessChanged, this, &DeskView::followAccess);
    connect(m_actions.get(), &DeskActions::said, m_notice, &NoticeLine::say);

    auto *attention = new AttentionPage(*m_desk, *m_actions, this);
    connect(attention, &AttentionPage::counted, this, [this](const board::AttentionCounts &counts) {
        m_rail->setCount(u"attention"_s, counts.total(), tr("%1 need somebody").arg(counts.total()));
    });
    connect(attention, &AttentionPage::said, m_notice, &NoticeLine::say);
    add(u"attention"_s, u"attention"_s, tr("Attention"), attention);
    connect(m_header, &Header::searched, this, &DeskView::search);
    connect(m_header, &Header::jobWanted, this, [this](JobId job) { openJob(job); });
    connect(m_footer, &Footer::statusChosen, this,
            [this](board::JobStatus status) { showList(u"jobs"_s, u"state:"_s + board::toString(status)); });

    add(u"jobs"_s, u"jobs"_s, tr("Jobs"), new JobsPage(*m_desk, *m_actions, this));
    add(u"races"_s, u"races"_s, tr("Races"), new RacesPage(*m_desk, this));
    add(u"submissions"_s, u"submissions"_s, tr("Submissions"), new SubmissionsPage(*m_desk, this));
    add(u"providers"_s, u"providers"_s, tr("Providers"), new ProvidersPage(*m_desk, this));
    add(u"lab"_s, u"lab"_s, tr("Lab"), new LabPage(*m_desk, this));
    add(u"activity"_s, u"activity"_s, tr("Activity"), new ActivityPage(*m_desk, this));
    m_stack->addWidget(m_job);
    m_pages.insert(jobKey, m_job);
    connect(m_job, &JobPage::backWanted, this, &DeskView::closeJob);
    connect(m_job, &JobPage::said, m_notice, &NoticeLine::say);
    addShortcuts();
}

DeskView::~DeskView()
{
    // They use the desk until they go.
    for (Page *page : std::as_const(m_pages))
        delete page;
    delete m_header;
    delete m_engine;
}

void DeskView::add(const QString &key, const QString &icon, const QString &title, Page *page)
{
    m_rail->add(key, icon, title);
    m_stack->addWidget(page);
    m_pages.insert(key, page);
    m_order += key;
    connect(page, &Page::listWanted, this, &DeskView::showList);
    connect(page, &Page::jobWanted, this, [this](JobId job) { openJob(job); });
}

void DeskView::showPage(const QString &key)
{
    Page *page = m_pages.value(key);
    if (!page)
        return;
    const bool isEntered = m_stack->currentWidget() != page;
    m_current = key;
    m_rail->setCurrent(key == jobKey ? u"jobs"_s : key);
    m_stack->setCurrentWidget(page);
    setFocusProxy(page);
    page->setFocus(); // single letters are keys here
    if (isEntered)
        page->readAgain(); // nobody has it under their hands
}

void DeskView::showList(const QString &key, const QString &filter)
{
    auto *list = qobject_cast<ListPage *>(m_pages.value(key));
    if (!list)
        return;
    showPage(key);
    list->setFilter(filter);
    list->setFocus(Qt::OtherFocusReason);
}

// "#45", "#1 204" or a number alone is a ticket; anything else is a filter of jobs.
void DeskView::search(const QString &text)
{
    QString digits = text;
    digits.remove(QRegularExpression(u"^#|[\\s\\x{A0}]"_s));
    bool isNumber = false;
    const qint64 id = digits.toLongLong(&isNumber);
    const bool isTicket = isNumber && id > 0 && digits.at(0).isDigit();
    if (isTicket)
        Q_EMIT m_pages.value(u"jobs"_s)->jobWanted(JobId(id));
    else
        showList(u"jobs"_s, text);
}

void DeskView::openJob(JobId job, const QString &sentence)
{
    if (m_current != jobKey) {
        m_before = m_current;
        m_focusBefore = m_stack->currentWidget()->focusWidget();
    }
    m_job->open(job);
    if (!sentence.isEmpty())
        m_notice->say(sentence, false);
    showPage(jobKey);
}

void DeskView::closeJob()
{
    if (m_before.isEmpty())
        return;
    showPage(m_before);
    if (m_focusBefore)
        m_focusBefore->setFocus();
}

void DeskView::openNewJob()
{
    if (m_newJob || !m_desk->isAccessKnown() || !m_desk->access().maySubmit)
        return;
    auto *dialog = new NewJobDialog(*m_desk, this);
    m_newJob = dialog;
    connect(dialog, &NewJobDialog::jobWanted, this, &DeskView::showSubmitted);
    connect(dialog, &NewJobDialog::said, m_notice, &NoticeLine::say);
    connect(dialog, &QDialog::finished, this, [this] { m_newJob.clear(); });
    dialog->open();
}

// Whoever may submit may not always look.
void DeskView::showSubmitted(JobId job, const QString &sentence)
{
    if (m_mayLook)
        openJob(job, sentence);
    else if (!sentence.isEmpty())
        m_notice->say(sentence, false);
    else
        m_notice->say(
            tr("Ticket #%1 is not opened: this login may not look at tickets. Ask the administrator "
               "for the role oncedesk_viewer.")
                .arg(job.value()),
            true);
}

// What this login may not see is not offered.
void DeskView::followAccess()
{
    const bool mayLook = m_desk->access().mayLook;
    const QString why = mayLook
                            ? QString()
                            : tr("The login \"%1\" may not look at this. Ask the administrator for the role "
                                 "oncedesk_viewer.")
                                  .arg(m_desk->access().login);
    m_rail->setRefusal(why);
    m_header->setSearchRefusal(why);
    m_footer->setCountsShown(mayLook); // zeros would be untrue
    const bool isNew = mayLook && !m_mayLook;
    m_mayLook = mayLook;
    if (Page *page = m_pages.value(m_current); page && isNew)
        page->refresh();
}

void DeskView::addShortcuts()
{
    const auto on = [this](const QKeySequence &keys, auto work) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, work);
    };
    on(QKeySequence(Qt::CTRL | Qt::Key_K), [this] { m_header->focusSearch(); });
    on(QKeySequence(Qt::CTRL | Qt::Key_F), [this] {
        if (Page *page = m_pages.value(m_current))
            page->focusFilter();
    });
    on(QKeySequence(u"?"_s), [this] { ShortcutsDialog::openOver(window()); });
    on(QKeySequence(Qt::CTRL | Qt::Key_N), [this] { openNewJob(); });
    on(QKeySequence(Qt::Key_F5), [this] {
        if (Page *page = m_pages.value(m_current))
            page->readAgain();
    });
}

} // namespace oncedesk
