// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"
#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/ptycho_ops.h"
#include "ptycho/iteration/field_space.h"
#include "ptycho/iteration/frame_feed.h"
#include "ptycho/iteration/rank_sums.h"
#include "ptycho/iteration/refined_detector.h"
#include "ptycho/iteration/refined_positions.h"
#include "ptycho/iteration/refined_probe.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/refinement.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ewald::ptycho {

using compute::StepSums;

/// All unknowns of one rank at one moment.
struct KeptEstimate {
    Field object;
    Field probe;
    Refinement refinement;
};

/// How large waves of a mini-batch can be, whatever the frames say: sums of the norms ‖·‖ of its frames.
struct WaveNorms {
    double frames = 0;  ///< of the batch
    double side = 0;    ///< n
    double object2 = 0; ///< the largest |O|²
    double probe2 = 0;  ///< the largest |P|²
    /// Of waves in front of slices behind the first, or of probes on their way to a tilted sample: their ‖·‖², at most;
    /// 0: there are none.
    double wave2 = 0;
    double gain = 1;     ///< of ‖χ‖ on its way to the first slice, at most
    double measured = 0; ///< Σ √ΣI, at most
    double modelled = 0; ///< Σ ‖ψ‖, at most

    /// Σ ‖χ‖ of a loss, at most.
    [[nodiscard]] double ofDescent(compute::Loss loss) const;
};

/// What is collected on the way through the frames of an iteration, beside what the engine asks for.
struct Collected {
    bool positions = false;
    bool background = false;
    bool beam = false;
    bool pointSpread = false;
    bool variable = false; ///< modes and weights of a variable probe
};

/// The device memory of one rank, and what every engine does with it: collect sums of a mini-batch over all ranks
/// (RankSums). All copies of object and probe are bit-identical, and the same for any number of ranks; on devices of
/// different kinds they differ by rounding, and what is decided by them is decided by those of rank 0.
class EngineContext {
public:
    /// Moves the rank's frames and its part of the start (whole on every rank) to its device. Talks to no other rank.
    /// \param mixed whether ranks are on devices of different kinds (FieldSpace::setMixed()): what is collective when
    /// tiled is so then, too
    /// \throws DeviceError
    EngineContext(const Problem& problem, const ModelSettings& model, const Estimate& start, compute::Queue& queue,
                  compute::Communicator& communicator, bool mixed = false);

    [[nodiscard]] compute::PtychoOps& ops() { return m_queue.ptycho(); }
    [[nodiscard]] compute::Communicator& communicator() { return m_communicator; }
    [[nodiscard]] const Problem& problem() const { return m_problem; }
    [[nodiscard]] const compute::PtychoModel& model() const { return m_model; }
    [[nodiscard]] bool tiled() const { return m_fields.tiled(); }
    /// Moves and algebra of arrays like the unknowns.
    [[nodiscard]] const FieldSpace& fields() const { return m_fields; }
    /// What this rank has to do with a batch; `frames` is valid until the next call. Collective when tiled and
    /// scalesEachBatch().
    [[nodiscard]] LocalBatch localBatch(const Batch& batch);
    [[nodiscard]] LocalBatch everything() { return localBatch({0, m_problem.frames}); }
    /// The frames of this rank.
    [[nodiscard]] FrameFeed& frames() { return m_feed; }
    [[nodiscard]] const FrameFeed& frames() const { return m_feed; }

