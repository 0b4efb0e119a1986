// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace ewald::ui::test {

/// The button with this text that is not hidden; null where there is none.
inline QAbstractButton* buttonWith(const QWidget& parent, const QString& text) {
    for (QAbstractButton* button : parent.findChildren<QAbstractButton*>())
        if (button->text() == text && !button->isHidden()) return button;
    return nullptr;
}

} // namespace ewald::ui::test
