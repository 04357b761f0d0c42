// The drawing of a story, followed while it happens and walked through afterwards.
#pragma once

#include "core/scenarios/beat.h"
#include "ui/lab/sequencelayout.h"

#include <QAbstractScrollArea>
#include <QImage>

namespace oncedesk {

class SequenceView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit SequenceView(QWidget *parent = nullptr);

    void startOver();
    void add(const lab::Beat &beat); // is shown, and scrolled to
    [[nodiscard]] const QList<lab::Beat> &beats() const { return m_beats; }
    // The first so many; the last of them is the one that is looked at.
    void setShown(int count);
    [[nodiscard]] int shown() const { return m_shown; }
    // The whole drawing.
    [[nodiscard]] QImage picture() const;
    [[nodiscard]] bool saveSvg(const QString &path) const;

Q_SIGNALS:
    void shownChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();
    void showLast();
    void tell();
    [[nodiscard]] QSizeF wholeSize() const;

    QList<lab::Beat> m_beats;
    SequenceLayout m_layout;
    int m_shown = 0;
};

} // namespace oncedesk
