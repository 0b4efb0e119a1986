// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/message_bar.h"

#include "common/icon.h"
#include "window/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace ewald::ui {

namespace {

QString iconName(io::Severity severity) {
    if (severity == io::Severity::error) return QStringLiteral("error");
    return severity == io::Severity::warning ? QStringLiteral("warning") : QStringLiteral("info");
}

QString richText(const UserMessage& message) {
    QString text = QStringLiteral("<b>%1</b>").arg(message.what.toHtmlEscaped());
    if (!message.where.isEmpty()) text += QStringLiteral("<br>") + message.where.toHtmlEscaped();
    if (!message.hint.isEmpty()) text += QStringLiteral("<br><i>%1</i>").arg(message.hint.toHtmlEscaped());
    return text;
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_buttons(new QHBoxLayout),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close the message (Esc)"));
    m_close->setAccessibleName(tr("Close the message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->setSpacing(10);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addLayout(m_buttons);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    hide();
}

void MessageBar::show(const UserMessage& message) {
    dismiss();
    m_message = message;
    m_icon->setPixmap(icon(iconName(message.severity)).pixmap(24, 24));
    m_text->setText(richText(message));
    paintBackground();
    setVisible(true);
}

void MessageBar::addButton(const QString& text, const std::function<void()>& act) {
    auto* button = new QPushButton(text, this);
    m_buttons->addWidget(button, 0, Qt::AlignVCenter);
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