    /// A step over at most FrameFeed::atOnce() `frames` with all arrays of this rank filled in; valid until the next
    /// call. \param collecting whether it gives what collect() asks for
    [[nodiscard]] compute::FrameStep makeStep(std::span<const int> frames, bool object, bool probe,
                                              bool collecting = true);
    /// A step over `frames` that needs no measured data: nothing is uploaded.
    [[nodiscard]] compute::FrameStep makeUnmeasuredStep(std::span<const int> frames);
    /// What frames gave, as many numbers each, from this rank's in the order of LocalBatch to all in the order of the
    /// batch, on every rank. Collective.
    template <class Terms>
    [[nodiscard]] std::vector<Terms> ofAllRanks(const Batch& batch, std::span<const Terms> mine) {
        std::vector<Terms> all(batch.count);
        auto* numbers = reinterpret_cast<double*>(all.data());
        constexpr std::size_t kNumbers = sizeof(Terms) / sizeof(double);
        gatherTerms(batch, {reinterpret_cast<const double*>(mine.data()), kNumbers * mine.size()}, kNumbers,
                    {numbers, kNumbers * all.size()});
        return all;
    }
    /// Σ_k|P_k|² of the windows of all frames, at whole pixels, into `total` [slice][H][W]; of each slice the waves in
    /// front of it. Changes the grids. Collective. \return the largest
    [[nodiscard]] float windowWeights(double* total);
    /// Of batches of `frames` with object and probe as they are now. Collective when tiled.
    [[nodiscard]] WaveNorms waveNorms(std::size_t frames);
    /// Chooses the grids of the sums, so that these do not depend on how frames are shared: no sum of batches with such
    /// norms can leave its grid while object and probe do not grow fourfold. To be called at the start of an iteration.
    /// \param waves Σ‖w‖ of the waves at the sample that sums are made of, at most
    void chooseGrids(const WaveNorms& norms, double waves);
    /// The same for batches of `frames` of which w is the χ of a loss. Collective when tiled.
    void chooseGrids(std::size_t frames, compute::Loss loss = compute::Loss::amplitude);
    /// From here on grids are chosen anew in each localBatch(), from object and probe as they are then: sums stay on
    /// them however much these grow from batch to batch. Costs some passes over object and probe and a wait for each
    /// batch.
    void scaleEachBatch(bool each) { m_scalesEachBatch = each; }
    [[nodiscard]] bool scalesEachBatch() const { return m_scalesEachBatch; }
    /// Whether the sums of an iteration have stayed on their grids, from the metrics of all ranks. Metrics that are not
    /// finite say by themselves that it has diverged: true.
    [[nodiscard]] bool areExact(const StepSums& sums) const;
    /// From here on amplitudes are fitted without their bias where there are few counts, whatever engine asks for them.
    void useUnbiased(bool unbiased) { m_unbiased = unbiased; }
    /// What a step minimises where `asked` was asked for.
    [[nodiscard]] compute::Loss lossInUse(compute::Loss asked) const {
        return m_unbiased && asked == compute::Loss::amplitude ? compute::Loss::unbiased : asked;
    }
    /// The sums of a mini-batch.
    [[nodiscard]] RankSums& sums() { return m_sums; }
    /// Metrics of all ranks. Collective.
    void reduce(StepSums& metrics);
    /// Times of all ranks added up, and by rank what it spent in communication. Collective.
    struct TimesOfRanks {
        PhaseTimes sum;
        std::vector<double> communication;
        double iteration_s = 0; ///< of the first rank
    };
    /// The same, and what the ranks have spent their time on so far. \param iteration_s of this rank
    [[nodiscard]] TimesOfRanks reduceWithTimes(StepSums& sums, double iteration_s);

