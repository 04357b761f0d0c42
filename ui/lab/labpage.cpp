#include "ui/lab/labpage.h"

#include "core/scenarios/playedjson.h"
#include "ui/lab/sequenceview.h"
#include "ui/lab/storydelegate.h"
#include "ui/lab/storyrun.h"
#include "ui/look/look.h"
#include "ui/look/mark.h"
#include "ui/widgets/card.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QSaveFile>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Role = PlainLabel::Role;

namespace {

constexpr int storiesWidth = 248;
constexpr auto pace = 700ms; // of a slow replay

QString standing(const lab::Played &played)
{
    if (!played.trouble.isEmpty())
        return LabPage::tr("broken off");
    return played.failed == 0 ? LabPage::tr("%1 of %1 hold").arg(played.checks)
                              : LabPage::tr("%1 of %2 do not hold").arg(played.failed).arg(played.checks);
}

} // namespace

LabPage::LabPage(LiveDesk &desk, QWidget *parent)
    : Page(desk, parent),
      m_stories(new QListWidget(this)),
      m_title(new PlainLabel({}, Role::body, this)),
      m_about(new PlainLabel({}, Role::muted, this)),
      m_slot(new PlainLabel({}, Role::muted, this)),
      m_said(new PlainLabel({}, Role::muted, this)),
      m_view(new SequenceView(this)),
      m_play(makeButton(tr("Play"), ButtonKind::primary, this)),
      m_step(makeButton(tr("Step"), ButtonKind::plain, this)),
      m_replay(makeButton(tr("Replay slowly"), ButtonKind::plain, this)),
      m_export(makeButton(tr("Export…"), ButtonKind::plain, this))
{
    auto *title = new PlainLabel(tr("Lab"), Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    auto *about = new PlainLabel(
        tr("What goes wrong without the contract, played on the real engine and this very database, with "
           "simulated providers. Its jobs belong to the owner lab and are in no count."),
        Role::muted, this);
    auto *head = new QVBoxLayout;
    head->setSpacing(2);
    head->addWidget(title);
    head->addWidget(about);
    column()->addLayout(head);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(makeStories());
    row->addWidget(makeStage(), 1);
    column()->addLayout(row, 1);

    connect(m_stories, &QListWidget::currentRowChanged, this, &LabPage::choose);
    connect(m_stories, &QListWidget::itemActivated, this, &LabPage::play);
    connect(m_play, &QPushButton::clicked, this, &LabPage::play);
    connect(m_step, &QPushButton::clicked, this, &LabPage::step);
    connect(m_replay, &QPushButton::clicked, this, &LabPage::replay);
    connect(m_view, &SequenceView::shownChanged, this, &LabPage::showControls);
    connect(&desk, &LiveDesk::accessChanged, this, &LabPage::showControls);
    connect(m_export, &QPushButton::clicked, this, [this] {
        auto *dialog = new QFileDialog(this, tr("Export this run"), story().name + u".svg",
                                       tr("Drawing (*.svg);;Picture (*.png);;Record (*.json)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        connect(dialog, &QFileDialog::fileSelected, this, &LabPage::exportTo);
        dialog->open();
    });
    m_pace.setInterval(pace);
    connect(&m_pace, &QTimer::timeout, this, &LabPage::step);
    m_stories->setCurrentRow(0);
}

QWidget *LabPage::makeStories()
{
    m_stories->setObjectName(u"stories"_s);
    m_stories->setAccessibleName(tr("Stories"));
    m_stories->setItemDelegate(new StoryDelegate(m_stories));
    m_stories->setFrameShape(QFrame::NoFrame);
    m_stories->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const lab::Scenario &one : lab::scenarios()) {
        auto *item = new QListWidgetItem(one.title, m_stories);
        item->setData(StoryDelegate::StandingRole, tr("not played yet"));
        item->setToolTip(one.about);
    }
    auto *card = new Card(this);
    card->setFixedWidth(storiesWidth);
    card->column()->setContentsMargins(1, 1, 1, 1);
    card->column()->addWidget(m_stories);
    return card;
}

QWidget *LabPage::makeStage()
{
    m_title->setObjectName(u"story-title"_s);
    m_title->setFont(look::font(look::Size::brand, QFont::DemiBold));
    m_about->setObjectName(u"story-about"_s);
    m_slot->setObjectName(u"result-slot"_s);
    m_slot->setWordWrap(false);
    m_said->setObjectName(u"lab-said"_s);
    m_play->setObjectName(u"story-play"_s);
    m_step->setObjectName(u"story-step"_s);
    m_replay->setObjectName(u"story-replay"_s);
    m_export->setObjectName(u"story-export"_s);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_about);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addLayout(words, 1);
    for (QPushButton *button : {m_export, m_replay, m_step, m_play})
        head->addWidget(button);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_said, 1);
    foot->addWidget(m_slot);
    auto *card = new Card(this);
    card->column()->addLayout(head);
    card->column()->addWidget(m_view, 1);
    card->column()->addLayout(foot);
    return card;
}

