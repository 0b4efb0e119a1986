// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/path_line.h"

#include "common/elided_path.h"

#include <QPainter>
#include <QStyleOptionFrame>

namespace ewald::ui {

QRect PathLine::room() const {
    constexpr int kMargin = 2; // as a QLineEdit has it
    QStyleOptionFrame option;
    initStyleOption(&option);
    return style()->subElementRect(QStyle::SE_LineEditContents, &option, this).adjusted(kMargin, 0, -kMargin, 0);
}

QString PathLine::shownText() const {
    if (hasFocus()) return text();
    if (!m_meaning.isEmpty()) return fontMetrics().elidedText(m_meaning, Qt::ElideRight, room().width());
    return elidedAtFolders(text(), fontMetrics(), room().width());
}

void PathLine::setMeaning(const QString& meaning) {
    m_meaning = meaning;
    update();
}

void PathLine::paintEvent(QPaintEvent* event) {
    const QString shown = shownText();
    if (shown == text()) {
        QLineEdit::paintEvent(event);
        return;
    }
    QPainter painter(this);
    QStyleOptionFrame option;
    initStyleOption(&option);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    style()->drawItemText(&painter, room(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine),
                          palette(), isEnabled(), shown, QPalette::Text);
}

} // namespace ewald::ui
