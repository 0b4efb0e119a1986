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
    slots ///< how many there are
};

/// The frames of a call on the device.
struct CallFrames {
    const FramePlace* places;
    const int* indices;
};

/// The ptychography operations over a launcher: one launch a step of the algorithm, every pixel by its kernel body.
/// What a GPU runs, and, over the plain launcher, what the CPU's own operations are tested against.
///
/// A Launcher offers, on its queue's memory and in the order of the calls; none of them waits unless it says so:
///   template <class Body> void forEach(int depth, int rows, int cols, Body body);   // body(z, y, x), any order
///   template <class Body> void addMetrics(int depth, int rows, int cols, Body body);// body → DetectorMetrics, summed
///   StepSums takeMetrics();                                                         // since the last call; waits
///   template <class Body> void maximum(float* out, int rows, int cols, Body body);  // body(y, x) → float, 0 if empty
///   void fft(Cf* arrays, int count, int n, bool forward);                           // in place, times 1/fftScale(n)
///   static float fftScale(int n);                                                   // to make a transform orthonormal
///   template <class T> T* scratch(GenericScratch slot, std::size_t count);          // its content is anything
///   CallFrames frames(const FramePlace* host, std::span<const int> frames);         // of a call
///   float fetch(const float* value);                                                // waits
///
/// Bodies are in kernels/ptycho_bodies.h and ptycho_gather.h. Sums are gathered (each object pixel asks the frames of
/// the call that touch its tile), never scattered, and exact: the same bits in every run.
///
/// Memory traffic in bytes a pixel, frame and mode (m modes; probe and object stay in cache; "(m)": divided by m):
///
///   exit wave          write 8
///   FFT                 32   two passes over rows and columns that read and write 8 each; one pass while it fits a
///   cache projection         read 8, write 8, measured amplitude 4 (m) inverse FFT         32 object sums        read
///   8; and 12 written, 12 read, 16 of the object updated, a pixel of the batch's region probe sums         read 8
///
/// so 40 + 4/m beside 64 of the transforms: a ratio of 1.7 to the transforms alone, and the region's 40 on top, which
/// weigh less the more frames of a batch overlap. Transforms are not normalised: their factors are in the bodies. A
/// Fourier shift of the probe takes two more transforms a frame and mode (and 40 bytes around them); a near field takes
/// two more, or four with the shift undone at the detector.
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
    /// What the frames of a call share on the device.
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
    void sumProbe(const FrameStep& step, const Frames& frames, const Cf* waves, bool wavesByLocalFrame);
    /// `largest` on the device, or `maxWeight` where it is null.
    void pieUpdateBy(const float* largest, float maxWeight, Cf* target, Cd* sum, double* weight, int layers, int rows,
                     int cols, Region region, UpdateRule rule);

    Launcher m_launch;
};

} // namespace ewald::compute

#include "compute/generic_ptycho_ops_impl.h"
