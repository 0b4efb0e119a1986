// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/ptychography/results/compare.h"
#include "model/file_opener.h"
#include "ptycho/analysis/caustic.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ewald::ui {

/// Two result files beside each other as the window shows them. All images have the shape of the smallest rectangle
/// that holds what is well lit in both; other pixels are not a number. Immutable.
struct ComparedResults {
    QString fileA; ///< or what it is, of half scans
    QString fileB;
    bool halves = false; ///< of one scan
    std::vector<io::LossEntry> lossA;
    std::vector<io::LossEntry> lossB;
    job::ResultComparison found;                        ///< without its images, which are the ones below
    LoadedResultPtr kept;                               ///< the result of these halves, with what they say of it
    std::optional<Error> notKept;                       ///< why they are not in its file
    std::shared_ptr<const job::ResultComparison> plain; ///< of halves with the plainest model, where that was asked for
    /// The objects without the phase ramp and the mean phase of A: [row][col].
    std::shared_ptr<const Array<Complex, 2>> a;
    std::shared_ptr<const Array<Complex, 2>> b;
    std::shared_ptr<const Array<Complex, 3>> probeA; ///< modes of the first variation
    std::shared_ptr<const Array<Complex, 3>> probeB;
    double wavelengthA_m = 0;
    double wavelengthB_m = 0;
    std::shared_ptr<const Array<float, 2>> phaseDifference;     ///< of A minus B, radians, −π…π
    std::shared_ptr<const Array<float, 2>> amplitudeDifference; ///< |A| − |B|
};
using ComparedResultsPtr = std::shared_ptr<const ComparedResults>;

/// Reads and compares two results; see job::compareResults(). Counts its steps. Any thread. \throws DataError for files
/// that are no results or cannot be compared; StoppedError
[[nodiscard]] ComparedResultsPtr compareFiles(const QString& fileA, const QString& fileB, TaskContext& context);

/// Which half of a scan is being reconstructed (0 or 1; 2: both are there), and how far it is.
using HalfProgress = std::function<void(std::size_t half, const job::Progress& progress)>;
/// Reconstructs both halves of the scan of a job, see job::reconstructHalves(), compares them, and adds what they say
/// to the result that the job made (job::keepResolution()). \param file that result \param names what stands for A and
/// B \param progress from any thread. Any thread. \throws Error of a run, StoppedError
[[nodiscard]] ComparedResultsPtr compareHalfScans(const job::JobDocument& job, std::optional<double> wholeError,
                                                  const QString& file, const std::array<QString, 2>& names,
                                                  TaskContext& context, const HalfProgress& progress);

/// The same halves with the plainest model (job::withPlainModel()): what does the model of the job gain? Only their
/// correlation is kept. \param plain the job with that model. Any thread. \throws as compareHalfScans()
[[nodiscard]] std::shared_ptr<const job::ResultComparison> correlateHalves(const job::JobDocument& plain,
                                                                           TaskContext& context,
                                                                           const HalfProgress& progress);

/// Both beams along their direction, as far as their pixels allow.
struct ComparedBeams {
    ptycho::Caustic a;
    ptycho::Caustic b;
    ptycho::Coherence coherenceA;
    ptycho::Coherence coherenceB;
};
/// Any thread. \throws JobError where the wavelength is not known; StoppedError
[[nodiscard]] ComparedBeams propagateBeams(const ComparedResults& results, TaskContext& context);

/// The left part of one image and the right part of another one of the same shape, which begins at column `split`.
[[nodiscard]] Array<Complex, 2> joined(const Array<Complex, 2>& left, const Array<Complex, 2>& right,
                                       std::size_t split);

/// The ring correlation as text: lines with # say what was compared and how a resolution is read off, then one line a
/// ring, separated by commas.
[[nodiscard]] QByteArray ringCorrelationText(const ComparedResults& results);

} // namespace ewald::ui
