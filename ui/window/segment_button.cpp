// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/segment_button.h"

#include <QButtonGroup>
#include <QToolButton>

namespace ewald::ui {

QToolButton* segmentButton(const QString& text, const QString& tip, QButtonGroup* group, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    group->addButton(button);
    return button;
}

} // namespace ewald::ui
