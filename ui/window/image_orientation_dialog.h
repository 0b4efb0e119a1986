// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/image_orientation.h"
#include "window/eight_ways_dialog.h"

#include <array>
#include <optional>

namespace ewald::ui {

class IntegrationSession;

/// Tries the eight ways in which the shown image may lie to the geometry: the cake of each, in which rings are straight
/// lines where it fits, and how much of the image its rings explain. A click sets one.
class ImageOrientationDialog : public EightWaysDialog {
    Q_OBJECT

public:
    explicit ImageOrientationDialog(IntegrationSession& session, QWidget* parent = nullptr);

    void find() override;
    [[nodiscard]] const std::optional<azint::ImageOrientationAnswer>& answer() const noexcept { return m_answer; }

private:
    void apply(std::size_t index) override;
    void applyBest() override;
    void updateButtons() override;
    void addTrial(const azint::ImageOrientationTrial& trial, const QImage& cake);
    void showAnswer(azint::ImageOrientationAnswer answer);
    void showCurrent();
    void forget(const QString& why);

    IntegrationSession& m_session;
    std::array<std::optional<azint::ImageOrientationTrial>, 8> m_trials; ///< in the order of allImageOrientations()
    std::optional<azint::ImageOrientationAnswer> m_answer;
};

} // namespace ewald::ui
