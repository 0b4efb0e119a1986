// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/image_orientation.h"
#include "common/worker.h"
#include "window/orientation_tile.h"

#include <QDialog>

#include <array>
#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace ewald::ui {

class IntegrationSession;

/// Tries the eight ways in which the shown image may lie to the geometry: the cake of each, in which rings are straight
/// lines where it fits, and how much of the image its rings explain. A click sets one.
class ImageOrientationDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImageOrientationDialog(IntegrationSession& session, QWidget* parent = nullptr);
    ~ImageOrientationDialog() override;

    void find();
    [[nodiscard]] bool busy() const noexcept { return m_finder.busy(); }
    /// In the order of azint::allImageOrientations().
    [[nodiscard]] const std::array<OrientationTile*, 8>& tiles() const noexcept { return m_tiles; }
    [[nodiscard]] const std::optional<azint::ImageOrientationAnswer>& answer() const noexcept { return m_answer; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] QPushButton& applyButton() const noexcept { return *m_apply; }

signals:
    /// The image was turned. \param text how, in words
    void applied(const QString& text);

private:
    QWidget* buildTiles();
    QWidget* buildButtons();
    void addTrial(const azint::ImageOrientationTrial& trial, const QImage& cake);
    void showAnswer(azint::ImageOrientationAnswer answer);
    void showCurrent();
    void apply(std::size_t index);
    void forget(const QString& why);
    void updateButtons();

    IntegrationSession& m_session;
    std::array<OrientationTile*, 8> m_tiles{};
    std::array<std::optional<azint::ImageOrientationTrial>, 8> m_trials;
    std::optional<azint::ImageOrientationAnswer> m_answer;
    QLabel* m_verdict = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_find = nullptr;
    QPushButton* m_apply = nullptr;
    Worker m_finder; ///< last: its thread ends first
};

} // namespace ewald::ui
