// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/generic_field_ops.h"
#include "compute/operations/ptycho_ops.h"
#include "kernels/coarse_bodies.h"
#include "kernels/ptycho_gather.h"

#include <span>
#include <vector>

namespace ewald::compute {

/// A frame's metrics as summands of an exact sum.
inline StepSums onGrid(const StepSums& part, double anchor) {
    return {kernels::exactSummand(part.error, anchor), kernels::exactSummand(part.intensity, anchor),
            kernels::exactSummand(part.deviance, anchor), part.valid, kernels::exactSummand(part.change, anchor)};
}
inline StepSums sumsOf(const kernels::DetectorMetrics& m) {
    return {static_cast<double>(m.pixel.error), static_cast<double>(m.pixel.intensity),
            static_cast<double>(m.pixel.deviance), static_cast<double>(m.pixel.valid), static_cast<double>(m.change)};
}

/// The frames of a call, in device memory.
struct CallFrames {
    const FramePlace* places;
    const int* indices;
};

/// The ptychography operations over a launcher: one launch per step of the algorithm, one kernel body per pixel. Used
/// by GPUs, by the CPU for all that is not hot or that its own loops do not know, and, over the plain launcher, as the
/// reference that everything else is tested against.
///
/// From the exit wave to the inverse transform, frames have nothing to do with each other: they are done in pieces
/// whose waves stay in the cache from one kernel to the next (framesOfPiece()). Sums are made of all frames of a call
/// at once, unless the sums themselves stay in the cache: then each piece is added before the next takes its place.
///
/// Bodies are in kernels/ptycho_bodies.h and ptycho_gather.h. Sums are gathered (each object pixel reads the frames of
/// the call that touch its tile), never scattered, and exact: the same bits in every run.
///
/// Memory traffic in bytes per pixel, frame and mode, for m modes; probe and object stay in cache:
///
///   exit wave     write 8
///   FFT           32 (rows and columns: two passes that read and write 8 each; one while it fits into a cache)
///   projection    read 8, write 8, read 1/m, 2/m or 4/m of the measured frames
///   inverse FFT   32
///   object sums   read 8
///   probe sums    read 8
///
/// That is 40 + at most 4/m in addition to the 64 of the transforms, 1.7 times the transforms alone. Per pixel of the
/// batch's region another 40 are needed once per batch (sums: write 12, read 12; object: read and write 16), which
/// matter less the more frames of a batch overlap. Transforms are not normalised: their factors are in the bodies. A
/// Fourier shift of the probe needs two more transforms per frame and mode (and 40 bytes around them); a near field
/// needs two more, or four with the shift undone at the detector.
template <class Launcher>
class GenericPtychoOps : public GenericFieldOps<Launcher, PtychoOps> {
    using Fields = GenericFieldOps<Launcher, PtychoOps>;

public:
    using Fields::copy;
    explicit GenericPtychoOps(Launcher launcher) : Fields(std::move(launcher)) {}

    [[nodiscard]] std::size_t storedWaveSize(const PtychoModel& m) const override { return waveSize(m); }

    void frameStep(const FrameStep& step) override;
    [[nodiscard]] StepSums takeSums() override { return m_launch.takeMetrics(); }
    void frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) override;
    void probeSums(const FrameStep& step) override;
    void finishProbeSum(const PtychoModel& model, Cd* probeSum) override;
    void detectorWaves(const FrameStep& step) override;
    void packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) override {
        copy(stored, waveSize(model), plain);
    }
    void unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) override {
        copy(plain, waveSize(model), stored);
    }
    void stepNormals(const FrameStep& step, const Directions& directions, StepNormals* out) override;
    void lineTerms(const FrameStep& step, const Directions& directions, LineTerms* out) override;
    void windowWeights(const FrameStep& step) override;
    void modelIntensity(const FrameStep& step, float* intensity) override;
    void transformAll(Cf* waves, int n, int count) override {
        m_launch.fft(waves, count, n, true);
        m_launch.fft(waves, count, n, false);
    }

protected:
    using Fields::m_launch;
    static std::size_t area(const PtychoModel& m) {
        return static_cast<std::size_t>(m.size) * static_cast<std::size_t>(m.size);
    }
    /// Numbers of a frame's waves [mode][n][n].
    static std::size_t waveSize(const PtychoModel& m) { return static_cast<std::size_t>(m.modes) * area(m); }
    /// Pixels of the object that a window touches along each axis: bilinear interpolation reaches one further.
    static int reachOf(const PtychoModel& m) { return m.size + (m.interpolation == Interpolation::bilinear ? 1 : 0); }

