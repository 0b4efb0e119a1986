// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"

#include <QString>
#include <QTime>
#include <QWidget>

#include <deque>
#include <optional>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace ewald::view {
class FileSaver;
} // namespace ewald::view

namespace ewald::ui {

/// Lines of a log: all, or those of a level or with some words, to be copied and saved. Keeps the last kMostLines.
class LogView : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kMostLines = 5000;

    struct Line {
        LogLevel level;
        QString text;
    };

    explicit LogView(QWidget* parent = nullptr);

    void append(LogLevel level, const QString& text);
    /// Begins anew; with the lines that are shown of another log, where those go on.
    void clear(bool goesOn = false);
    /// What came by append(), and no lines in their place.
    void showOwn();
    /// What came by append() does not belong to what the page shows: it is kept, and these lines are shown.
    void showInstead(std::deque<Line> lines);
    /// A line of the log as it is shown. \param time when it was said, local
    [[nodiscard]] static Line lineOf(LogLevel level, const QTime& time, const QString& text);
    /// What is on the screen.
    [[nodiscard]] QString text() const;
    /// Whether this is the text of the last line, shown or not.
    [[nodiscard]] bool endsWith(const QString& text) const;
    /// Only lines of this level and worse ones.
    void setLeast(LogLevel least);
    /// Only lines with this text; empty: all.
    void setSearch(const QString& words);
    /// Writes what is shown as UTF-8, away from the UI thread; a line of the log says where that fails.
    void save(const QString& file);

private:
    [[nodiscard]] bool passes(const Line& line) const;
    void refill();
    void askAndSave();

    QComboBox* m_level;
    QLineEdit* m_search;
    QToolButton* m_copy;
    QToolButton* m_save;
    QPlainTextEdit* m_text;
    view::FileSaver* m_saver;
    std::deque<Line> m_lines;
    std::optional<std::deque<Line>> m_instead;
};

} // namespace ewald::ui
