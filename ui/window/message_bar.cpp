// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/message_bar.h"

#include "common/icon.h"
#include "job/document/parameters.h"
#include "model/text.h"
#include "window/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

QString iconName(io::Severity severity) {
    if (severity == io::Severity::error) return QStringLiteral("error");
    return severity == io::Severity::warning ? QStringLiteral("warning") : QStringLiteral("info");
}

QString htmlOf(const QString& text) {
    return breakableHtml(withShortNames(text)).replace(u'\n', QStringLiteral("<br>"));
}

QString richText(const UserMessage& message) {
    // What is no error is written by the window itself, and may begin with the name of a job.
    const auto sentence = [&](const QString& text) {
        return htmlOf(message.severity == io::Severity::error ? asSentence(text) : text);
    };
    QString text = QStringLiteral("<b>%1</b>").arg(sentence(message.what));
    const job::ParameterDef* def = job::findParameter(message.where.toStdString());
    const QString where = def != nullptr ? tableText(def->label) : message.where;
    if (!where.isEmpty()) text += QStringLiteral("<br>") + htmlOf(where);
    if (!message.hint.isEmpty()) text += QStringLiteral("<br><i>%1</i>").arg(sentence(message.hint));
    return text;
}

/// What happened in the first line; where and what to do in those that follow, one behind the other.
QString fewLines(const UserMessage& message) {
    const QString all = richText(message);
    const auto first = all.indexOf(QStringLiteral("<br>"));
    if (first < 0) return all;
    const auto rest = first + 4;
    return all.first(rest) + all.sliced(rest)
                                 .replace(QStringLiteral("<br>• "), QStringLiteral(" • "))
                                 .replace(QStringLiteral("<br>"), QStringLiteral(" &nbsp;"));
}

/// What has been shortened, whole.
QString wholeText(const UserMessage& message) {
    QStringList whole;
    for (const QString& part : {message.what, message.where, message.hint}) {
        if (withShortNames(part) != part) whole << breakableHtml(part);
    }
    return whole.join(QStringLiteral("<br>"));
}

constexpr int kButtonsBeside = 640; ///< of width at least, for buttons beside the text and not below it
constexpr int kMostLines = 6;       ///< of text; more are scrolled
constexpr int kLeastLines = 3;      ///< where the window is low: what, where and a hint

enum Column { kMoreColumn = 2, kButtonsColumn, kCloseColumn }; ///< behind icon and text

constexpr qsizetype kRead = 100; ///< characters that are read meanwhile

int g_patience_ms = 6000;

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel), m_scroll(new QScrollArea(this)),
      m_grid(new QGridLayout(this)), m_buttons(new QHBoxLayout), m_more(new QToolButton(this)),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_scroll->setWidget(m_text);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setMinimumSize(0, 0);
    m_scroll->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_text->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close the message (Esc)"));
    m_close->setAccessibleName(tr("Close the message"));
    m_grid->setContentsMargins(10, 2, 6, 2);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(4);
    m_grid->addWidget(m_icon, 0, 0, Qt::AlignTop);
    m_grid->addWidget(m_scroll, 0, 1);
    m_grid->addWidget(m_more, 0, kMoreColumn, Qt::AlignBottom);
    m_grid->addLayout(m_buttons, 0, kButtonsColumn);
    m_grid->addWidget(m_close, 0, kCloseColumn, Qt::AlignTop);
    m_grid->setColumnStretch(1, 1);
    m_grid->setRowStretch(0, 1);
    m_more->setText(tr("More…"));
    m_more->setToolTip(tr("Shows the whole message"));
    m_more->setAutoRaise(true);
    m_more->hide();
    connect(m_more, &QToolButton::clicked, this, &MessageBar::showWhole);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    m_leaves.setSingleShot(true);
    connect(&m_leaves, &QTimer::timeout, this, &MessageBar::leave);
    hide();
}

void MessageBar::setPatience(int milliseconds) { g_patience_ms = milliseconds; }

void MessageBar::setLines(int lines) {
    m_lines = lines;
    QSizePolicy place(QSizePolicy::Ignored, QSizePolicy::Fixed);
    place.setRetainSizeWhenHidden(true);
    setSizePolicy(place);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->verticalScrollBar()->setEnabled(false); // nor by the wheel
    m_grid->setContentsMargins(8, 1, 4, 1);
    m_grid->setHorizontalSpacing(8);
    updateGeometry();
}

