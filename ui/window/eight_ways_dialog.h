// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "window/orientation_tile.h"

#include <QDialog>

#include <array>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace ewald::ui {

/// Tries the eight ways in which two things may lie to each other (turned, flipped), shows a picture of each as it
/// comes, and applies the one that is clicked. What is tried is said by a class derived from it. UI thread.
class EightWaysDialog : public QDialog {
    Q_OBJECT

public:
    ~EightWaysDialog() override;

    virtual void find() = 0;
    [[nodiscard]] bool busy() const noexcept { return m_finder.busy(); }
    [[nodiscard]] const std::array<OrientationTile*, 8>& tiles() const noexcept { return m_tiles; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] QPushButton& applyButton() const noexcept { return *m_apply; }
    [[nodiscard]] QPushButton& findButton() const noexcept { return *m_find; }
    [[nodiscard]] QProgressBar& progressBar() const noexcept { return *m_progress; }

signals:
    /// One was applied. \param text which, in words
    void applied(const QString& text);

protected:
    struct Texts {
        QString title;
        QString intro;
        QString applyTip;
        QString manual; ///< page and section
        QString manualTip;
        std::array<QString, 8> names;
    };
    EightWaysDialog(const Texts& texts, QWidget* parent);

    virtual void apply(std::size_t index) = 0;
    virtual void applyBest() = 0;
    virtual void updateButtons() = 0;

    /// Takes the pictures away.
    void clearTiles(const QString& why);
    void markCurrent(std::size_t index);
    void fail(const Error& error);

    std::array<OrientationTile*, 8> m_tiles{};
    QLabel* m_verdict = nullptr;
    QHBoxLayout* m_buttons = nullptr; ///< progress, then the buttons
    QProgressBar* m_progress = nullptr;
    QPushButton* m_find = nullptr; ///< without text and action
    QPushButton* m_apply = nullptr;
    Worker m_finder; ///< its tasks touch no member but in the UI thread

private:
    QWidget* buildTiles(const std::array<QString, 8>& names);
    QWidget* buildButtons(const Texts& texts);
};

} // namespace ewald::ui