private:
    /// Device memory shared by the frames of a call.
    struct Frames {
        int count;                ///< of their waves: frames times places of each
        const int* index;         ///< local frame of each, or with several places wave of each
        const FramePlace* places; ///< of each
        Cf* wave;                 ///< [frame][mode][n][n]
        const Cf* probe;          ///< [mode][n][n], or [frame][mode][n][n] when each frame has its own
        std::size_t probeStride;  ///< between frames: 0 when all share one probe
        float scale;              ///< wave · scale is orthonormal at the detector
        Cf* between = nullptr;    ///< waves in front of slices behind the first [slice − 1][frame][mode][n][n]
    };
    static kernels::ObjectView viewOf(const FrameStep& step) { return viewOf(step.object, step.model); }
    static kernels::ObjectView viewOf(const Cf* object, const PtychoModel& m) {
        return {object, m.objectCols, m.interpolation == Interpolation::bilinear};
    }
    /// Frames whose waves are on the device at the same time.
    static std::size_t framesAtOnce(const PtychoModel& m);
    /// Likewise, with sums made of them before the next ones.
    std::size_t framesOfSums(const FrameStep& step);
    template <class Body>
    void forChunks(const FrameStep& step, Body&& body) {
        forChunks(step, framesAtOnce(step.model), body);
    }
    template <class Body>
    void forChunks(const FrameStep& step, std::size_t most, Body&& body);
    /// Fourier shift: `probe` at the place of each wave of the call, [wave][mode][n][n].
    Cf* shifted(const FrameStep& step, const Cf* probe, const CallFrames& call, int count, GenericScratch slot);
    /// Spectra of probes to the places of the waves of a call and on to where these meet the sample, or back.
    void shiftSpectra(const FrameStep& step, const CallFrames& call, int count, const kernels::ShiftSpectrum& shift);
    /// The frames of a call and their probes; no wave.
    Frames framesOf(const FrameStep& step);
    /// The probes of the frames of a call, [frame][mode][n][n], where they are not the same (`variable`, which may be
    /// of no modes), at the places of these with a Fourier shift.
    Cf* probesOfFrames(const PtychoModel& m, const Cf* probe, const kernels::VariableModes& variable,
                       const CallFrames& call, int count, GenericScratch slot);
    const Cf* spectraOf(const PtychoModel& m, const kernels::VariableModes& variable);
    /// directions.probe as the probes of `f` are.
    const Cf* probeDirections(const FrameStep& step, const Frames& f, const Directions& directions);
    Frames forward(const FrameStep& step);
    /// The same without the waves: only where they will be.
    Frames placeWaves(const FrameStep& step);
    void makeWaves(const FrameStep& step, const Frames& frames);
    void toDetector(const FrameStep& step, Frames& frames);
    void fromDetector(const FrameStep& step, const Frames& frames);
    Frames exitStep(const FrameStep& step);
    /// \param width pixels of a row of a tile
    kernels::TileMasks findFrames(const FrameStep& step, const Frames& frames, Region region,
                                  int width = kernels::TileMasks::kCols);
    template <bool kBilinear>
    kernels::ObjectGather<kBilinear> gatherObject(const FrameStep& step, const Frames& frames, Region region);
    template <bool kBilinear>
    void addObject(const FrameStep& step, const Frames& frames);
    template <bool kBilinear>
    void updateObject(const FrameStep& step, const Frames& frames, Cf* object, Region region, UpdateRule rule);
    /// The places of all waves of a call.
    CallFrames placesOf(const FrameStep& step);
    /// The same frames at the detector, where all waves of one are collected (kernels::CollectWaves) as one mode.
    Frames collected(const FrameStep& step, const Frames& frames);
    /// Planes of the detector as its pixels count what falls on them, in place.
    void spreadPlanes(const PtychoModel& m, float* planes, int count);
    /// The intensities that have been collected from `frames` frames, or the factors of their pixels, likewise.
    void spreadCollected(const PtychoModel& m, Cf* collected, int frames, bool factors);
    /// Local frame of each frame of the call.
    const int* frameNumbers(const FrameStep& step, const Frames& frames);
    static kernels::CoarsePixels coarse(const PtychoModel& m) { return {m.detectorSize(), m.oversampling}; }
    /// What makes χ̂ of the waves at the detector.
    void updateAtDetector(const FrameStep& step, const Frames& frames);
    /// What the waves at the detector say about frames and background.
    void addFigures(const FrameStep& step, const Frames& frames);
    void findPositions(const FrameStep& step, const Frames& frames);
    void findVariableProbe(const FrameStep& step, const Frames& frames);
    static Frames inFrontOf(const FrameStep& step, const Frames& frames, int slice);
    void toNextSlice(const PtychoModel& m, Cf* waves, int frames, bool back);
    void passSlices(const FrameStep& step, const Frames& frames);
    void addSlices(const FrameStep& step, const Frames& frames);
    void alongSlices(const FrameStep& step, const Frames& frames, const Cf* direction, Cf* slope, Cf* curve);
    void sliceNormals(const FrameStep& step, const Directions& directions, StepNormals* out);
    void sliceWeights(const FrameStep& step);
    void sumProbe(const FrameStep& step, const Frames& frames, const Cf* waves);
    /// Scratch space [wave][mode][n][n] for what a shifted probe's sums are made of.
    Cf* productsOf(const PtychoModel& m, const Frames& frames);
    /// Adds `product`, which is lost, to the probe's sums: each wave's part back from its place.
    void sumShifted(const FrameStep& step, const Frames& frames, Cf* product);
    template <bool kProduct>
    void gatherProbe(const FrameStep& step, const Frames& frames, const Cf* waves);
    template <bool kStored, bool kAmplitudes>
    void project(const FrameStep& step, const Frames& frames, Cf* stored);
    std::vector<int> m_wavesOfCall;
};

} // namespace ewald::compute

#include "compute/operations/generic_ptycho_ops_impl.h"
#include "compute/operations/generic_slices_impl.h"
#include "compute/operations/generic_variable_probe_impl.h"
