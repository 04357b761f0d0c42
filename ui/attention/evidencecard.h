// Beside the list: everything known about the one that is selected, and what can be done about it.
#pragma once

#include "ui/attention/evidence.h"
#include "ui/widgets/card.h"

class QGridLayout;

namespace oncedesk {

class KeyButton;

class EvidenceCard : public Card
{
    Q_OBJECT
public:
    explicit EvidenceCard(QWidget *parent = nullptr);

    // What can be done about what is selected; zero: it is not offered.
    struct Offer
    {
        bool isAnySelected = false;
        bool isOperator = false;
        int asks = 0;
        int cancels = 0;
        int opens = 0;
        int closes = 0;
    };

    void showNothing(const QString &words);
    // Until its evidence has come.
    void showReading(const board::AttentionItem &item);
    void showEvidence(const board::AttentionItem &item, const Evidence &evidence, bool isResolved);
    void showFault(const QString &sentence);
    void showMany(int count);
    // Nothing is offered while nothing is selected.
    void setOffer(const Offer &offer);

Q_SIGNALS:
    void askWanted();
    void cancelWanted();
    void openWanted();
    void closeWanted();
    void ticketWanted();

private:
    void showHead(const board::AttentionItem &item, const QString &word);
    void showFacts(const QList<Evidence::Fact> &facts);
    void showParts(bool head, bool notice, bool facts);

    class Chip;
    PlainLabel *m_ticket;
    Chip *m_chip;
    PlainLabel *m_version;
    PlainLabel *m_about;
    PlainLabel *m_notice;
    QWidget *m_table;
    QGridLayout *m_grid;
    QList<Evidence::Fact> m_shown;
    PlainLabel *m_riskTitle;
    PlainLabel *m_risk;
    PlainLabel *m_words;
    QWidget *m_buttons;
    KeyButton *m_ask;
    KeyButton *m_cancel;
    KeyButton *m_open;
    KeyButton *m_close;
    KeyButton *m_openTicket;
};

} // namespace oncedesk