    /// Leaves out the modes of the probe, orthogonalised, that have less than this part of its power, but not all. What
    /// an engine holds of the probe's shape is of no use where there were any. This and the next four are collective.
    void dropModesBelow(double power);
    /// How many modes of the probe, orthogonalised, have this part of its power or more.
    [[nodiscard]] std::size_t modesAbove(double power) const;
    /// Leaves out all but the strongest modes, orthogonalised; the probe keeps its power.
    void keepModes(std::size_t modes);
    /// Adds modes with this part of the strongest one's power each; the probe keeps its power (makeProbeModes()).
    void addModes(std::size_t modes, double power);
    /// Gives each mode, orthogonalised, at least this part of the strongest one's power; the probe keeps its power.
    void raiseModes(double power);
    void uploadProbe(const Array<Complex, 3>& probe);
    /// \param diameter of the probe's support, a fraction of the window; 0: none
    void limitProbe(double diameter);
    /// On the device; nothing but the modes' Gram matrix is downloaded. Collective.
    /// \param orthogonal makes the modes so \param photons wanted of the whole probe; absent: as they are
    /// \return what all modes have been multiplied by
    float mixProbe(bool orthogonal, std::optional<double> photons);
    [[nodiscard]] Array<Complex, 3> downloadProbe() const;
    /// For what all ranks make of it: where copies differ, that of rank 0. Collective.
    [[nodiscard]] Array<Complex, 3> agreedProbe() const;
    /// A field like the object as a whole, layers one below the other: on rank 0, empty elsewhere. Collective when
    /// tiled.
    [[nodiscard]] Array<Complex, 2> wholeObject(const Field& field) const;
    /// What `read` gives for each frame, by its number in the scan: on rank 0, empty elsewhere. Collective.
    /// \param size of a frame's part \param read (local frame, where to): called for each frame of this rank
    [[nodiscard]] std::vector<Complex> gatherFrames(std::size_t size,
                                                    const std::function<void(int, std::span<Complex>)>& read);
    /// All unknowns as they are, in memory of the device, and back. Talks to no other rank.
    void keep(KeptEstimate& kept) const;
    void putBack(const KeptEstimate& kept);
    /// The same of an object and a probe, whole ones on every rank.
    [[nodiscard]] KeptEstimate keptOf(std::span<const Complex> object, std::span<const Complex> probe,
                                      Refinement refinement) const;
    /// The unknowns beside object and probe as they are.
    [[nodiscard]] const Refinement& refinement() const { return m_refinement; }
    /// As they were saved; the same on every rank.
    void setRefinement(Refinement refinement);
    /// Σ_modes|ψ̂|² of any frame of the scan, n×n, zero frequency in the middle: on rank 0. Collective when tiled.
    [[nodiscard]] Array<float, 2> modelPattern(std::size_t frame);
    /// The same of a frame whose window lies in this rank's part of the object. Talks to no other rank.
    [[nodiscard]] Array<float, 2> localPattern(std::size_t frame);
    /// From here on: exact shifts of the probe, or interpolation of the object. Nothing where the user has chosen, nor
    /// in the near field, where a shifted probe would come back in on the other side.
    void useExactShift(bool exact);
    /// Where the frames are: the problem's positions until they are refined.
    [[nodiscard]] const PositionState& positions() const { return m_refinement.positions; }
    /// How far a position may go: 0 where tiles have been cut without room for it.
    [[nodiscard]] double positionRoom() const;
    /// From here on steps give the normal equations of their frames' positions (ExitUpdate::pie only), and what they
    /// say about background and beam; to be called before one pass over all frames.
    void collect(Collected wanted);
    /// A pass over the frames for what is collected alone.
    void passToCollect();
    /// What has been collected of the beam in one pass over all frames, by frame number, on every rank. Collective.
    [[nodiscard]] std::vector<compute::FrameFigures> frameFigures() { return m_beam.figures(); }
    /// What lies between waves and counts, as it is now.
    [[nodiscard]] const DetectorState& detector() const { return m_refinement.detector; }
    /// Background, beam and point spread by what has been collected in one pass over all frames. Collective.
    void refineDetector();
    /// As it was saved; the same on every rank.
    void setDetector(DetectorState state);
    /// How the probe changes from frame to frame, as it is now.
    [[nodiscard]] const VariableProbe& variableProbe() const { return m_refinement.variable; }
    /// As it was saved; the same on every rank.
    void setVariableProbe(VariableProbe state) { m_variable.set(std::move(state)); }
    /// From here on the probe changes by so many modes: beginVariableModes().
    void beginVariableProbe(std::size_t modes, unsigned long long seed);
    /// By what has been collected in one pass over all frames. Collective.
    void refineVariableProbe(const VariableProbeRule& rule);
    /// Background of the detector as frames are in files, zero frequency in the middle; empty: none.
    [[nodiscard]] Array<float, 2> backgroundPattern() const;
    /// Row and column of the detector that come first in frames on the device.
    [[nodiscard]] std::size_t firstDetectorRow() const;
    /// Moves the positions by what has been collected in one pass over all frames. Collective.
    /// \return whether the object has been moved along with them
    bool movePositions(PositionRule rule);
    /// As they were saved; of all frames, the same on every rank.
    void setPositions(PositionState positions) { m_positions.set(std::move(positions)); }
    /// Metrics of all frames of this rank with object and probe as they are; nothing changes.
    [[nodiscard]] StepSums evaluate();

