// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "ptycho/analysis/orientation.h"
#include "window/eight_ways_dialog.h"

#include <array>
#include <optional>

class QComboBox;

namespace ewald::ui {

class Session;

/// Tries the eight ways in which the axes of the positions may lie to those of the frames, shows the object of each
/// after a few iterations on some frames from the middle of the scan, and sets the one that is chosen.
///
/// Works on the open scan with the parameters of the window, on the first of the job's devices; not while a job runs.
class OrientationDialog : public EightWaysDialog {
    Q_OBJECT

public:
    explicit OrientationDialog(Session& session, QWidget* parent = nullptr);

    void find() override;
    void stop();
    [[nodiscard]] const std::optional<ptycho::OrientationAnswer>& answer() const noexcept { return m_answer; }
    [[nodiscard]] QComboBox& shownBox() const noexcept { return *m_shown; }

private:
    /// What is seen of a trial.
    struct Pictures {
        QImage phase;
        QImage amplitude;
    };
    void apply(std::size_t index) override;
    void applyBest() override;
    void updateButtons() override;
    [[nodiscard]] static Pictures picturesOf(const Array<Complex, 2>& object);
    void addTrial(ptycho::Orientation orientation, double error, const Pictures& pictures);
    void showAnswer(ptycho::OrientationAnswer answer);
    void showPictures();
    void showCurrent();
    void forget(const QString& why);
    void parametersChanged();
    [[nodiscard]] ptycho::Orientation current() const;
    [[nodiscard]] std::size_t tried() const;

    Session& m_session;
    job::JobDocument m_job; ///< what is tried
    std::optional<ptycho::OrientationAnswer> m_answer;
    std::array<Pictures, 8> m_pictures; ///< in the order of ptycho::allOrientations()
    QComboBox* m_shown = nullptr;
};

} // namespace ewald::ui
