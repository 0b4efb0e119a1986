// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/message_bar.h"

#include "common/icon.h"
#include "job/document/parameters.h"
#include "model/text.h"
#include "window/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>

namespace ewald::ui {

namespace {

QString iconName(io::Severity severity) {
    if (severity == io::Severity::error) return QStringLiteral("error");
    return severity == io::Severity::warning ? QStringLiteral("warning") : QStringLiteral("info");
}

QString htmlOf(const QString& text) { return breakableHtml(withShortNames(text)); }

QString richText(const UserMessage& message) {
    QString text = QStringLiteral("<b>%1</b>").arg(htmlOf(message.what));
    const job::ParameterDef* def = job::findParameter(message.where.toStdString());
    const QString where = def != nullptr ? tableText(def->label) : message.where;
    if (!where.isEmpty()) text += QStringLiteral("<br>") + htmlOf(where);
    if (!message.hint.isEmpty()) text += QStringLiteral("<br><i>%1</i>").arg(htmlOf(message.hint));
    return text;
}

/// What has been shortened, whole.
QString wholeText(const UserMessage& message) {
    QStringList whole;
    for (const QString& part : {message.what, message.where, message.hint}) {
        if (withShortNames(part) != part) whole << breakableHtml(part);
    }
    return whole.join(QStringLiteral("<br>"));
}

constexpr int kMargin = 10;
constexpr int kWidest = 760;

} // namespace

MessageBar::MessageBar(QWidget* parent, Placed placed)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_buttons(new QHBoxLayout),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    if (placed == Placed::over) {
        m_scroll = new QScrollArea(this);
        m_scroll->setWidget(m_text);
        m_scroll->setWidgetResizable(true);
        m_scroll->setFrameShape(QFrame::NoFrame);
        m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_scroll->setFocusPolicy(Qt::NoFocus);
        m_scroll->viewport()->setAutoFillBackground(false);
        m_text->setAutoFillBackground(false);
        parent->installEventFilter(this);
    }
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close the message (Esc)"));
    m_close->setAccessibleName(tr("Close the message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 3, 6, 3);
    row->setSpacing(10);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_scroll != nullptr ? static_cast<QWidget*>(m_scroll) : m_text, 1);
    row->addLayout(m_buttons);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    hide();
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize && isShown()) place();
    return QFrame::eventFilter(watched, event);
}

void MessageBar::place() {
    if (m_scroll == nullptr) return;
    const QRect whole = parentWidget()->rect();
    const QRect room = m_room.isEmpty() ? whole.adjusted(kMargin, 0, -kMargin, -kMargin) : m_room;
    const int width = std::min(room.width(), kWidest);
    layout()->activate();
    const int others = layout()->sizeHint().width() - m_scroll->sizeHint().width();
    const int textHeight = m_text->heightForWidth(std::max(120, width - others));
    const int height = std::max({textHeight, m_close->sizeHint().height(), m_buttons->sizeHint().height()}) +
                       layout()->contentsMargins().top() + layout()->contentsMargins().bottom() + 2 * frameWidth();
    const int shown = std::min(height, whole.height() / 2);
    setGeometry(room.left() + (room.width() - width) / 2, room.bottom() + 1 - shown, width, shown);
    raise();
}

void MessageBar::setRoom(const QRect& room) {
    if (m_room == room) return;
    m_room = room;
    if (isShown()) place();
}

void MessageBar::show(const UserMessage& message) {
    dismiss();
    m_message = message;
    showText(richText(message));
    m_text->setToolTip(wholeText(message));
}

void MessageBar::showAll(const QString& title, const std::vector<io::Note>& notes) {
    dismiss();
    m_message.what = title;
    QString text = QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped());
    for (const io::Note& note : notes) {
        m_message.severity = std::max(m_message.severity, note.severity);
        text += QStringLiteral("<br>• ") + htmlOf(coreText(note.text));
    }
    showText(text);
    m_text->setToolTip({});
}

void MessageBar::showText(const QString& text) {
    m_icon->setPixmap(icon(iconName(m_message.severity)).pixmap(24, 24));
    m_text->setText(text);
    paintBackground();
    setVisible(true);
    place();
}

QString MessageBar::plainText() const {
    QTextDocument text;
    text.setHtml(m_text->text());
    return text.toPlainText().remove(QChar(0x200b));
}

void MessageBar::addButton(const QString& text, const std::function<void()>& act) {
    auto* button = new QPushButton(text, this);
    m_buttons->addWidget(button, 0, Qt::AlignVCenter);
    button->show();
    place();
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
    hide();
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
