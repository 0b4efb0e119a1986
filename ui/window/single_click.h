// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QEvent>

namespace ewald::ui {

/// Lets a double click on a button be one click, where each click adds something.
class SingleClick final : public QObject {
public:
    /// \param button owns it
    explicit SingleClick(QAbstractButton* button) : QObject(button) { button->installEventFilter(this); }
    bool eventFilter(QObject* watched, QEvent* event) override {
        return event->type() == QEvent::MouseButtonDblClick || QObject::eventFilter(watched, event);
    }
};

} // namespace ewald::ui
