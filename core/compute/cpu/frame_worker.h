// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/cpu/aligned_array.h"
#include "compute/cpu/fft_plans.h"
#include "compute/cpu/frame_loops.h"
#include "compute/ptycho_ops.h"

#include <memory>

namespace ewald::compute::cpu {

/// What all frames of one call share.
struct CallContext {
    const FrameStep* step = nullptr;
    const FrameLoops* loops = nullptr;
    const FftPlans* plans = nullptr;
    const Cf* probeSpectrum = nullptr; ///< Fourier shift: F[P], [panel][mode][n][panelWidth]
};

/// Σ_k conj(P_k) w_k of one frame (and, with a shifted probe, Σ_k |P_k|²) with a border of zeros: what is added to the
/// object. Row r, column c of the window is element (r + 1)·stride + c + 1.
struct PaddedWindow {
    AlignedArray<Cf> gradient;
    AlignedArray<float> intensity;
    static std::size_t stride(int n) { return (static_cast<std::size_t>(n) + 3 + 15) / 16 * 16; }
    static std::size_t size(int n) { return (static_cast<std::size_t>(n) + 2) * stride(n); }
    static std::size_t offset(int n, int row) { return (static_cast<std::size_t>(row) + 1) * stride(n) + 1; }
};

/// One worker's scratch memory and the walk of one frame through it. Rows are worked on in blocks of eight and columns
/// in panels, so that multiply → FFT → projection → FFT → gradients of a frame happen in the core's own cache:
///
///   rows     ψ = P·O, row FFT
///   columns  column FFT, projection, column FFT back           (far field)
///   rows     row FFT back, g = Σ P*w, Σ O*w
///
/// Memory traffic a frame and mode, in units of n²·8 bytes: ψ is written and read three times each, all else once.
class FrameWorker {
public:
    /// Brings the scratch memory to the model's size. `ownSums`: accumulate the probe's sums here instead of in the
    /// call's arrays (all workers but the first).
    void prepare(const CallContext& call, bool ownSums);

    /// The whole step for local frame `frame`; the object's share goes to `window`.
    void step(const CallContext& call, int frame, PaddedWindow& window);
    /// The probe's sums from step.exitWaves and the object as it is now.
    void addProbeSums(const CallContext& call, int frame);
    /// Waves at the detector into step.waves.
    void storeWaves(const CallContext& call, int frame);
    /// Σ_modes |ψ̂|² into n×n floats.
    void storeIntensity(const CallContext& call, int frame, float* intensity);

    [[nodiscard]] const StepSums& sums() const noexcept { return m_sums; }
    [[nodiscard]] const Cd* probeSum() const noexcept { return m_probeSum.data(); }
    [[nodiscard]] const double* probeWeight() const noexcept { return m_probeWeight.data(); }
    /// Fourier shift: the sum is kept as a spectrum [panel][mode][n][panelWidth].
    [[nodiscard]] const Cd* spectrumSum() const noexcept { return m_spectrumSum.data(); }

private:
    enum class AtDetector { update, store, intensity };

    void forward(const CallContext& call, int frame);
    void shiftProbe(const CallContext& call, const FramePlace& place);
    void gatherPatch(const CallContext& call, const FramePlace& place, int firstRow, int rows);
    void detectFarField(const CallContext& call, int frame, AtDetector what, float* intensity);
    void detectNearField(const CallContext& call, int frame, AtDetector what, float* intensity);
    void propagateColumns(const CallContext& call, bool back);
    void back(const CallContext& call, int frame, PaddedWindow& window);
    void keepExitWave(const CallContext& call, int frame, int row, int rows);
    void addProbeRow(const CallContext& call, int row);
    void addShiftedProbeSums(const CallContext& call);
    void makeRamps(int n, const FramePlace& place);

    AlignedArray<Cf> m_wave;         ///< [mode][n][n]
    AlignedArray<Cf> m_patch;        ///< object under the window, n×n
    AlignedArray<Cf> m_panel;        ///< [mode][n][panelWidth]
    AlignedArray<Cf> m_factor;       ///< one panel of the transfer function
    AlignedArray<float> m_amplitude; ///< one panel
    AlignedArray<Cf> m_shifted;      ///< Fourier shift: P at this frame's position, [mode][n][n]
    AlignedArray<Cf> m_adjoint;      ///< Fourier shift: conj(O)·w, [mode][n][n]
    AlignedArray<Cf> m_rampDown;
    AlignedArray<Cf> m_rampAcross; ///< padded to whole panels
    AlignedArray<Cf> m_product;    ///< conj(O)·w of one row and all modes
    AlignedArray<float> m_norms;   ///< |O|² of one row
    AlignedArray<Cd> m_probeSum;
    AlignedArray<double> m_probeWeight;
    AlignedArray<Cd> m_spectrumSum;
    StepSums m_sums;
    bool m_ownSums = false;
};

/// Storage order of the difference map's waves: far field [panel][mode][n][panelWidth], near field [mode][n][n].
[[nodiscard]] std::size_t storedWaveSize(const PtychoModel& model, const FftPlans& plans);

} // namespace ewald::compute::cpu
