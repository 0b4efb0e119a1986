// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/user_message.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace ewald::ui {

/// A message in the window instead of a dialog: what happened, where, what to do, and buttons that do it. Shows the
/// latest one until it is closed or outdated; never takes the keyboard away.
///
/// It has a place of its own in a layout, so that it lies over nothing; with setLines() that place is kept while there
/// is no message, so that nothing moves when one comes or goes. A confirmation (no warning, no buttons) leaves by
/// itself, as does what leaveAfter() was said of; but not while the mouse is over it, nor while nobody looks at the
/// window.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// It is always so many lines of text high, also where there is none; a button opens the whole of a longer one.
    void setLines(int lines);
    void show(const UserMessage& message);
    /// Several remarks that belong together, all to be read; the worst one decides the colour.
    void showAll(const QString& title, const std::vector<io::Note>& notes);
    /// Adds a button to the message on the screen, which then waits; pressing it closes the message, then calls `act`.
    void addButton(const QString& text, const std::function<void()>& act);
    /// The message on the screen can be done without after a while, though it has buttons or is a warning.
    void leaveLater();
    [[nodiscard]] const UserMessage& message() const noexcept { return m_message; }
    [[nodiscard]] bool isShown() const noexcept { return !isHidden(); }
    /// Whether it leaves by itself.
    [[nodiscard]] bool leaves() const { return m_leaves.isActive(); }
    /// How long a short confirmation stays; leaveLater() is four times as long. 0: until it is closed. For all bars.
    static void setPatience(int milliseconds);
    /// All that is written in it, without marks.
    [[nodiscard]] QString plainText() const;
    /// Opens the whole of a message that is too long for its lines; null where all of it is seen.
    [[nodiscard]] QToolButton* moreButton() const;
    /// The whole, while it is open; else null.
    [[nodiscard]] QWidget* whole() const noexcept { return m_whole; }
    /// Takes over the colours of another theme: a widget with a style sheet of its own keeps its palette otherwise.
    void followTheme();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void dismiss();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// \param lines the same for few lines
    void showText(const QString& richText, const QString& lines);
    void showWhole();
    void place();
    void leave();
    void paintBackground();
    /// Of all of it, where it is so wide.
    [[nodiscard]] int heightFor(int width) const;
    [[nodiscard]] bool hasButtonsBelow(int width) const;
    /// Height of the lines of the text that fit into `most` pixels, where it is so wide: no line is cut.
    [[nodiscard]] int heightOfLines(int width, int most) const;
    /// What is scrolled or cut off shows whole lines, too.
    void fitLines();
    [[nodiscard]] int heightOfPlace() const;

    UserMessage m_message;
    QString m_html;  ///< all of it
    int m_lines = 0; ///< of the place that is kept; 0: as high as the message
    QLabel* m_icon;
    QLabel* m_text;
    QScrollArea* m_scroll;
    QGridLayout* m_grid;
    QHBoxLayout* m_buttons;
    QToolButton* m_more;
    QToolButton* m_close;
    QPointer<QFrame> m_whole;
    QTimer m_leaves;
};

} // namespace ewald::ui
