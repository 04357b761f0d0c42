#include "ui/connect/enginebutton.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"
#include "ui/widgets/question.h"

#include <QEvent>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

EngineButton::EngineButton(DeskEngine &engine, QWidget *parent) : QToolButton(parent), m_engine(engine)
{
    setObjectName(u"engine"_s);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFont(look::font(look::Size::caption));
    connect(&engine, &DeskEngine::changed, this, &EngineButton::showState);
    connect(this, &QToolButton::clicked, this, &EngineButton::askToSwitch);
    showState();
}

void EngineButton::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showState();
}

void EngineButton::showState()
{
    const Worker::Counters counters = m_engine.counters();
    look::Mark mark = look::Mark::closed;
    QString words;
    switch (m_engine.state()) {
    case DeskEngine::State::off:
        words = tr("engine: off");
        break;
    case DeskEngine::State::connecting:
        mark = look::Mark::waiting;
        words = tr("engine: connecting…");
        break;
    case DeskEngine::State::on:
        mark = look::Mark::running;
        words = counters.lingering > 0
                    ? tr("engine: on, %1 + %2 late").arg(counters.inFlight).arg(counters.lingering)
                    : tr("engine: on, %1 in flight").arg(counters.inFlight);
        break;
    case DeskEngine::State::stopping:
        mark = look::Mark::waiting;
        words = tr("engine: stopping, %1 left").arg(counters.inFlight);
        break;
    }
    setIcon(look::shapeIcon(mark));
    setText(words);
    setAccessibleName(words);
    setToolTip(tr("Since it is on: %1 claimed, %2 won, %3 lost, %4 failed, %5 unknown; %6 listened for")
                   .arg(counters.claimed)
                   .arg(counters.won)
                   .arg(counters.lost)
                   .arg(counters.failed)
                   .arg(counters.unknown)
                   .arg(counters.lingering));
    // Offered only to those who may; one at work is always shown.
    setVisible(m_engine.isAllowed() || m_engine.state() != DeskEngine::State::off);
}

QString EngineButton::whatOffMeans() const
{
    const Worker::Counters counters = m_engine.counters();
    QString what = tr("This console will claim no more attempts.");
    if (counters.inFlight > 0)
        what += u' ' + (counters.inFlight == 1
                            ? tr("1 call is under way: it has %1 s to answer, or becomes unknown.")
                            : tr("%2 calls are under way: they have %1 s to answer; what has not answered "
                                 "then becomes unknown.")
                                  .arg(QString(u"%1"_s), QString::number(counters.inFlight)))
                           .arg(DeskEngine::grace.count());
    what += u' ' + tr("Attempts that wait stay waiting until a worker takes them.");
    return what + DeskEngine::whatIsNotHeard(counters);
}

void EngineButton::askToSwitch()
{
    const bool isOn =
        m_engine.state() == DeskEngine::State::on || m_engine.state() == DeskEngine::State::connecting;
    const Question::Words on{tr("Switch the engine off"), whatOffMeans(), tr("Switch off"), {}, false};
    const Question::Words off{tr("Switch the engine on"),
                              tr("This console will carry attempts out itself, at every provider that is "
                                 "enabled, for as long as it "
                                 "is open. Secrets of providers are taken from this computer's environment."),
                              tr("Switch on"),
                              {},
                              false};
    Question *question = Question::ask(window(), isOn ? on : off);
    if (isOn)
        connect(&m_engine, &DeskEngine::changed, question,
                [this, question] { question->setSentence(whatOffMeans()); });
    connect(question, &QDialog::accepted, this, [this, isOn] { m_engine.setOn(!isOn); });
}

} // namespace oncedesk