int MessageBar::heightOfPlace() const {
    const QMargins edge = m_grid->contentsMargins();
    constexpr int kBorder = 1; // of paintBackground(); the frame of the widget knows it when it has been shown
    return m_lines * fontMetrics().lineSpacing() + 2 + edge.top() + edge.bottom() + 2 * kBorder;
}

void MessageBar::leave() {
    // Who has turned away, or reads all of it, is not left.
    if (underMouse() || m_whole != nullptr || !window()->isActiveWindow()) {
        m_leaves.start();
        return;
    }
    dismiss();
}

void MessageBar::leaveLater() {
    if (g_patience_ms > 0)
        m_leaves.start(g_patience_ms * std::max(4, static_cast<int>(1 + plainText().size() / kRead)));
}

bool MessageBar::hasButtonsBelow(int width) const {
    return m_lines == 0 && !m_buttons->isEmpty() && width < kButtonsBeside;
}

int MessageBar::heightFor(int width) const {
    const QMargins edge = m_grid->contentsMargins();
    const bool below = hasButtonsBelow(width);
    int others = edge.left() + edge.right() + 2 * frameWidth() + m_icon->sizeHint().width() +
                 m_close->sizeHint().width() + 2 * m_grid->horizontalSpacing();
    if (!below && !m_buttons->isEmpty()) others += m_buttons->sizeHint().width() + m_grid->horizontalSpacing();
    const int most = kMostLines * fontMetrics().lineSpacing() + 4;
    const int text = heightOfLines(std::max(120, width - others), most);
    const int buttons = m_buttons->sizeHint().height();
    const int first = std::max({text, m_close->sizeHint().height(), m_icon->sizeHint().height(), below ? 0 : buttons});
    const int second = below ? buttons + m_grid->verticalSpacing() : 0;
    return first + second + edge.top() + edge.bottom() + 2 * frameWidth();
}

int MessageBar::heightOfLines(int width, int most) const {
    // A label without a text has the height -1.
    if (const int all = std::max(0, m_text->heightForWidth(width)); all <= most) return all;
    QTextDocument text; // as the label lays it out beside a scroll bar
    text.setDefaultFont(m_text->font());
    text.setDocumentMargin(0);
    text.setHtml(m_text->text());
    text.setTextWidth(m_lines > 0 ? width : width - m_scroll->verticalScrollBar()->sizeHint().width());
    double height = 0;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        const double top = text.documentLayout()->blockBoundingRect(block).top();
        for (int i = 0; i < block.layout()->lineCount(); ++i) {
            const QRectF line = block.layout()->lineAt(i).rect().translated(0, top);
            if (line.bottom() <= most) height = std::max(height, line.bottom());
        }
    }
    return height > 0 ? static_cast<int>(std::ceil(height)) : most;
}

void MessageBar::fitLines() {
    m_scroll->setMaximumHeight(QWIDGETSIZE_MAX);
    if (m_lines > 0) {
        m_more->hide();
        m_grid->activate();
        m_more->setVisible(m_text->heightForWidth(m_scroll->width()) > m_scroll->height());
    }
    m_grid->activate();
    m_scroll->setMaximumHeight(heightOfLines(m_scroll->width(), m_scroll->height()));
}

QSize MessageBar::sizeHint() const { return {kButtonsBeside, m_lines > 0 ? heightOfPlace() : heightFor(width())}; }

QSize MessageBar::minimumSizeHint() const {
    if (m_lines > 0) return {0, heightOfPlace()};
    return {0, std::min(heightFor(width()), kLeastLines * fontMetrics().lineSpacing() + 6)};
}

void MessageBar::place() {
    const bool below = hasButtonsBelow(width());
    m_grid->removeItem(m_buttons);
    m_grid->addLayout(m_buttons, below ? 1 : 0, below ? 1 : kButtonsColumn, Qt::AlignRight | Qt::AlignVCenter);
    updateGeometry();
    if (m_lines > 0) fitLines(); // its height stays, its buttons take room from the text
}

void MessageBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (event->oldSize().width() != width()) place();
    fitLines();
}

void MessageBar::show(const UserMessage& message) {
    dismiss();
    m_message = message;
    showText(richText(message), fewLines(message));
    m_text->setToolTip(wholeText(message));
}

