// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/image_limits.h"

#include "view/image_view.h"

namespace ewald::ui {

void ImageLimits::follow() {
    const QString now = m_subject();
    if (now.isEmpty() || now == m_last) return;
    m_last = now;
    for (view::ImageView* image : m_page.findChildren<view::ImageView*>()) image->forgetLimits();
}

} // namespace ewald::ui
