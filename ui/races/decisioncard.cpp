#include "ui/races/decisioncard.h"

#include "ui/lists/celltext.h"
#include "ui/look/mark.h"
#include "ui/races/decision.h"
#include "ui/widgets/times.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QTextCursor>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

DecisionCard::DecisionCard(QWidget *parent, Place place)
    : Card(parent),
      m_place(place),
      m_sentence(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_sql(new QPlainTextEdit(this)),
      m_facts(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_digest(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_open(makeButton(tr("Open ticket"), ButtonKind::plain, this))
{
    auto *title = new PlainLabel(tr("What decided"), PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::body, QFont::DemiBold));
    m_sql->setReadOnly(true);
    m_sql->setFrameShape(QFrame::NoFrame);
    m_sql->setProperty("isPartOfCard", true);
    m_sql->setFont(look::fixedFont(look::Size::caption));
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sql->setTabChangesFocus(true);
    m_sql->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sql->setAccessibleName(tr("The statement that decided, with its values"));
    m_sql->setObjectName(u"statement"_s);
    m_sql->document()->setDocumentMargin(0);
    m_facts->setFont(look::font(look::Size::caption));
    m_digest->setFont(look::fixedFont(look::Size::caption));
    m_digest->setAccessibleName(tr("Digest of what was thrown away"));
    m_open->setToolTip(tr("Both attempts on one timeline (Enter)"));
    column()->addWidget(title);
    column()->addWidget(m_sentence);
    column()->addWidget(m_sql, 100);
    column()->addWidget(m_facts);
    column()->addWidget(m_digest);
    column()->addWidget(m_open, 0, Qt::AlignLeft);
    column()->addStretch(); // takes all room while nothing is chosen
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (m_race)
            Q_EMIT jobWanted(m_race->job);
    });
    connect(&Times::instance(), &Times::changed, this, &DecisionCard::showRace);
    showRace();
}

void DecisionCard::setRace(const std::optional<board::RaceRow> &race, bool wasClosed)
{
    const bool isSame = race && m_race && race->id == m_race->id; // its row never changes
    m_race = race;
    m_wasClosed = wasClosed;
    if (!isSame)
        showRace();
}

QString DecisionCard::statement() const
{
    return m_sql->toPlainText();
}

void DecisionCard::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showRace();
}

void DecisionCard::showRace()
{
    m_open->setVisible(m_race && m_place == Place::log);
    m_facts->setVisible(m_race.has_value());
    m_digest->hide();
    m_sql->setVisible(m_race.has_value());
    m_sql->clear();
    if (!m_race) {
        m_sentence->setRole(PlainLabel::Role::muted);
        m_sentence->setText(tr("Choose a race to see the statement that decided it."));
        return;
    }
    m_sentence->setRole(PlainLabel::Role::body);
    m_sentence->setText(visibleText(decisionSentence(*m_race)));

    const QList<DecisionLine> lines = decision(*m_race, m_wasClosed);
    qsizetype widest = 0;
    for (const DecisionLine &line : lines)
        widest = line.found.isEmpty() ? widest : std::max(widest, line.sql.size());
    QTextCursor cursor(m_sql->document());
    QTextCharFormat format;
    const auto write = [&](const QString &text, const QColor &color) {
        format.setForeground(color);
        cursor.insertText(text, format);
    };
    for (const DecisionLine &line : lines) {
        write(line.sql, line.failed ? look::colors().danger : look::colors().muted);
        if (!line.found.isEmpty())
            write(u" "_s.repeated(widest - line.sql.size()) + u" -- "_s + visibleText(line.found),
                  look::colors().muted);
        write(u"\n"_s, look::colors().muted);
    }
    format.setFontWeight(QFont::DemiBold);
    write(m_race->won ? tr("1 row") : tr("0 rows"),
          look::colorOf(m_race->won ? look::Mark::succeeded : look::Mark::superseded));
    m_sql->moveCursor(QTextCursor::Start);

    QStringList facts{tr("decided %1").arg(Times::instance().full(m_race->at))};
    if (m_place == Place::log)
        facts << tr("%1 for %2").arg(m_race->intent, m_race->owner) << tr("key %1").arg(m_race->key);
    facts += tr("reported by %1").arg(m_race->actor);
    if (!m_race->won)
        facts += tr("thrown away: %1, SHA-256").arg(sizeText(m_race->resultSize));
    for (QString &fact : facts)
        fact = visibleText(fact);
    m_facts->setText(facts.join(u'\n'));
    m_digest->setVisible(!m_race->won);
    // In two lines: it has no blank to break at.
    m_digest->setText(u"%1\n%2"_s.arg(m_race->resultSha256.left(32), m_race->resultSha256.mid(32)));
}

} // namespace oncedesk
