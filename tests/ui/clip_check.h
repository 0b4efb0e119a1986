// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "form/eliding_combo.h"
#include "view/elided_label.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>
#include <string>

namespace ewald::ui::test {

/// Width of the widest line of a text without marks.
inline int textWidth(const QWidget& widget, QString text) {
    if (Qt::mightBeRichText(text)) {
        QTextDocument document;
        document.setHtml(text);
        text = document.toPlainText();
    }
    int widest = 0;
    for (QString line : text.split(u'\n')) {
        widest = std::max(widest, widget.fontMetrics().horizontalAdvance(line.remove(u'&')));
    }
    return widest;
}

/// What is cut off of the visible labels, buttons and choices below a widget, one line each.
inline std::string clipped(const QWidget& top) {
    // Where a text has come just now, from each widget up to the window.
    for (int level = 0; level < 10; ++level) QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QStringList found;
    const auto report = [&](const QWidget& widget, const QString& text, int room) {
        if (!widget.isVisible() || text.trimmed().isEmpty() || widget.width() == 0) return;
        const int needed = textWidth(widget, text);
        if (needed > room) {
            found << QStringLiteral("%1 \"%2\": %3 of %4 pixels")
                         .arg(QLatin1String(widget.metaObject()->className()), text.left(60))
                         .arg(room)
                         .arg(needed);
        }
    };
    for (const QLabel* label : top.findChildren<QLabel*>()) {
        const auto* elided = qobject_cast<const view::ElidedLabel*>(label);
        if (label->isVisible() && label->wordWrap() && label->height() + 2 < label->heightForWidth(label->width()))
            found << QStringLiteral("QLabel \"%1\": %2 of %3 pixels high")
                         .arg(label->text().left(60))
                         .arg(label->height())
                         .arg(label->heightForWidth(label->width()));
        // A label that follows the mouse, or is as wide as there is room, is not laid out by its text.
        if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored || label->wordWrap()) continue;
        report(*label, elided != nullptr ? elided->shownText() : label->text(), label->contentsRect().width() + 1);
    }
    for (const QAbstractButton* button : top.findChildren<QAbstractButton*>()) {
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) continue;
        // The start page draws names with an ellipsis: the tool tip has all of it.
        if (button->text().size() > 60 && !button->toolTip().isEmpty()) continue;
        const bool checks = qobject_cast<const QCheckBox*>(button) || qobject_cast<const QRadioButton*>(button);
        if (tool == nullptr && qobject_cast<const QPushButton*>(button) == nullptr && !checks) continue;
        const int icon = button->icon().isNull() ? 0 : button->iconSize().width() + 4;
        report(*button, button->text(), button->width() - icon - (checks ? 18 : 0));
    }
    for (const QComboBox* box : top.findChildren<QComboBox*>())
        if (qobject_cast<const ElidingCombo*>(box) == nullptr && box->toolTip().isEmpty())
            report(*box, box->currentText(), box->width() - 20);
    return found.join(u'\n').toStdString();
}

} // namespace ewald::ui::test
