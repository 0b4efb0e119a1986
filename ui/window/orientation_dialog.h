// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/document.h"
#include "ptycho/analysis/orientation.h"
#include "window/orientation_tile.h"

#include <QDialog>

#include <array>
#include <optional>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace ewald::ui {

class Session;

/// Tries the eight ways in which the axes of the positions may lie to those of the frames, shows the object of each
/// after a few iterations on some frames from the middle of the scan, and sets the one that is chosen.
///
/// Works on the open scan with the parameters of the window, on the first of the job's devices; not while a job runs.
class OrientationDialog : public QDialog {
    Q_OBJECT

public:
    explicit OrientationDialog(Session& session, QWidget* parent = nullptr);
    ~OrientationDialog() override;

    void find();
    void stop();
    [[nodiscard]] bool busy() const noexcept { return m_finder.busy(); }
    /// In the order of ptycho::allOrientations().
    [[nodiscard]] const std::array<OrientationTile*, 8>& tiles() const noexcept { return m_tiles; }
    [[nodiscard]] const std::optional<ptycho::OrientationAnswer>& answer() const noexcept { return m_answer; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] QPushButton& applyButton() const noexcept { return *m_apply; }
    [[nodiscard]] QPushButton& findButton() const noexcept { return *m_find; }
    [[nodiscard]] QProgressBar& progressBar() const noexcept { return *m_progress; }
    [[nodiscard]] QComboBox& shownBox() const noexcept { return *m_shown; }

signals:
    /// The parameters were set. \param text the orientation in words
    void applied(const QString& text);

private:
    /// What is seen of a trial.
    struct Pictures {
        QImage phase;
        QImage amplitude;
    };
    QWidget* buildTiles();
    QWidget* buildButtons();
    [[nodiscard]] static Pictures picturesOf(const Array<Complex, 2>& object);
    void addTrial(ptycho::Orientation orientation, double error, const Pictures& pictures);
    void showAnswer(ptycho::OrientationAnswer answer);
    void showPictures();
    void showCurrent();
    void apply(ptycho::Orientation orientation);
    void forget(const QString& why);
    void parametersChanged();
    void updateButtons();
    [[nodiscard]] ptycho::Orientation current() const;
    [[nodiscard]] std::size_t tried() const;

    Session& m_session;
    job::JobDocument m_job; ///< what is tried
    std::optional<ptycho::OrientationAnswer> m_answer;
    std::array<OrientationTile*, 8> m_tiles{};
    std::array<Pictures, 8> m_pictures;
    QLabel* m_verdict = nullptr;
    QComboBox* m_shown = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_find = nullptr;
    QPushButton* m_apply = nullptr;
    Worker m_finder; ///< last: its thread ends first
};

} // namespace ewald::ui
