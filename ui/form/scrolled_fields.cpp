// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/scrolled_fields.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QScrollArea>

namespace ewald::ui {

namespace {

/// The list or number field that a widget is, or is a part of, if it lies in a scrolled panel.
QWidget* scrolledField(QWidget* widget) {
    QWidget* field = nullptr;
    for (QWidget* at = widget; at != nullptr && !at->isWindow(); at = at->parentWidget()) {
        if (qobject_cast<QComboBox*>(at) != nullptr || qobject_cast<QAbstractSpinBox*>(at) != nullptr) field = at;
        if (field != nullptr && qobject_cast<QScrollArea*>(at) != nullptr) return field;
    }
    return nullptr;
}

class WheelFilter final : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish) return false;
        auto* widget = qobject_cast<QWidget*>(object);
        QWidget* field = widget == nullptr ? nullptr : scrolledField(widget);
        if (field == nullptr) return false;
        // Else the first turn of the wheel would bring the focus, and the second one change the value.
        if (field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
        if (event->type() != QEvent::Wheel || field->hasFocus()) return false;
        event->ignore(); // goes on to what holds it
        return true;
    }
};

} // namespace

void keepWheelForScrolling(QWidget* window) {
    QCoreApplication::instance()->installEventFilter(new WheelFilter(window));
}

} // namespace ewald::ui
