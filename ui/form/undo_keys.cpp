// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/undo_keys.h"

#include <QAbstractSpinBox>
#include <QKeyEvent>
#include <QLineEdit>

namespace ewald::ui {

namespace {

/// Watches a box and its line.
class UndoKeys : public QObject {
public:
    explicit UndoKeys(QAbstractSpinBox* box) : QObject(box), m_line(box->findChild<QLineEdit*>()) {
        box->installEventFilter(this);
        connect(box, &QAbstractSpinBox::editingFinished, this, [this] { m_line->setModified(false); });
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (!isUndoKey(*event) || m_line->isModified()) return QObject::eventFilter(watched, event);
        event->ignore();
        return true;
    }

private:
    QLineEdit* m_line;
};

} // namespace

bool isUndoKey(const QEvent& event) {
    if (event.type() != QEvent::ShortcutOverride) return false;
    const auto& key = static_cast<const QKeyEvent&>(event);
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

void shareUndoKeys(QAbstractSpinBox* box) { new UndoKeys(box); } // owned by the box

} // namespace ewald::ui