void MessageBar::showAll(const QString& title, const std::vector<io::Note>& notes) {
    dismiss();
    m_message.what = title;
    QString text = QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped());
    for (const io::Note& note : notes) {
        m_message.severity = std::max(m_message.severity, note.severity);
        text += QStringLiteral("<br>• ") + htmlOf(asSentence(coreText(note.text)));
    }
    showText(text, text);
    m_leaves.stop(); // asked for, to be read
    m_text->setToolTip({});
}

void MessageBar::showText(const QString& text, const QString& lines) {
    const int side = m_lines > 0 ? 20 : 24;
    m_icon->setPixmap(icon(iconName(m_message.severity)).pixmap(side, side));
    m_html = text;
    m_text->setText(m_lines > 0 ? lines : text);
    paintBackground();
    setVisible(true);
    place();
    // Its width is known when it has been laid out, its height after that.
    if (QLayout* outer = parentWidget() != nullptr ? parentWidget()->layout() : nullptr) {
        outer->activate();
        outer->activate();
    }
    fitLines();
    m_leaves.stop();
    if (m_message.severity == io::Severity::info && g_patience_ms > 0)
        m_leaves.start(g_patience_ms * static_cast<int>(1 + plainText().size() / kRead));
}

QString MessageBar::plainText() const {
    QTextDocument text;
    text.setHtml(m_html);
    return text.toPlainText().remove(QChar(0x200b));
}

void MessageBar::addButton(const QString& text, const std::function<void()>& act) {
    auto* button = new QPushButton(text, this);
    m_buttons->addWidget(button, 0, Qt::AlignVCenter);
    button->show();
    place();
    m_leaves.stop(); // it asks something
    connect(button, &QPushButton::clicked, this, [this, act] {
        // A copy: dismiss() deletes the button, and with it this function object.
        const auto action = act;
        dismiss();
        action();
    });
}

void MessageBar::dismiss() {
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_message = {};
    m_html.clear();
    if (m_whole != nullptr) m_whole->close();
    m_leaves.stop();
    hide();
}

QToolButton* MessageBar::moreButton() const { return m_more->isHidden() ? nullptr : m_more; }

void MessageBar::showWhole() {
    constexpr int kMargin = 10;
    m_whole = new QFrame(this, Qt::Popup);
    m_whole->setAttribute(Qt::WA_DeleteOnClose);
    m_whole->setFrameShape(QFrame::Box);
    auto* text = new QLabel(m_html);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setMargin(kMargin);
    text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* scroll = new QScrollArea(m_whole);
    scroll->setWidget(text);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* column = new QVBoxLayout(m_whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scroll);
    // Below its lines and as wide as these, no higher than half of the screen.
    const int frame = 2 * m_whole->frameWidth();
    const QRect all = screen()->availableGeometry();
    const int most = all.height() / 2, bar = scroll->verticalScrollBar()->sizeHint().width();
    const int wide = std::min(width(), all.width());
    int high = text->heightForWidth(wide - frame) + frame;
    if (high > most) high = std::min(most, text->heightForWidth(wide - frame - bar) + frame);
    QRect place(mapToGlobal(QPoint(0, height())), QSize(wide, std::min(high, most)));
    place.moveLeft(
        std::clamp(place.left(), all.left(), all.right() - wide + 1)); // of a window that is partly beside it
    if (place.bottom() > all.bottom()) place.moveBottom(mapToGlobal(QPoint()).y() - 1);
    m_whole->setGeometry(place);
    m_whole->show();
    text->setFocus();
}

void MessageBar::paintBackground() {
    const bool dark = themeIsDark();
    QString ground = dark ? QStringLiteral("#243447") : QStringLiteral("#e4f0fb");
    QString edge = QStringLiteral("#2f7fd0");
    if (m_message.severity == io::Severity::warning) {
        ground = dark ? QStringLiteral("#40331f") : QStringLiteral("#fdf1df");
        edge = QStringLiteral("#d9822b");
    } else if (m_message.severity == io::Severity::error) {
        ground = dark ? QStringLiteral("#452627") : QStringLiteral("#fdeaea");
        edge = QStringLiteral("#d64545");
    }
    const QString sheet =
        QStringLiteral("#messageBar { background: %1; border: 1px solid %2; border-radius: 4px; }").arg(ground, edge);
    if (styleSheet() != sheet) setStyleSheet(sheet);
}

void MessageBar::followTheme() {
    setStyleSheet({});
    if (isShown()) paintBackground();
}

} // namespace ewald::ui
