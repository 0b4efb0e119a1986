// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/eliding_combo.h"

#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

namespace ewald::ui {

ElidingCombo::ElidingCombo(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

QString ElidingCombo::shownText() const {
    constexpr int kMargin = 4; // of the text within its part of the box
    QStyleOptionComboBox option;
    initStyleOption(&option);
    int room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    if (!option.currentIcon.isNull()) room -= option.iconSize.width() + kMargin;
    return option.fontMetrics.elidedText(option.currentText, Qt::ElideMiddle, room - kMargin);
}

void ElidingCombo::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText = shownText();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

bool ElidingCombo::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || shownText() == currentText()) return QComboBox::event(event);
    const QString details = toolTip() == currentText() ? QString() : toolTip();
    const QString name = currentText().toHtmlEscaped();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                       details.isEmpty() ? name : QStringLiteral("<p>%1</p><p>%2</p>").arg(name, details), this);
    return true;
}

} // namespace ewald::ui
