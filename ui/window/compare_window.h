// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/compared_results.h"
#include "model/user_message.h"

#include <QDialog>

#include <functional>
#include <optional>

class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTableWidget;
class QToolButton;

namespace ewald::view {
class ElidedLabel;
class LossChart;
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class CompareImages;
class CompareProbes;
class MessageBar;

/// Two results beside each other: the aligned objects, how far they agree (ring correlation), loss, parameters.
/// Everything is computed on a worker thread; the newest pair wins.
class CompareWindow : public QDialog {
    Q_OBJECT

public:
    explicit CompareWindow(QWidget* parent = nullptr);

    void compare(const QString& fileA, const QString& fileB);
    /// Reconstructs the two halves of the scan of a job and compares them: how good is the result?
    /// \param wholeError fourier_error that the job reached, where it is known \param result the file that it made
    void compareHalves(const job::JobDocument& job, std::optional<double> wholeError, const QString& result);
    /// Ends what is being compared or reconstructed. \param why is shown instead
    void stop(const QString& why);
    /// Both halves of a scan are being reconstructed.
    [[nodiscard]] bool reconstructs() const noexcept { return m_halves && m_worker.busy(); }
    [[nodiscard]] QPushButton* stopButton() const noexcept { return m_stop; }
    [[nodiscard]] QProgressBar* progressBar() const noexcept { return m_progress; }
    /// Null before there is a comparison.
    [[nodiscard]] const ComparedResultsPtr& results() const noexcept { return m_results; }
    [[nodiscard]] bool busy() const noexcept { return m_worker.busy() || m_writer.busy(); }
    [[nodiscard]] CompareImages& images() const noexcept { return *m_images; }
    [[nodiscard]] view::PatternChart& ringCorrelation() const noexcept { return *m_frc; }
    [[nodiscard]] view::LossChart& loss() const noexcept { return *m_loss; }
    [[nodiscard]] QTableWidget& parameters() const noexcept { return *m_parameters; }
    [[nodiscard]] CompareProbes& probes() const noexcept { return *m_probes; }
    [[nodiscard]] MessageBar& messageBar() const noexcept { return *m_messages; }
    /// Reconstructs the halves that are shown once more, with the plainest model. Hidden where there is nothing to ask.
    [[nodiscard]] QPushButton* gainButton() const noexcept { return m_gain; }
    /// The resolution in words, with its definition.
    [[nodiscard]] QString resolutionText() const;
    /// How B was brought onto A, and how far they are apart then.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QTabWidget& tabs() const noexcept { return *m_tabs; }
    /// Start writing; a message says what was written, or why not. An existing file is replaced: the file dialog asks.
    void exportDifference(const QString& file);
    void exportRingCorrelation(const QString& file);
    void exportFigure(const QString& file);
    /// After the theme has changed.
    void followTheme();

    /// Closes, and ends what goes on.
    void reject() override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

signals:
    /// A resolution was measured and added to its result. \param noResolution why there is none; empty: there is
    void resolutionKept(const ewald::ui::LoadedResultPtr& result, const std::string& noResolution);
    /// F1: opens the manual there.
    void manualWanted(const QString& place);

private:
    [[nodiscard]] QWidget* buildNames();
    [[nodiscard]] QWidget* buildResolution();
    [[nodiscard]] QWidget* buildLower();
    void addExport(QMenu* menu, const QString& text, const QString& ending, const QString& filter,
                   void (CompareWindow::*write)(const QString&));
    void chooseFile(bool ofB);
    void begin(const QString& fileA, const QString& fileB, bool halves);
    void showHalf(std::size_t half, const job::Progress& progress);
    void showFailure(const QString& title, const Error& error);
    void showResults(const ComparedResultsPtr& results);
    void clear(const QString& why);
    void showRingCorrelation();
    void findGain();
    [[nodiscard]] QString gainText() const;
    void showLoss();
    void showParameters();
    void write(const QString& file, std::function<void()> work);

    QString m_fileA;
    QString m_fileB;
    ComparedResultsPtr m_results;
    view::ElidedLabel* m_nameA = nullptr;
    view::ElidedLabel* m_nameB = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_stop = nullptr;
    std::vector<QPushButton*> m_choices; ///< of other files
    bool m_halves = false;
    bool m_findsGain = false;                   ///< of the halves that are shown
    std::optional<job::JobDocument> m_plainJob; ///< of the halves, with the plainest model
    QToolButton* m_export = nullptr;
    MessageBar* m_messages = nullptr;
    CompareImages* m_images = nullptr;
    QLabel* m_summary = nullptr;
    view::PatternChart* m_frc = nullptr;
    QLabel* m_resolution = nullptr;
    QPushButton* m_gain = nullptr;
    view::LossChart* m_loss = nullptr;
    QLabel* m_lossText = nullptr;
    QTableWidget* m_parameters = nullptr;
    CompareProbes* m_probes = nullptr;
    QTabWidget* m_tabs = nullptr;
    Worker m_worker;
    Worker m_writer;
};

} // namespace ewald::ui