    Field object; ///< [layer][H][W] of this rank's part
    Field probe;  ///< [mode][n][n]

    [[nodiscard]] compute::Queue& queue() { return m_queue; }
    /// What the time of this rank goes into. A device works on its own: there the clock runs in some iterations only.
    [[nodiscard]] PhaseClock& clock() { return m_clock; }
    /// To be called at the start of an iteration.
    void startClock(std::size_t iteration);

private:
    void makeRoomForModes(std::size_t modes);
    void takeModes(const Array<Complex, 3>& all, std::size_t modes);
    void changeModes(std::size_t modes, double powerOfNew);
    /// Its sizes are those of this rank. \throws InternalError
    [[nodiscard]] compute::PtychoModel makeModel(const ModelSettings& settings, const Estimate& start) const;
    [[nodiscard]] compute::FrameStep emptyStep();
    [[nodiscard]] double usualMetrics() const;
    void renewGrids();
    /// Factor on the grids of what is summed up over an iteration.
    [[nodiscard]] double growth() const;
    /// The grids of what is collected of a variable probe. Collective when tiled.
    void chooseVariableGrids();
    [[nodiscard]] std::array<RefinedUnknown*, 5> refined() {
        return {&m_positions, &m_background, &m_beam, &m_spread, &m_variable};
    }
    /// From here on frames are spread so; 0: as the problem says.
    void setPointSpread(double sigma_px);
    [[nodiscard]] double pointSpread_px() const;
    void gatherTerms(const Batch& batch, std::span<const double> mine, std::size_t numbers, std::span<double> all);

    const Problem& m_problem;
    compute::Queue& m_queue;
    compute::Communicator& m_communicator;
    Buffer<Cf> m_transfer;       ///< of the near field
    Buffer<Cf> m_sliceTransfer;  ///< from slice to slice
    Buffer<float> m_pointSpread; ///< room for the weights of the widest kernels::PointSpread
    FieldSpace m_fields;         ///< refers to m_model, as m_feed does
    compute::PtychoModel m_model;
    Refinement m_refinement;
    FrameFeed m_feed;
    bool m_choosesShift = false; ///< see useExactShift()
    bool m_unbiased = false;     ///< see useUnbiased()
    Buffer<float> m_support;     ///< of the probe
    double m_supportDiameter = 0;
    Buffer<Cf> m_mixing; ///< of its modes
    compute::SumGrids m_grids;
    struct {
        std::size_t frames = 0; ///< of a batch; 0: grids of something else
        compute::Loss loss = compute::Loss::amplitude;
    } m_gridsOf; ///< what chooseGrids() was called with
    bool m_scalesEachBatch = false;
    PhaseClock m_clock;
    RankSums m_sums; ///< refers to m_model and m_clock
    // They refer to m_refinement, m_model, m_feed and m_clock.
    RefinedPositions m_positions;
    RefinedBackground m_background;
    RefinedBeam m_beam;
    RefinedPointSpread m_spread;
    RefinedProbe m_variable;
};

} // namespace ewald::ptycho
