#include "ui/certification/exchangeview.h"

#include "core/certify/value.h"
#include "ui/job/factsview.h"
#include "ui/job/inbackground.h"
#include "ui/job/jsonview.h"
#include "ui/lists/celltext.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"

#include <QPlainTextEdit>
#include <QTableView>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qsizetype mostRequest = 64 * 1024;
constexpr qsizetype mostValue = 2000; // of what is shown of one place

QString kindWord(Difference::Kind kind)
{
    switch (kind) {
    case Difference::Kind::added:
        return ExchangeView::tr("added");
    case Difference::Kind::removed:
        return ExchangeView::tr("missing");
    case Difference::Kind::changed:
        return ExchangeView::tr("changed");
    }
    Q_UNREACHABLE();
}

QString valueText(const QByteArray &json)
{
    return json.isNull() ? u"–"_s : visibleText(QString::fromUtf8(json.left(mostValue)));
}

} // namespace

ExchangeView::ExchangeView(LiveDesk &desk, QWidget *parent)
    : QObject(parent),
      m_desk(desk),
      m_request(new QPlainTextEdit(parent)),
      m_answer(new JsonView(tr("Answer"), parent)),
      m_diffPage(new QWidget(parent)),
      m_diffWords(new PlainLabel({}, PlainLabel::Role::muted, m_diffPage)),
      m_diff(new FactsView(tr("Difference"), {}, {tr("Where"), tr("What"), tr("Passed then"), tr("Came now")},
                           m_diffPage))
{
    m_request->setObjectName(u"case-request"_s);
    m_request->setAccessibleName(tr("Request, secrets taken out"));
    m_request->setReadOnly(true);
    m_request->setTabChangesFocus(true);
    m_request->setFont(look::fixedFont(look::Size::caption));
    m_answer->setObjectName(u"case-answer"_s);
    m_diffWords->setObjectName(u"case-difference-words"_s);
    m_diff->table().setObjectName(u"case-differences"_s);
    auto *column = new QVBoxLayout(m_diffPage);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_diffWords);
    column->addWidget(m_diff, 1);
    column->addStretch();
    showNone();
}

QWidget *ExchangeView::request() const
{
    return m_request;
}

QWidget *ExchangeView::answer() const
{
    return m_answer;
}

void ExchangeView::showNone()
{
    ++m_generation;
    m_case = {};
    m_request->setPlainText({});
    m_request->setPlaceholderText(tr("No case is chosen."));
    m_answer->setJson({}, tr("No case is chosen."));
    m_diffWords->setText(tr("No case is chosen."));
    m_diff->hide();
}

void ExchangeView::show(const Case &one)
{
    if (m_case == one)
        return;
    m_case = one;
    const int generation = ++m_generation;
    m_desk.read(
        this,
        [one](Session &session) -> Result<Reading> {
            const auto exchange = board::caseExchange(session, one.run, one.name, one.repeat);
            if (!exchange)
                return exchange.error();
            Reading reading{*exchange, {}, false};
            if (*exchange) {
                const QByteArray &answer = (*exchange)->answer;
                reading.isJson =
                    answer.size() > certify::Document::mostBytes // to be found out by whoever reads it
                    || certify::Document::parse(answer).ok();
            }
            if (one.hasPassed)
                return reading;
            const auto passing =
                board::lastPassingAnswer(session, one.provider, one.intent, one.name, one.run);
            if (!passing)
                return passing.error();
            reading.passing = *passing;
            return reading;
        },
        [this, generation](const Result<Reading> &reading) {
            if (generation == m_generation)
                take(reading);
        });
}

void ExchangeView::take(const Result<Reading> &reading)
{
    if (!reading) {
        showNone();
        m_request->setPlaceholderText(reading.error().sentence);
        m_answer->setJson({}, reading.error().sentence);
        m_diffWords->setText(reading.error().sentence);
        return;
    }
    const board::CaseExchange exchange = reading->exchange.value_or(board::CaseExchange());
    m_request->setPlainText(exchange.request.size() > mostRequest
                                ? exchange.request.left(mostRequest) + u"\n…"_s
                                : exchange.request);
    m_request->setPlaceholderText(tr("Nothing went out."));
    if (exchange.answer.isNull())
        m_answer->setJson({}, tr("No answer came."));
    else if (reading->isJson)
        m_answer->setJson(exchange.answer, {});
    else
        m_answer->setBytes(exchange.answer);
    compare(*reading);
}

void ExchangeView::compare(const Reading &reading)
{
    m_diff->hide();
    m_diff->setRows({});
    if (m_case.hasPassed) {
        m_diffWords->setText(tr("This one passed."));
        return;
    }
    if (!reading.exchange || reading.exchange->answer.isNull()) {
        m_diffWords->setText(tr("No answer came that could be compared."));
        return;
    }
    if (!reading.passing) {
        m_diffWords->setText(tr("No earlier run at %1 passed this case: there is nothing to compare with.")
                                 .arg(m_case.provider));
        return;
    }
    m_diffWords->setText(tr("Comparing…"));
    const int generation = m_generation;
    inBackground(
        this,
        [expected = reading.passing->answer, got = reading.exchange->answer] {
            return oncedesk::differences(expected, got);
        },
        [this, generation, passing = *reading.passing](const QList<Difference> &found) {
            if (generation == m_generation)
                showDifferences(found, passing);
        });
}

void ExchangeView::showDifferences(const QList<Difference> &found, const board::PassingAnswer &passing)
{
    const QString run = tr("run %1 (suite version %2)").arg(passing.run.value()).arg(passing.suiteVersion);
    if (found.isEmpty()) {
        m_diffWords->setText(
            tr("The answer equals the one of %1, the last that passed: what failed is not in it.").arg(run));
        return;
    }
    m_diffWords->setText(
        found.size() >= mostDifferences
            ? tr("Against %1, the last that passed: the first %2 differences.").arg(run).arg(found.size())
            : tr("Against %1, the last that passed.").arg(run));
    QList<FactRow> rows;
    for (qsizetype i = 0; i < found.size(); ++i) {
        const Difference &one = found[i];
        const QString where = one.pointer.isEmpty() ? tr("the whole") : visibleText(one.pointer);
        rows += FactRow{.id = i,
                        .facts = {{.text = where, .isFixed = true},
                                  {.text = kindWord(one.kind)},
                                  {.text = valueText(one.expected).left(120), .isFixed = true},
                                  {.text = valueText(one.got).left(120), .isFixed = true}},
                        .detail = tr("then: %1\nnow:  %2").arg(valueText(one.expected), valueText(one.got))};
    }
    m_diff->setRows(rows);
    m_diff->show();
}

} // namespace oncedesk
