// What one case of a run sent and got, and what differs from the last answer that passed. Three widgets, each
// shown in a place of its own.
#pragma once

#include "core/board/certification.h"
#include "core/certify/diff.h"
#include "ui/desk/livedesk.h"

#include <QObject>

class QPlainTextEdit;

namespace oncedesk {

class FactsView;
class JsonView;
class PlainLabel;

class ExchangeView : public QObject
{
    Q_OBJECT
public:
    struct Case
    {
        QString provider;
        QString intent;
        CertificationRunId run;
        QString name;
        int repeat = 0; // 0: none
        bool hasPassed = false;

        bool operator==(const Case &) const = default;
    };

    ExchangeView(LiveDesk &desk, QWidget *parent);

    [[nodiscard]] QWidget *request() const;
    [[nodiscard]] QWidget *answer() const;
    [[nodiscard]] QWidget *differences() const { return m_diffPage; }

    // Cases do not change once they are recorded: one that is shown already is not read again.
    void show(const Case &one);
    void showNone();

private:
    struct Reading
    {
        std::optional<board::CaseExchange> exchange;
        std::optional<board::PassingAnswer> passing;
        bool isJson = false; // the answer
    };
    void take(const Result<Reading> &reading);
    void compare(const Reading &reading);
    void showDifferences(const QList<Difference> &found, const board::PassingAnswer &passing);
    LiveDesk &m_desk;
    QPlainTextEdit *m_request;
    JsonView *m_answer;
    QWidget *m_diffPage;
    PlainLabel *m_diffWords;
    FactsView *m_diff;
    Case m_case;
    int m_generation = 0;
};

} // namespace oncedesk
