// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/chart_base.h"
#include "view/colour_bar.h"
#include "view/image_view.h"
#include "view/surface_view.h"
#include "window/status_panel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabBar>

#include <string>

namespace ewald::ui::test {

/// Of a widget what the widgets that hold it leave, in the place of its window; what lies over it makes no difference.
inline QRect placeInWindow(const QWidget& widget) {
    QRect place = widget.rect();
    for (const QWidget* at = &widget; !at->isWindow(); at = at->parentWidget())
        place = place.translated(at->pos()) & at->parentWidget()->rect();
    return place;
}

/// It can be used or read: a tool, a slider, a field, a text, a picture, a chart with its axes.
inline bool isOfUse(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr || qobject_cast<const QLineEdit*>(&widget) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(&widget) != nullptr || qobject_cast<const QLabel*>(&widget) != nullptr ||
           qobject_cast<const QTabBar*>(&widget) != nullptr || qobject_cast<const StatusPanel*>(&widget) != nullptr ||
           dynamic_cast<const view::ImageView*>(&widget) != nullptr ||
           dynamic_cast<const view::ChartCanvas*>(&widget) != nullptr ||
           dynamic_cast<const view::ColourBar*>(&widget) != nullptr ||
           dynamic_cast<const view::SurfaceView*>(&widget) != nullptr;
}

/// What of the window lies under a widget of it, one line each.
inline std::string coveredBy(const QWidget& cover) {
    const QWidget& window = *cover.window();
    const QRect place = placeInWindow(cover);
    std::string found;
    int seen = 0;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != &window || widget == &cover || cover.isAncestorOf(widget) ||
            widget->isAncestorOf(&cover) || !isOfUse(*widget))
            continue;
        const QRect other = placeInWindow(*widget);
        if (other.isEmpty()) continue; // scrolled away
        ++seen;
        if (other.intersects(place))
            found += std::string(widget->metaObject()->className()) + ' ' + widget->objectName().toStdString() + '\n';
    }
    constexpr int kFew = 30; // there are more on every page
    return seen > kFew ? found : "only " + std::to_string(seen) + " widgets are there";
}

} // namespace ewald::ui::test
