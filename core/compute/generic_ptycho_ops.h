// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/ptycho_ops.h"

#include <vector>

namespace ewald::compute {

/// The ptychography operations over a launcher: one launch a step of the algorithm, every pixel by its kernel body.
/// What a backend starts from before it overrides the hot operations, and the plain path that tuned ones are tested
/// against.
///
/// A Launcher offers, on its queue's memory:
///   template <class Body> void forEach(int depth, int rows, int cols, Body body);   // body(z, y, x), any order
///   template <class Body> StepSums reduce(int depth, int rows, int cols, Body body);// body → DetectorMetrics, summed
///   template <class Body> double maximum(int rows, int cols, Body body);             // body(y, x), 0 when empty
///   void fft(Cf* arrays, int count, int n, bool forward);                          // orthonormal, in place
///   template <class T> T* scratch(int slot, std::size_t count);                    // its content is anything
///   const FramePlace* places(const FramePlace* host, std::span<const int> frames); // of the frames of a call
///   const int* indices(std::span<const int> frames);
///
/// Bodies are in kernels/ptycho_bodies.h. Sums are gathered (each object pixel looks at the frames of the call), never
/// scattered: no atomics, the same bits in every run.
template <class Launcher>
class GenericPtychoOps : public PtychoOps {
public:
    explicit GenericPtychoOps(Launcher launcher) : m_launch(std::move(launcher)) {}

    [[nodiscard]] std::size_t storedWaveSize(const PtychoModel& m) const override {
        return static_cast<std::size_t>(m.modes) * area(m);
    }

    StepSums frameStep(const FrameStep& step) override;
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
    double maximum(const double* array, int cols, Region region) override;
    float peak(const Cf* array, std::size_t count) override;
    void pieUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region, float maxWeight,
                   float alpha, float step) override;
    void overlapUpdate(Cf* target, Cd* sum, double* weight, int layers, int rows, int cols, Region region,
                       float inertia) override;
    void add(double* target, int cols, Region region, const double* packed) override;
    void copy(const Cf* from, std::size_t count, Cf* to) override;
    void scale(Cf* array, std::size_t count, float factor) override;
    void limitAmplitude(Cf* array, std::size_t count, float low, float high) override;
    void accelerate(Cf* value, Cf* reference, Cf* velocity, std::size_t count, float friction) override;

protected:
    [[nodiscard]] Launcher& launcher() { return m_launch; }

private:
    /// What the frames of a call share on the device.
    struct Frames {
        int count;
        const int* index;         ///< local frame of each
        const FramePlace* places; ///< of each
        Cf* wave;                 ///< [frame][mode][n][n]
        const Cf* probe;          ///< [mode][n][n], or [frame][mode][n][n] when shifted
        std::size_t probeStride;  ///< between frames: 0 when all share one probe
    };
    static std::size_t area(const PtychoModel& m) {
        return static_cast<std::size_t>(m.size) * static_cast<std::size_t>(m.size);
    }
    Frames forward(const FrameStep& step);
    void toDetector(const FrameStep& step, const Frames& frames);
    void fromDetector(const FrameStep& step, const Frames& frames);
    void sumProbe(const FrameStep& step, const Frames& frames, const Cf* waves, bool wavesByLocalFrame);

    Launcher m_launch;
};

} // namespace ewald::compute

#include "compute/generic_ptycho_ops_impl.h"
