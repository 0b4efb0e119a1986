// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/error.h"
#include "base/log.h"
#include "base/position_move.h"
#include "io/preprocess/preprocess.h"
#include "io/result_file.h"
#include "job/events/machine_load.h"
#include "job/events/result_figures.h"
#include "job/events/run_part.h"
#include "job/events/time_shares.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// How far a job is. Cheap; the latest one is what matters.
struct Progress {
    JobState state = JobState::preparing;
    std::size_t done = 0; ///< iterations (running), frames (reading) or trials of the initial probe (initialising)
    std::size_t total = 0;
    RunPart part;             ///< that state, done, total and perSecond are of
    double bestDefocus_m = 0; ///< initialising: distance of the sample from the focus in the best trial yet
    double perSecond = 0;     ///< iterations or frames per second, smoothed
    double secondsLeft = 0;   ///< < 0 when unknown
    bool atMost = false;      ///< total and secondsLeft: the run may end earlier by itself
    double elapsed_s = 0;
    std::size_t memory_bytes = 0;     ///< resident memory of the process
    std::optional<TimeShares> shares; ///< absent while nothing was measured yet
    MachineLoad machine;              ///< of the last seconds
    double diskFree_bytes = -1;       ///< where the result goes; < 0: not known
};

/// How far the whole job is (run_part.h).
[[nodiscard]] double fractionDone(const Progress& progress) noexcept;

/// Images of the running reconstruction. Immutable and shared: a consumer keeps the pointer, never copies.
struct Preview {
    std::size_t iteration = 0;     ///< 0: a trial of the initial probe
    Array<Complex, 2> object;      ///< may be empty then; of several slices their product, of modes the strongest
    Array<Complex, 3> layers;      ///< [slice][H][W], first the one that the beam meets first; empty: there is one
    std::size_t objectModes = 1;   ///< > 1: the layers are modes, the strongest first
    Array<Complex, 3> probe;       ///< [mode][n][n], orthogonalised, real-space centre in the middle
    std::vector<double> modePower; ///< fractions, sum 1
    double objectPixelHeight_m = 0;
    double objectPixelWidth_m = 0;
    double objectOriginY_m = 0; ///< position of the centre of object pixel (0, 0)
    double objectOriginX_m = 0;
    std::size_t frame = 0;                ///< the frame shown below (index into the used frames)
    Array<float, 2> measured;             ///< counts, DC in the middle, NaN = masked
    Array<float, 2> modelled;             ///< Σ_modes |ψ̂|² of the same frame
    std::vector<PixelPosition> positions; ///< of all frames in object pixels (window corner)
    std::size_t windowPixels = 0;         ///< n
    std::vector<PositionMove> moves;      ///< of all frames; empty before refinement has moved any
    Array<float, 2> background;           ///< [n][n] counts a frame, DC in the middle; empty: not fitted
    std::vector<double> intensities;      ///< of the beam, by frame, mean 1; empty: not fitted
    std::vector<std::size_t> frames;      ///< numbers in the file of all frames, as many as positions
};

/// Patterns of a running integration. Immutable and shared: a consumer keeps the pointer, never copies.
struct IntegrationPreview {
    std::string unit;                  ///< job key, "q_nm^-1"
    std::string intensityUnit;         ///< "arbitrary units", "cm^-1"
    std::vector<double> radial;        ///< bin centres in the unit
    std::vector<double> azimuthal_deg; ///< of a cake, else empty
    std::size_t framesDone = 0;
    std::size_t frames = 0;
    std::size_t firstFrame = 0;   ///< index in the stack of the first …
    std::size_t frameStep = 1;    ///< … and from one to the next
    std::size_t row = 0;          ///< which of them is shown below: the newest
    std::vector<float> intensity; ///< of that frame, [azimuthal][radial]; NaN = empty bin or unreadable frame
    std::vector<float> errors;    ///< empty without an error model
    /// All patterns so far for a heat map: at most a few hundred rows, each the mean of `framesPerRow` neighbouring
    /// frames (a cake's rows are summed over the azimuth); NaN = not there yet.
    Array<float, 2> waterfall;
    std::size_t framesPerRow = 1;
    double bytesPerSecond = 0; ///< stored bytes read a second
};

/// What was decided before the first iteration or frame, in words and numbers. Sent once.
struct JobPlan {
    std::string kind = "ptycho";      ///< of the job
    std::string engineSummary;        ///< "dm 50 → rpie 200", "1000 bins of q_nm^-1, full splitting"
    std::size_t iterations = 0;       ///< of all engines together
    std::vector<std::string> devices; ///< one line a rank
    std::string communicator;
    std::size_t frames = 0;
    std::size_t windowPixels = 0;
    std::size_t objectRows = 0;
    std::size_t objectCols = 0;
    std::size_t probeModes = 0;
    double objectPixel_m = 0;
    double memory_bytes = 0;    ///< estimate for all ranks
    std::string memorySummary;  ///< how the job was fitted into memory, one line; may be empty
    bool streamsFrames = false; ///< frames are sent to the devices batch by batch
    // Of an integration.
    std::size_t frameRows = 0;
    std::size_t frameCols = 0;
    std::size_t bins = 0;    ///< of a pattern or cake
    std::size_t workers = 0; ///< threads
    std::string format;      ///< what the frames' file is: "Eiger master (NXmx), bitshuffle-LZ4"
};

/// How a job ended.
struct JobOutcome {
    JobState state = JobState::done; ///< done, stopped or failed
    std::string resultFile;          ///< empty when nothing was saved
    std::optional<Error> error;
    /// Of a job that is done: what its result lacks because the input could not be read; one line for whoever waits.
    std::optional<Error> lacking{};
    /// Of a reconstruction: what was reached and found, and what would help, lines as in its result. The log has them,
    /// too.
    std::vector<std::string> verdict{};
    ResultFigures figures{};
};

/// Where a running job reports. Called from any thread, must not block, must not throw.
class JobObserver {
public:
    virtual ~JobObserver() = default;
    virtual void onState(JobState) noexcept {}
    virtual void onProgress(const Progress&) noexcept {}
    virtual void onPlan(const JobPlan&) noexcept {}
    virtual void onStatistics(const io::FrameStatistics&) noexcept {}
    virtual void onLoss(const io::LossEntry&) noexcept {}
    /// Parameters that took effect after an iteration; of a job that goes on, first those of its past.
    virtual void onChanges(const std::vector<io::ParameterChange>&) noexcept {}
    /// What the run decided by itself; of a job that goes on, first what was decided in its past. A line of the log
    /// says it, too.
    virtual void onDecision(const io::Decision&) noexcept {}
    virtual void onPreview(std::shared_ptr<const Preview>) noexcept {}
    virtual void onIntegration(std::shared_ptr<const IntegrationPreview>) noexcept {}
    /// A frame that could not be used, with the reason; the run goes on.
    virtual void onFrameFailed(std::size_t, const std::string&) noexcept {}
    virtual void onLog(LogLevel, const std::string&) noexcept {}
    virtual void onOutcome(const JobOutcome&) noexcept {}
    /// Whether Progress::machine and diskFree_bytes are shown: finding them out means looking at every process of the
    /// computer.
    [[nodiscard]] virtual bool watchesMachine() const noexcept { return false; }
    /// The frame whose measured and modelled pattern a preview should hold.
    [[nodiscard]] virtual std::size_t previewFrame() const noexcept { return 0; }
    /// Seconds between two previews; ≤ 0: none are made.
    [[nodiscard]] virtual double previewInterval_s() const noexcept { return 0; }
};

} // namespace ewald::job
