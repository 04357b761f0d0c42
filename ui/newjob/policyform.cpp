#include "ui/newjob/policyform.h"

#include "core/base/jsonwriter.h"

#include <QComboBox>
#include <QDoubleSpinBox>
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

// Without the zeros that say nothing: "30 s", "0.5 s".
class SecondsBox : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    [[nodiscard]] QString textFromValue(double value) const override
    {
        return locale().toString(value, 'f', QLocale::FloatingPointShortest);
    }
};

QDoubleSpinBox *seconds(const QString &name, double least, double value, QWidget *parent)
{
    auto *box = new SecondsBox(parent);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setObjectName(name);
    box->setDecimals(3);
    box->setRange(least, longest);
    box->setValue(value);
    box->setSuffix(PolicyForm::tr(" s"));
    return box;
}

QByteArray exact(double value)
{
    return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

PolicyForm::PolicyForm(QWidget *parent)
    : QWidget(parent),
      m_timeout(seconds(u"timeout_s"_s, 0.001, defaultTimeout, this)),
      m_maxAttempts(new QSpinBox(this)),
      m_backoff(seconds(u"retry_backoff_s"_s, 0, defaultBackoff, this)),
      m_fallbacks(new QLineEdit(this)),
      m_start(new QComboBox(this)),
      m_mode(new QComboBox(this)),
      m_hedgeAfter(seconds(u"hedge_after_s"_s, 0.001, defaultHedgeAfter, this))
{
    m_maxAttempts->setObjectName(u"max_attempts"_s);
    m_maxAttempts->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_maxAttempts->setRange(1, 100);
    m_maxAttempts->setValue(defaultMaxAttempts);
    m_fallbacks->setObjectName(u"fallbacks"_s);
    m_fallbacks->setPlaceholderText(tr("none; for example: laser, plotter"));
    m_fallbacks->setMaxLength(2500);
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

    for (QDoubleSpinBox *box : {m_timeout, m_backoff, m_hedgeAfter})
        connect(box, &QDoubleSpinBox::valueChanged, this, &PolicyForm::changed);
    connect(m_maxAttempts, &QSpinBox::valueChanged, this, &PolicyForm::changed);
    connect(m_fallbacks, &QLineEdit::textChanged, this, &PolicyForm::changed);
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

double PolicyForm::timeout() const
{
    return m_timeout->value();
}

double PolicyForm::hedgeAfter() const
{
    return m_hedgeAfter->value();
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
    if (m_timeout->value() != defaultTimeout)
        writer.rawMember(u"timeout_s"_s, exact(m_timeout->value()));
    if (m_maxAttempts->value() != defaultMaxAttempts)
        writer.member(u"max_attempts"_s, m_maxAttempts->value());
    if (m_backoff->value() != defaultBackoff)
        writer.rawMember(u"retry_backoff_s"_s, exact(m_backoff->value()));
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
        if (m_hedgeAfter->value() != defaultHedgeAfter)
            writer.rawMember(u"hedge_after_s"_s, exact(m_hedgeAfter->value()));
    }
    writer.endObject();
    return writer.text();
}

} // namespace oncedesk
