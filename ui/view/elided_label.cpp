// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/elided_label.h"

#include "common/elided_path.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace ewald::view {

namespace {

/// Room for a short word such as "Measured": what is cut further cannot be read.
constexpr int kLeastEms = 7;

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent) : ElidedLabel(QString(), parent) {}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setDetails(const QString& details) { m_details = details; }

QString ElidedLabel::shownText() const {
    const int width = contentsRect().width();
    return m_isElidedAtEnd ? fontMetrics().elidedText(text(), Qt::ElideRight, width)
                           : ui::elidedAtFolders(text(), fontMetrics(), width);
}

QSize ElidedLabel::minimumSizeHint() const {
    const QSize whole = QLabel::sizeHint();
    return {std::min(whole.width(), kLeastEms * fontMetrics().height()), whole.height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment() | Qt::TextSingleLine), palette(),
                          isEnabled(), shownText(), foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QLabel::event(event);
    QStringList lines;
    if (shownText() != text()) lines << text();
    if (!m_details.isEmpty()) lines << m_details;
    if (lines.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), lines.join(u'\n'), this);
    }
    return true;
}

} // namespace ewald::view
