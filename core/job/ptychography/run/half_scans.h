// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "compute/communication/process_group.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/ptychography/results/compare.h"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>

namespace ewald::job {

/// The job of one half: random frames of its scan (io::ScanHalf), from an empty object. \param half 0 or 1 \throws
/// JobError for a job that is one of a half itself
[[nodiscard]] JobDocument halfOf(const JobDocument& job, std::size_t half);

/// The job with the plainest model of the measurement (ParameterDef::plain), plainModelWords(): the same engines and
/// iterations. Absent where the job has no more than that. To see what its model gains.
[[nodiscard]] std::optional<JobDocument> withPlainModel(const JobDocument& job);

/// What that model has: "one mode of the probe, …". A phrase.
[[nodiscard]] const char* plainModelWords();

/// Whether a run of the job is followed by the halves of its scan.
[[nodiscard]] bool wantsHalves(const JobDocument& job);
/// Whether there is a complete result of the job, of which only the halves were stopped.
[[nodiscard]] bool lacksOnlyResolution(const JobDocument& job);

/// fourier_error of the state that a result holds, where it has one.
[[nodiscard]] std::optional<double> finalError(const io::PtychoResult& result);

/// Two reconstructions that have no frame in common.
struct HalfResults {
    std::array<io::PtychoResult, 2> halves; ///< with several processes on the first only
    std::string notConverged;               ///< why no resolution can be read from them; empty: it can
};

/// In words, of a half that did not find what all frames found; empty for one that did: it ends below 1.3 times the
/// error of all frames or, where that is larger, 1.3 times its own noise limit. \param wholeError fourier_error of the
/// reconstruction of all frames
[[nodiscard]] std::string whyNotConverged(const io::PtychoResult& half, double wholeError);

/// Reconstructs the two halves of a job's scan in the same way, each by itself. Result files are temporary. Blocks;
/// call it from a worker thread.
/// \param wholeError fourier_error of the reconstruction of all frames, where there is one, for whyNotConverged()
/// \param observer gets what both runs report, each beginning with JobState::preparing, with Progress::part
/// \param processes that work on it together, each of which makes this call; null: this one alone
/// \throws the error that ends a run; StoppedError when `control` asks for a stop
[[nodiscard]] HalfResults reconstructHalves(const JobDocument& job, std::optional<double> wholeError,
                                            JobObserver& observer, RunControl& control,
                                            compute::ProcessGroup* processes = nullptr);

/// The FRC of two independent results, from which a resolution can be read. \throws DataError as compareResults()
[[nodiscard]] ResultComparison compareHalves(const HalfResults& results,
                                             ptycho::FrcWindow window = ptycho::FrcWindow::hann);

/// The same of halves with the plainest model: where they have nothing in common, which is no error there, without a
/// curve, and `noResolution` says why.
[[nodiscard]] ResultComparison comparePlainHalves(const HalfResults& results,
                                                  ptycho::FrcWindow window = ptycho::FrcWindow::hann);

/// Adds what a comparison of its halves says to a result: its FRC, and the verdict with it.
void addResolution(io::PtychoResult& result, const ResultComparison& found,
                   ptycho::FrcWindow window = ptycho::FrcWindow::hann);

/// A result file with its state, to be written again with more in it. \param wholeError finalError() of the result that
/// this is about \throws DataError where the file holds another one by now
[[nodiscard]] io::PtychoResult readToAmend(const std::filesystem::path& file, std::optional<double> wholeError);

/// addResolution() to a result file, for halves that were reconstructed after it. \param wholeError fourier_error of
/// the reconstruction that the halves are of \throws DataError, also where the file holds another one by now; it is
/// left as it is
void keepResolution(const std::filesystem::path& file, const ResultComparison& found, std::optional<double> wholeError);

/// Makes a run, then the two halves of its scan, and adds what their comparison says to the result as /entry/frc. What
/// keeps the halves from being compared, also a stop request, costs nothing but that: it is a warning in the log.
/// \param processes that work on it together; null: this one alone \param runWhole makes the run of all frames
JobOutcome runWithHalves(JobObserver& observer, RunControl& control, compute::ProcessGroup* processes,
                         const std::function<JobOutcome(JobObserver&)>& runWhole);

} // namespace ewald::job
