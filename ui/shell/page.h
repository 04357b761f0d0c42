// One page of the console. Reads when it comes to be seen and whenever something changed while it is.
#pragma once

#include "core/base/id.h"
#include "ui/desk/livedesk.h"

#include <QWidget>
#include <utility>

class QVBoxLayout;

namespace oncedesk {

class Page : public QWidget
{
    Q_OBJECT
public:
    explicit Page(LiveDesk &desk, QWidget *parent = nullptr);

    // Reads again what is shown. Merges by id: selection, scroll and focus stay.
    virtual void refresh() = 0;
    // F5: what waited comes in, too.
    virtual void readAgain() { refresh(); }
    // Ctrl+F: the place where one types on this page, if there is one.
    virtual void focusFilter() {}

Q_SIGNALS:
    void jobWanted(oncedesk::JobId job);
    // Another page, filtered: "jobs", "races", "submissions" or "activity".
    void listWanted(const QString &page, const QString &filter);

protected:
    void showEvent(QShowEvent *event) override;
    [[nodiscard]] LiveDesk &desk() const { return m_desk; }
    // 16 px around, 12 px between.
    [[nodiscard]] QVBoxLayout *column() const { return m_column; }

    // Reads for this page, one at a time: asked again meanwhile, it reads once more after the answer.
    template<class F, class Then>
    void readPage(F work, Then then)
    {
        if (m_reading) {
            m_again = true;
            return;
        }
        m_reading = true;
        m_desk.read(this, std::move(work), [this, then](const auto &answer) mutable {
            m_reading = false;
            then(answer);
            if (std::exchange(m_again, false) && isVisible())
                refresh();
        });
    }

private:
    LiveDesk &m_desk;
    QVBoxLayout *m_column;
    bool m_reading = false;
    bool m_again = false;
};

} // namespace oncedesk
