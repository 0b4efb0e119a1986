// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/session.h"

#include <QFrame>

#include <functional>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ewald::ui {

/// A message in the window instead of a dialog: what happened, where, what to do, and buttons that do it. Shows the
/// latest one until it is closed or outdated; never takes the keyboard away.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show(const UserMessage& message);
    /// Adds a button to the message on the screen; pressing it closes the message, then calls `act`.
    void addButton(const QString& text, const std::function<void()>& act);
    [[nodiscard]] const UserMessage& message() const noexcept { return m_message; }
    [[nodiscard]] bool isShown() const noexcept { return !isHidden(); }
    /// Takes over the colours of another theme: a widget with a style sheet of its own keeps its palette otherwise.
    void followTheme();

public slots:
    void dismiss();

private:
    void paintBackground();

    UserMessage m_message;
    QLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    QToolButton* m_close;
};

} // namespace ewald::ui
