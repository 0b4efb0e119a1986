// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/ptycho_ops.h"
#include "kernels/ptycho_gather.h"

#include <span>

namespace ewald::compute {

/// Scratch memory of a launcher by purpose.
enum class GenericScratch : std::size_t {
    waves,
    spectrum,
    shiftedProbes,
    products,
    tileMasks,
    objectSums,
    objectWeights,
    largest,
    frameSums,
    slots ///< how many there are
};

/// The frames of a call, in device memory.
struct CallFrames {
    const FramePlace* places;
    const int* indices;
};

/// The ptychography operations over a launcher: one launch per step of the algorithm, one kernel body per pixel. Used
/// by GPUs and, over the plain launcher, as the reference that the CPU's own operations are tested against.
///
/// A Launcher offers, on its queue's memory and in the order of the calls; only those marked so wait:
///   template <class Body> void forEach(int depth, int rows, int cols, Body body);   // body(z, y, x), any order
///   template <class Body> void addMetrics(int depth, int rows, int cols, Body body);// body → DetectorMetrics, summed
///   StepSums takeMetrics();                                                         // since the last call; waits
///   template <class Body> void maximum(float* out, int rows, int cols, Body body);  // body(y, x) → float, 0 if empty
///   template <class Body> void sumFrames(PositionNormals* out, const int* index, int frames, int n, Body body);
///                                                                                   // out[index[z]] = Σ_yx body(z, y,
///                                                                                   x)
///   void fft(Cf* arrays, int count, int n, bool forward);                           // in place, times 1/fftScale(n)
///   static float fftScale(int n);                                                   // to make a transform orthonormal
///   template <class T> T* scratch(GenericScratch slot, std::size_t count);          // content undefined
///   CallFrames frames(const FramePlace* host, std::span<const int> frames);         // of a call
///   float fetch(const float* value);                                                // waits
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
class GenericPtychoOps : public PtychoOps {
public:
    explicit GenericPtychoOps(Launcher launcher) : m_launch(std::move(launcher)) {}

    [[nodiscard]] std::size_t storedWaveSize(const PtychoModel& m) const override {
        return static_cast<std::size_t>(m.modes) * area(m);
    }

    void frameStep(const FrameStep& step) override;
    [[nodiscard]] StepSums takeSums() override { return m_launch.takeMetrics(); }
    void frameStepAndUpdate(const FrameStep& step, Cf* object, Region region, UpdateRule rule) override;
    void probeSums(const FrameStep& step) override;
    void finishProbeSum(const PtychoModel& model, Cd* probeSum) override;
    void detectorWaves(const FrameStep& step) override;
    void packWaves(const PtychoModel& model, const Cf* stored, Cf* plain) override {
        copy(stored, storedWaveSize(model), plain);
    }
    void unpackWaves(const PtychoModel& model, const Cf* plain, Cf* stored) override {
        copy(plain, storedWaveSize(model), stored);
    }
    void modelIntensity(const FrameStep& step, float* intensity) override;
    void transformAll(Cf* waves, int n, int count) override {
        m_launch.fft(waves, count, n, true);
        m_launch.fft(waves, count, n, false);
    }
    using PtychoOps::clear;
    void clear(double* array, int cols, Region region) override;
    void pack(const double* array, int cols, Region region, double* packed) override;
    void unpack(double* array, int cols, Region region, const double* packed) override;
    double maximum(const double* array, int cols, Region region) override;
    float peak(const Cf* array, std::size_t count) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region, float maxWeight,
                   UpdateRule rule) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                   UpdateRule rule) override;
    void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                       float inertia) override;
    void add(double* target, int cols, Region region, const double* packed) override;
    void copy(const Cf* from, std::size_t count, Cf* to) override;
    void scale(Cf* array, std::size_t count, float factor) override;
    void limitAmplitude(Cf* array, std::size_t count, float low, float high) override;
    void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) override;

private:
    /// Device memory shared by the frames of a call.
    struct Frames {
        int count;
        const int* index;         ///< local frame of each
        const FramePlace* places; ///< of each
        Cf* wave;                 ///< [frame][mode][n][n]
        const Cf* probe;          ///< [mode][n][n], or [frame][mode][n][n] when shifted
        std::size_t probeStride;  ///< between frames: 0 when all share one probe
        float scale;              ///< wave · scale is orthonormal at the detector
    };
    static std::size_t area(const PtychoModel& m) {
        return static_cast<std::size_t>(m.size) * static_cast<std::size_t>(m.size);
    }
    static int reachOf(const PtychoModel& m) { return m.size + (m.interpolation == Interpolation::bilinear ? 1 : 0); }
    static kernels::ObjectView viewOf(const FrameStep& step) {
        return {step.object, step.model.objectCols, step.model.interpolation == Interpolation::bilinear};
    }
    /// Frames whose waves are on the device at the same time.
    static std::size_t framesAtOnce(const PtychoModel& m);
    template <class Body>
    void forChunks(const FrameStep& step, Body&& body);
    Frames forward(const FrameStep& step);
    void toDetector(const FrameStep& step, Frames& frames);
    void fromDetector(const FrameStep& step, const Frames& frames);
    Frames exitStep(const FrameStep& step);
    kernels::ObjectGather gatherObject(const FrameStep& step, const Frames& frames, Region region);
    void findPositions(const FrameStep& step, const Frames& frames);
    void sumProbe(const FrameStep& step, const Frames& frames, const Cf* waves, bool wavesByLocalFrame);
    /// `largest` on the device, or `maxWeight` where it is null.
    void pieUpdateBy(const float* largest, float maxWeight, Cf* target, Cd* sum, double* weight, int layers, int rows,
                     int cols, Region region, UpdateRule rule);

    Launcher m_launch;
};

} // namespace ewald::compute

#include "compute/generic_ptycho_ops_impl.h"
