// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/user_message.h"

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace ewald::ui {

/// A message in the window instead of a dialog: what happened, where, what to do, and buttons that do it. Shows the
/// latest one until it is closed or outdated; never takes the keyboard away.
///
/// Placed::over it lies over the lower edge of its parent and moves nothing: what is under the mouse stays there.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Placed { inLayout, over };
    explicit MessageBar(QWidget* parent = nullptr, Placed placed = Placed::inLayout);

    void show(const UserMessage& message);
    /// Several remarks that belong together, all to be read; the worst one decides the colour.
    void showAll(const QString& title, const std::vector<io::Note>& notes);
    /// Adds a button to the message on the screen; pressing it closes the message, then calls `act`.
    void addButton(const QString& text, const std::function<void()>& act);
    [[nodiscard]] const UserMessage& message() const noexcept { return m_message; }
    [[nodiscard]] bool isShown() const noexcept { return !isHidden(); }
    /// All that is written in it, without marks.
    [[nodiscard]] QString plainText() const;
    /// Takes over the colours of another theme: a widget with a style sheet of its own keeps its palette otherwise.
    void followTheme();
    /// Where it may lie, in pixels of its parent, growing upwards from the lower edge; empty: over the whole parent.
    void setRoom(const QRect& room);

public slots:
    void dismiss();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showText(const QString& richText);
    void place();
    void paintBackground();

    UserMessage m_message;
    QLabel* m_icon;
    QLabel* m_text;
    QRect m_room;
    QScrollArea* m_scroll = nullptr; ///< null in a layout
    QHBoxLayout* m_buttons;
    QToolButton* m_close;
};

} // namespace ewald::ui
