// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/letter_keys.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>

#include <algorithm>

namespace ewald::ui {

namespace {

bool isTyped(const QKeyEvent& key) {
    const auto modifiers = key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    return modifiers == Qt::NoModifier && key.text().size() == 1 && key.text().front().isPrint() &&
           !key.text().front().isSpace();
}

/// Whether the letter means something to the widget, and not only to the window around it.
bool takesLetter(const QWidget& widget, const QKeyEvent& key) {
    if (QApplication::activePopupWidget() != nullptr) return true;
    if (qobject_cast<const QComboBox*>(&widget) != nullptr) return true;
    if (qobject_cast<const QAbstractItemView*>(&widget) == nullptr) return false;
    const QKeySequence typed(key.key() | key.modifiers());
    return std::ranges::none_of(widget.actions(), [&](const QAction* action) {
        return action->isEnabled() && action->shortcuts().contains(typed);
    });
}

class LetterKeys : public QObject {
public:
    explicit LetterKeys(QObject* owner) : QObject(owner) { qApp->installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType())
            return QObject::eventFilter(watched, event);
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (!isTyped(key) || !takesLetter(*static_cast<QWidget*>(watched), key))
            return QObject::eventFilter(watched, event);
        event->accept();
        return true;
    }
};

} // namespace

void keepTypedLetters(QObject* owner) { new LetterKeys(owner); } // owned by it

} // namespace ewald::ui
