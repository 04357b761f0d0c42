// JSON as a tree and as the exact text, however large: indexed beside the GUI thread, shown up to a limit
// that is said.
#pragma once

#include "ui/job/jsonmodel.h"

#include <QFrame>

class QPlainTextEdit;
class QPushButton;
class QTreeView;

namespace oncedesk {

class PlainLabel;

class JsonView : public QFrame
{
    Q_OBJECT
public:
    static constexpr qsizetype mostTextBytes = 64 * 1024;
    static constexpr qsizetype mostWrappedBytes = 16 * 1024; // longer text is not wrapped

    // The name says what it is: "Params".
    explicit JsonView(const QString &name, QWidget *parent = nullptr);

    // Null: there is none yet, and the words say so. What is the same as before changes nothing.
    void setJson(const QByteArray &json, const QString &noneWords);
    // A value that is no JSON: shown as text and in hexadecimal.
    void setBytes(const QByteArray &bytes);

    [[nodiscard]] bool isIndexed() const { return m_isIndexed; }
    [[nodiscard]] const JsonModel &model() const { return *m_model; }
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QString note() const;

Q_SIGNALS:
    void copied();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showText(const QByteArray &text);
    void indexed(std::shared_ptr<const JsonIndex> index);
    QByteArray m_json;
    bool m_isBytes = false;
    bool m_wasSet = false;
    bool m_isIndexed = false;
    int m_generation = 0;
    JsonModel *m_model;
    QTreeView *m_tree;
    QPlainTextEdit *m_text;
    PlainLabel *m_note;
    QPushButton *m_copy;
    QString m_textNote;
};

} // namespace oncedesk
