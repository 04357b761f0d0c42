// The box for the FILTER language: parsed as one types, the wrong place underlined, keys and words completed.
#pragma once

#include "core/board/filter.h"

#include <QLineEdit>
#include <QStringListModel>
#include <optional>

class QCompleter;

namespace oncedesk {

// Enter applies, Esc clears, Down goes on to the list.
class FilterBox : public QLineEdit
{
    Q_OBJECT
public:
    explicit FilterBox(board::Subject subject, QWidget *parent = nullptr);

    // As if it had been typed and Enter pressed.
    void apply(const QString &text);
    // Where the text does not parse; none when it does.
    [[nodiscard]] const std::optional<board::FilterFault> &fault() const { return m_fault; }
    // What is wrong there, in one sentence; empty when nothing is.
    [[nodiscard]] const QString &faultSentence() const { return m_sentence; }

    // What may stand where the text before the cursor ends, and how many of its characters that would
    // replace.
    struct Offer
    {
        QStringList texts;
        qsizetype typed = 0;
    };
    [[nodiscard]] static Offer offer(board::Subject subject, const QString &before);

Q_SIGNALS:
    void applied(const oncedesk::board::Filter &filter);
    void faultChanged();
    void left();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void check();
    void underline();
    void applyText();
    void complete(bool evenNothing);
    void insertOffered(const QString &text);

    board::Subject m_subject;
    std::optional<board::FilterFault> m_fault;
    QString m_sentence;
    QStringListModel m_offered;
    QCompleter *m_completer;
    qsizetype m_typed = 0;
};

} // namespace oncedesk