const lab::Scenario &LabPage::story() const
{
    return lab::scenarios().at(std::max(0, m_stories->currentRow()));
}

void LabPage::refresh()
{
    showControls();
}

void LabPage::choose()
{
    if (m_run)
        return; // the list is off meanwhile
    m_pace.stop();
    m_title->setText(story().title);
    m_about->setText(story().about);
    m_view->startOver();
    const auto known = m_played.constFind(story().name);
    if (known != m_played.cend()) {
        for (const lab::Beat &beat : known->beats)
            m_view->add(beat);
        say(standing(*known), !known->holds());
    } else {
        say(tr("Not played yet."), false);
    }
    showControls();
}

void LabPage::play()
{
    if (!m_play->isEnabled())
        return;
    if (m_run) {
        m_run->cancel();
        say(tr("It is being broken off, and puts away after itself…"), false);
        m_play->setEnabled(false);
        return;
    }
    m_pace.stop();
    m_view->startOver();
    m_run = new StoryRun(story(), desk().settings(), this);
    connect(m_run, &StoryRun::happened, m_view, &SequenceView::add);
    connect(m_run, &StoryRun::over, this, &LabPage::end);
    connect(m_run, &StoryRun::refused, this, [this](const QString &sentence) {
        m_run->deleteLater();
        m_run = nullptr;
        say(sentence, true);
        showControls();
    });
    say(tr("Playing…"), false);
    showControls();
}

void LabPage::end(const lab::Played &played)
{
    m_run->deleteLater();
    m_run = nullptr;
    m_played.insert(story().name, played);
    QListWidgetItem *item = m_stories->currentItem();
    item->setData(StoryDelegate::StandingRole, standing(played));
    item->setData(StoryDelegate::MarkRole, int(played.holds() ? look::Mark::succeeded : look::Mark::failed));
    item->setData(Qt::AccessibleTextRole, tr("%1: %2").arg(story().title, standing(played)));
    say(played.trouble.isEmpty() ? standing(played) : played.trouble, !played.holds());
    showControls();
}

void LabPage::step()
{
    const int count = int(m_view->beats().size());
    if (m_view->shown() >= count) {
        if (m_pace.isActive())
            m_pace.stop();
        else
            m_view->setShown(1);
    } else {
        m_view->setShown(m_view->shown() + 1);
    }
    showControls();
}

void LabPage::replay()
{
    if (m_pace.isActive()) {
        m_pace.stop();
    } else {
        if (m_view->shown() >= m_view->beats().size())
            m_view->setShown(1);
        m_pace.start();
    }
    showControls();
}

void LabPage::showControls()
{
    const board::Access &access = desk().access();
    const bool mayPlay = desk().isAccessKnown() && access.mayLook && access.mayOperate && access.maySubmit &&
                         access.mayWork && access.mayAdminister;
    const bool hasBeats = !m_view->beats().isEmpty();
    m_stories->setEnabled(!m_run);
    m_play->setText(m_run ? tr("Break off") : tr("Play"));
    m_play->setEnabled(mayPlay);
    if (!mayPlay && desk().isAccessKnown() && !m_run)
        say(tr("The Lab plays every part, so it needs a login with all five roles."), false);
    m_step->setEnabled(hasBeats && !m_run);
    m_replay->setEnabled(hasBeats && !m_run);
    m_replay->setText(m_pace.isActive() ? tr("Pause") : tr("Replay slowly"));
    m_export->setEnabled(m_played.contains(story().name) && !m_run);
    QString slot = tr("empty");
    for (int i = 0; i < m_view->shown(); ++i) {
        if (const QString &filled = m_view->beats()[i].slot; !filled.isEmpty())
            slot = filled;
    }
    m_slot->setText(tr("Result slot: %1").arg(slot));
}

void LabPage::exportTo(const QString &path)
{
    bool isWritten = false;
    if (path.endsWith(u".json"_s, Qt::CaseInsensitive)) {
        JsonWriter writer;
        lab::write(writer, story(), m_played.value(story().name));
        QSaveFile file(path);
        isWritten = file.open(QIODevice::WriteOnly) && file.write(writer.text() + '\n') > 0 && file.commit();
    } else if (path.endsWith(u".png"_s, Qt::CaseInsensitive)) {
        isWritten = m_view->picture().save(path);
    } else {
        isWritten = m_view->saveSvg(path);
    }
    say(isWritten ? tr("Written to %1.").arg(path)
                  : tr("%1 cannot be written: choose another place.").arg(path),
        !isWritten);
}

void LabPage::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? Role::danger : Role::muted);
    m_said->setText(sentence);
}

} // namespace oncedesk
