// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QButtonGroup;
class QToolButton;
class QWidget;

namespace ewald::ui {

/// One of several buttons of which one is down; joins `group`. Owned by `parent`.
[[nodiscard]] QToolButton* segmentButton(const QString& text, const QString& tip, QButtonGroup* group, QWidget* parent);

} // namespace ewald::ui
