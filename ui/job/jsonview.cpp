#include "ui/job/jsonview.h"

#include "ui/job/inbackground.h"
#include "ui/lists/celltext.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>
#include <array>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// A text this deep or wide is opened by hand.
constexpr qsizetype fewNodes = 60;

} // namespace

JsonView::JsonView(const QString &name, QWidget *parent)
    : QFrame(parent),
      m_model(new JsonModel(this)),
      m_tree(new QTreeView(this)),
      m_text(new QPlainTextEdit(this)),
      m_note(new PlainLabel(QString(), PlainLabel::Role::muted, this)),
      m_copy(makeButton(tr("Copy all"), ButtonKind::plain, this))
{
    setProperty("card", true);
    m_tree->setModel(m_model);
    m_tree->setAccessibleName(tr("%1 as a tree").arg(name));
    m_tree->setUniformRowHeights(true);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setIndentation(16);
    m_tree->header()->setDefaultSectionSize(180);
    m_tree->installEventFilter(this);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_tree->setObjectName(u"json-tree"_s);
    m_text->setProperty("isPartOfCard", true);
    m_text->setFont(look::fixedFont(look::Size::caption));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("%1 as exact text").arg(name));
    auto *split = new QSplitter(this);
    split->addWidget(m_tree);
    split->addWidget(m_text);
    split->setSizes({1, 1});
    split->setChildrenCollapsible(false);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(10, 4, 8, 4);
    foot->addWidget(m_note, 1);
    foot->addWidget(m_copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(split, 1);
    column->addLayout(foot);
    m_copy->setAccessibleName(tr("Copy all of %1").arg(name));
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(m_json));
        Q_EMIT copied();
    });
}

void JsonView::setJson(const QByteArray &json, const QString &noneWords)
{
    if (m_wasSet && !m_isBytes && json.isNull() == m_json.isNull() && json == m_json) {
        if (json.isNull())
            m_note->setText(noneWords);
        return;
    }
    m_wasSet = true;
    m_isBytes = false;
    m_json = json;
    m_isIndexed = false;
    m_copy->setVisible(!json.isNull());
    m_tree->show();
    showText(json);
    const int generation = ++m_generation;
    if (json.isNull()) {
        m_note->setText(noneWords);
        indexed(std::make_shared<JsonIndex>());
        return;
    }
    m_note->setText(tr("Reading %1…").arg(sizeText(json.size())));
    inBackground(
        this, [json] { return std::shared_ptr<const JsonIndex>(std::make_shared<JsonIndex>(json)); },
        [this, generation](const std::shared_ptr<const JsonIndex> &index) {
            if (generation != m_generation)
                return;
            indexed(index);
            QString note = m_textNote;
            if (index->isCut())
                note += u' ' + tr("The tree shows at most %1 values of one list, %2 in all.")
                                   .arg(JsonIndex::mostChildren)
                                   .arg(JsonIndex::mostNodes);
            m_note->setText(note);
        });
}

void JsonView::indexed(std::shared_ptr<const JsonIndex> index)
{
    const bool isSmall = qsizetype(index->nodes().size()) <= fewNodes;
    m_model->setIndex(std::move(index));
    if (isSmall)
        m_tree->expandAll();
    m_isIndexed = true;
}

void JsonView::setBytes(const QByteArray &bytes)
{
    if (m_wasSet && m_isBytes && bytes == m_json)
        return;
    m_wasSet = true;
    m_isBytes = true;
    m_json = bytes;
    ++m_generation;
    indexed(std::make_shared<JsonIndex>());
    m_tree->hide();
    m_copy->hide(); // the clipboard would not keep them as they are
    constexpr qsizetype most = 4096;
    QString dump;
    for (qsizetype at = 0; at < std::min(most, bytes.size()); at += 16) {
        const QByteArray line = bytes.mid(at, std::min<qsizetype>(16, most - at));
        QString letters;
        for (const char byte : line)
            letters += byte >= ' ' && byte <= '~' ? QLatin1Char(byte) : QLatin1Char('.');
        dump += u"%1  %2  %3\n"_s.arg(at, 6, 16, QLatin1Char('0'))
                    .arg(QString::fromLatin1(line.toHex(' ')), -47)
                    .arg(letters);
    }
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setPlainText(dump);
    m_note->setText(bytes.size() > most
                        ? tr("%1 bytes that are no JSON, kept as they came; the first %2 are shown.")
                              .arg(bytes.size())
                              .arg(most)
                        : tr("%1 bytes that are no JSON, kept as they came.").arg(bytes.size()));
}

void JsonView::showText(const QByteArray &text)
{
    qsizetype shown = std::min(text.size(), mostTextBytes);
    while (shown > 0 && shown < text.size() && (uchar(text[shown]) & 0xC0) == 0x80)
        --shown;
    m_text->setLineWrapMode(text.size() <= mostWrappedBytes ? QPlainTextEdit::WidgetWidth
                                                            : QPlainTextEdit::NoWrap);
    m_text->setWordWrapMode(QTextOption::WrapAnywhere);
    m_text->setPlainText(QString::fromUtf8(QByteArrayView(text).first(shown)));
    m_textNote = shown < text.size()
                     ? tr("%1 of exact text; its first %2 are shown. Copy all takes the whole.")
                           .arg(sizeText(text.size()), sizeText(shown))
                     : tr("%1, exact to the digit.").arg(sizeText(text.size()));
}

QString JsonView::shownText() const
{
    return m_text->toPlainText();
}

QString JsonView::note() const
{
    return m_note->text();
}

bool JsonView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Asterisk) // would open everything at once, however much that is
            return true;
        if (key->matches(QKeySequence::Copy)) {
            QGuiApplication::clipboard()->setText(QString::fromUtf8(m_model->exact(m_tree->currentIndex())));
            Q_EMIT copied();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace oncedesk
