#include "ui/newjob/policyform.h"

#include "core/base/jsonwriter.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// CONTRACT.md, "Policy".
constexpr double defaultTimeout = 30;
constexpr int defaultMaxAttempts = 3;
constexpr double defaultBackoff = 5;
constexpr double defaultHedgeAfter = 10;
constexpr double longest = 86'400;
constexpr int mostAttempts = 100;

// Empty: as the contract has it, which it shows. Nothing is corrected: what is wrong is said.
QLineEdit *number(const QString &name, const QString &byDefault, QWidget *parent)
{
    auto *line = new QLineEdit(parent);
    line->setObjectName(name);
    line->setPlaceholderText(byDefault);
    return line;
}

QString textOf(const QLineEdit &line)
{
    QString text = line.text().trimmed();
    if (text.endsWith(u's'))
        text = text.chopped(1).trimmed();
    return text;
}

// With a point, as in JSON, whatever the language: "1.5" is never fifteen.
double valueOf(const QLineEdit &line, double byDefault)
{
    const QString text = textOf(line);
    return text.isEmpty() ? byDefault : QLocale::c().toDouble(text);
}

QString secondsFault(const QLineEdit &line, bool mayBeZero)
{
    const QString text = textOf(line);
    if (text.isEmpty())
        return {};
    bool isNumber = false;
    const double value = QLocale::c().toDouble(text, &isNumber);
    if (isNumber && value <= longest && (value > 0 || (mayBeZero && value == 0)))
        return {};
    return PolicyForm::tr("%1: seconds up to %2, with a point, for example 1.5.")
        .arg(line.accessibleName(), QString::number(longest, 'f', 0));
}

QByteArray exact(double value)
{
    return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

PolicyForm::PolicyForm(QWidget *parent)
    : QWidget(parent),
      m_timeout(number(u"timeout_s"_s, tr("%1 s").arg(defaultTimeout), this)),
      m_maxAttempts(number(u"max_attempts"_s, QString::number(defaultMaxAttempts), this)),
      m_backoff(number(u"retry_backoff_s"_s, tr("%1 s").arg(defaultBackoff), this)),
      m_fallbacks(new QLineEdit(this)),
      m_start(new QComboBox(this)),
      m_mode(new QComboBox(this)),
      m_hedgeAfter(number(u"hedge_after_s"_s, tr("%1 s").arg(defaultHedgeAfter), this))
{
    m_fallbacks->setObjectName(u"fallbacks"_s);
    m_fallbacks->setPlaceholderText(tr("none; for example: laser, plotter"));
    m_start->setObjectName(u"start"_s);
    m_start->addItem(tr("at once"), u"auto"_s);
    m_start->addItem(tr("when a person opens it"), u"manual"_s);
    m_mode->setObjectName(u"mode"_s);
    m_mode->addItem(tr("exclusive: one live attempt"), u"exclusive"_s);
    m_mode->addItem(tr("hedged: a second may race it"), u"hedged"_s);
    m_hedgeAfter->setEnabled(false);

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    const auto add = [&](int row, int column, const QString &text, QWidget *field, const QString &tip,
                         int columns = 1) {
        auto *label = new QLabel(text, this);
        label->setProperty("role", u"muted"_s);
        label->setBuddy(field);
        field->setAccessibleName(QString(text).remove(u'&'));
        field->setToolTip(tip);
        grid->addWidget(label, row * 2, column, 1, columns);
        grid->addWidget(field, row * 2 + 1, column, 1, columns);
    };
    add(0, 0, tr("&Deadline after the start"), m_timeout,
        tr("Silent until then, an attempt becomes unknown"));
    add(0, 1, tr("&Attempts by itself, at most"), m_maxAttempts, tr("A person may go beyond"));
    add(0, 2, tr("First &wait before a retry"), m_backoff, tr("Doubles with each retry"));
    add(1, 0, tr("First attempt &starts"), m_start, tr("Who opens attempt 1"));
    add(1, 1, tr("&Mode"), m_mode, tr("Hedged is for intents that are safe to run twice"));
    add(1, 2, tr("Second lane after si&lence of"), m_hedgeAfter, tr("In hedged mode only"));
    add(2, 0, tr("&Fallbacks, in order"), m_fallbacks,
        tr("Providers to fail over to; only those certified for the intent are used"), 3);
    for (int column = 0; column < 3; ++column)
        grid->setColumnStretch(column, 1);

    for (QLineEdit *line : {m_timeout, m_maxAttempts, m_backoff, m_hedgeAfter, m_fallbacks})
        connect(line, &QLineEdit::textChanged, this, &PolicyForm::changed);
    connect(m_start, &QComboBox::currentIndexChanged, this, &PolicyForm::changed);
    connect(m_mode, &QComboBox::currentIndexChanged, this, [this] {
        m_hedgeAfter->setEnabled(isHedged());
        Q_EMIT changed();
    });
}

bool PolicyForm::startsByItself() const
{
    return m_start->currentData().toString() == u"auto"_s;
}

bool PolicyForm::isHedged() const
{
    return m_mode->currentData().toString() == u"hedged"_s;
}

double PolicyForm::hedgeAfter() const
{
    return valueOf(*m_hedgeAfter, defaultHedgeAfter);
}

QString PolicyForm::fault() const
{
    if (const QString fault = secondsFault(*m_timeout, false); !fault.isEmpty())
        return fault;
    const QString attempts = m_maxAttempts->text().trimmed();
    bool isNumber = true;
    const int most = attempts.isEmpty() ? defaultMaxAttempts : QLocale::c().toInt(attempts, &isNumber);
    if (!isNumber || most < 1 || most > mostAttempts)
        return tr("%1: a whole number from 1 to %2.")
            .arg(m_maxAttempts->accessibleName(), QString::number(mostAttempts));
    if (const QString fault = secondsFault(*m_backoff, true); !fault.isEmpty())
        return fault;
    return isHedged() ? secondsFault(*m_hedgeAfter, false) : QString();
}

QStringList PolicyForm::fallbacks() const
{
    QStringList names;
    for (const QString &part : m_fallbacks->text().split(u',')) {
        if (!part.trimmed().isEmpty())
            names += part.trimmed();
    }
    return names;
}

QByteArray PolicyForm::json() const
{
    JsonWriter writer;
    writer.beginObject();
    if (const double timeout = valueOf(*m_timeout, defaultTimeout); timeout != defaultTimeout)
        writer.rawMember(u"timeout_s"_s, exact(timeout));
    if (const int most = int(valueOf(*m_maxAttempts, defaultMaxAttempts)); most != defaultMaxAttempts)
        writer.member(u"max_attempts"_s, most);
    if (const double wait = valueOf(*m_backoff, defaultBackoff); wait != defaultBackoff)
        writer.rawMember(u"retry_backoff_s"_s, exact(wait));
    if (const QStringList names = fallbacks(); !names.isEmpty()) {
        writer.key(u"fallbacks"_s);
        writer.beginArray();
        for (const QString &name : names)
            writer.value(name);
        writer.endArray();
    }
    if (!startsByItself())
        writer.member(u"start"_s, m_start->currentData().toString());
    if (isHedged()) {
        writer.member(u"mode"_s, m_mode->currentData().toString());
        if (hedgeAfter() != defaultHedgeAfter)
            writer.rawMember(u"hedge_after_s"_s, exact(hedgeAfter()));
    }
    writer.endObject();
    return writer.text();
}

} // namespace oncedesk
