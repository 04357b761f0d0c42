// The first page: what needs a person, why, and what can be done about it.
#pragma once

#include "ui/attention/attentionmodel.h"
#include "ui/attention/evidence.h"
#include "ui/shell/page.h"

#include <QTimer>

class QPushButton;
class QTreeView;

namespace oncedesk {

class AttentionList;
class DeskActions;
class EvidenceCard;
class PlainLabel;

class AttentionPage : public Page
{
    Q_OBJECT
public:
    AttentionPage(LiveDesk &desk, DeskActions &actions, QWidget *parent = nullptr);

    void refresh() override;
    // A row that needs nobody any more is left for the most urgent one.
    void readAgain() override;

Q_SIGNALS:
    // Of all there is, also while another page is shown.
    void counted(const oncedesk::board::AttentionCounts &counts);
    // One sentence for the foot of the page.
    void said(const QString &sentence, bool isRefusal);

private:
    struct Reading
    {
        board::Attention attention;
        board::AttentionCounts counts;
        std::optional<JobId> job; // that the evidence was asked for
        std::optional<Evidence> evidence;
    };
    void build();
    void addKeys();
    void count();
    void take(const Reading &reading);
    void chooseMostUrgent();
    void followTicket();
    void showHeadline();
    void onSelection();
    void showSelected();
    void selectUnknown();
    [[nodiscard]] QList<int> selectedRows() const;
    // The row that the evidence is about, -1 when none or several are selected.
    [[nodiscard]] int shownRow() const;
    [[nodiscard]] QList<AttemptId> attempts(bool startedOnly) const;
    [[nodiscard]] QList<JobId> stalledJobs() const;
    void openTicket();

    DeskActions &m_actions;
    AttentionModel *m_model;
    AttentionList *m_list;
    EvidenceCard *m_card;
    PlainLabel *m_headline;
    PlainLabel *m_empty;
    PlainLabel *m_cut;
    QPushButton *m_selectUnknown;
    QTimer m_clock;
    board::Attention m_attention;
    board::AttentionCounts m_counts;
    std::optional<Evidence> m_evidence;
    QString m_trouble;
    bool m_isRead = false;
    bool m_counting = false;
};

} // namespace oncedesk
