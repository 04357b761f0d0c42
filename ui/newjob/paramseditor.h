// JSON is typed here and checked as strictly as the database will: the fault is underlined at its place and
// said in a sentence.
#pragma once

#include <QPlainTextEdit>
#include <QTimer>

namespace oncedesk {

class ParamsEditor : public QPlainTextEdit
{
    Q_OBJECT
public:
    // A longer text, or one with a longer line, is kept aside as it is and only its beginning is shown:
    // laying it out would freeze the window.
    static constexpr qsizetype mostTyped = 200'000;
    static constexpr qsizetype longestLine = 10'000;
    static constexpr qsizetype mostExcerpt = 2000;

    explicit ParamsEditor(QWidget *parent = nullptr);

    // What is typed, or what is kept aside.
    void setText(const QString &text);
    [[nodiscard]] QByteArray json() const;
    [[nodiscard]] bool isKeptAside() const { return !m_aside.isNull(); }
    // Empties it, and what was kept aside is gone.
    void startOver();

    // The sentence about the latest text that was checked; empty when nothing is wrong with it.
    [[nodiscard]] const QString &fault() const { return m_fault; }
    [[nodiscard]] bool isChecked() const { return m_isChecked; }
    // Where the fault is underlined, in characters of what is shown; -1 for nowhere.
    [[nodiscard]] int underlinedAt() const;

Q_SIGNALS:
    void checked();

protected:
    void insertFromMimeData(const QMimeData *source) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void edited();
    void check();
    void underline();
    QString m_aside;
    QString m_fault;
    int m_faultAt = -1;
    bool m_isChecked = false;
    int m_generation = 0;
    QTimer m_soon;
};

} // namespace oncedesk
