// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/cpu/frame_loops.h"
#include "compute/operations/aligned_array.h"
#include "compute/operations/fft_plans.h"
#include "compute/operations/ptycho_ops.h"

#include <span>
#include <utility>

namespace ewald::compute::cpu {

/// What all frames of one call share.
struct CallContext {
    const FrameStep* step = nullptr;
    const FrameLoops* loops = nullptr;
    const FftPlans* plans = nullptr;
    const Cf* probeSpectrum = nullptr;     ///< Fourier shift: F[P], [panel][mode][n][panelWidth]
    const float* probeIntensity = nullptr; ///< else Σ_k |P_k|², padded like a window
    Directions directions;
    const Cf* directionSpectrum = nullptr; ///< Fourier shift: F[ΔP], unless there is none
    SumGrids::Limits limits{};
    const float* background = nullptr; ///< of the detector, in the order of detectorPixels(); null: none
    [[nodiscard]] const float* backgroundFrom(std::size_t pixel) const {
        return background ? background + pixel : nullptr;
    }
};

/// Where the probe's sums go: Σ O*w [mode][n][n] and Σ|O|² [n][n].
struct ProbeSums {
    Cd* sum = nullptr;
    double* weight = nullptr;
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
///   rows     row FFT back, g = Σ P*w
///
/// and then, row by row over several frames, so that a row of the (double precision) sums stays in the first-level
/// cache:
///
///   rows     Σ O*w, Σ|O|²
///
/// into sums of the worker's own while these fit into the core's cache beside the frames, else into the call's.
///
/// Memory traffic a frame and mode, in units of n²·8 bytes: ψ is written three times and read four times, g written and
/// read once a frame.
class FrameWorker {
public:
    /// Brings the scratch memory to the model's size.
    void prepare(const CallContext& call);

    /// The whole step for local frame `frame`; the exit wave goes to `wave` ([mode][n][n], aligned) and, unless null,
    /// to `kept`, the object's part to `window`. Returns the frame's metrics.
    StepSums step(const CallContext& call, int frame, Cf* wave, Cf* kept, PaddedWindow& window);
    /// \param residual χ at the sample, [mode][n][n]
    StepNormals stepNormals(const CallContext& call, int frame, const Cf* residual);
    LineTerms lineTerms(const CallContext& call, int frame);
    /// Adds row `row` of Σ O*w and Σ|O|² of several frames to `sums` (with a shifted probe only the latter). waves[i]
    /// is the exit wave of frames[i].
    void addProbeRow(const CallContext& call, std::span<const int> frames, std::span<const Cf* const> waves, int row,
                     ProbeSums sums);
    /// The worker's own sums: zeros at first, and to be reset to zeros when they are collected.
    [[nodiscard]] ProbeSums ownProbeSums(const PtychoModel& model);
    /// Whether it has sums of this model: a worker that found no frame left has not.
    [[nodiscard]] bool hasProbeSums(const PtychoModel& model) const noexcept {
        return m_sumSize == model.size && m_sumModes == model.modes;
    }
    /// With a shifted probe: adds F[O*w], shifted back, to spectrumSum().
    void addShiftedProbeSums(const CallContext& call, int frame, const Cf* wave);
    /// The same of what the probe does not explain of the wave, O*(w − P·O).
    void addShiftedRest(const CallContext& call, int frame, const Cf* wave);
    /// Waves at the detector into step.waves. `wave`: scratch, as for step()
    void storeWaves(const CallContext& call, int frame, Cf* wave);
    /// Σ_modes |ψ̂|² into n×n floats.
    void storeIntensity(const CallContext& call, int frame, Cf* wave, float* intensity);

    /// Whether a summand since the last call was beyond its grid.
    [[nodiscard]] bool takeBeyond() noexcept { return std::exchange(m_beyond, false); }

    /// Sums of kernels::BackgroundTerms, [term][detectorPixels()], where the call asks for them.
    [[nodiscard]] const double* backgroundSums() const noexcept { return m_backgroundSums.data(); }
    /// Fourier shift: the sum is kept as a spectrum [panel][mode][n][panelWidth].
    [[nodiscard]] const Cd* spectrumSum() const noexcept { return m_spectrumSum.data(); }

private:
    enum class AtDetector { update, store, intensity };

    /// √counts of some rows of a frame, as CallContext asks for them, into m_amplitude.
    void loadAmplitudes(const CallContext& call, int frame, std::size_t firstPixel, int rows, int cols, int width);
    /// kernels::Detector::saturated() of what loadAmplitudes() has left; as update().
    void releaseSaturated(const CallContext& call, const Cf* wave, std::size_t stride, std::size_t first,
                          std::size_t count, float scale);
    /// The update of waves at the detector, `count` pixels from `first` on in the order of detectorPixels().
    /// \param scale wave · scale is orthonormal; so is, after the transform back, what it leaves
    void update(const CallContext& call, Cf* wave, std::size_t stride, Cf* stored, std::size_t first, std::size_t count,
                float scale);

    void forward(const CallContext& call, int frame, Cf* wave);
    /// Without the transforms of the rows.
    void shiftProbe(const CallContext& call, const FramePlace& place, const Cf* spectrum, AlignedArray<Cf>& out);
    /// Probe and direction at a frame's position.
    struct FrameProbes {
        const Cf* probe;
        const Cf* direction; ///< null: there is none
    };
    FrameProbes probesAt(const CallContext& call, const FramePlace& place);
    /// Row `row` of an array of the object's shape under the window; `scratch` holds it where it is interpolated.
    const Cf* objectRow(const CallContext& call, const Cf* object, const FramePlace& place, int row,
                        AlignedArray<Cf>& scratch);
    const Cf* objectRow(const CallContext& call, const FramePlace& place, int row) {
        return objectRow(call, call.step->object, place, row, m_patchRow);
    }
    void detectFarField(const CallContext& call, int frame, AtDetector what, Cf* wave, float* intensity);
    void detectNearField(const CallContext& call, int frame, AtDetector what, Cf* wave, float* intensity);
    void propagateColumns(const CallContext& call, bool back, Cf* wave);
    void back(const CallContext& call, int frame, Cf* wave, Cf* kept, PaddedWindow& window);
    /// The frame's normal equations for its position, from its window.
    void findPosition(const CallContext& call, int frame, const PaddedWindow& window);
    /// Row `row` of the object under the window, with two columns more on either side; beyond its edges the object goes
    /// on as they are.
    void wideObjectRow(const CallContext& call, const FramePlace& place, int row, Cf* out);
    /// Notes a summand beyond its grid.
    void watch(float largest, float limit) { m_beyond = m_beyond || largest > limit; }
    static void keepExitWave(const CallContext& call, const Cf* wave, int row, int rows, Cf* kept);
    void makeRamps(int n, const FramePlace& place);

    AlignedArray<Cf> m_patchRow;         ///< object under one row of the window
    AlignedArray<Cf> m_directionRow;     ///< the object's direction under it
    AlignedArray<Cf> m_wideRows;         ///< five of wideObjectRow()
    AlignedArray<Cf> m_panel;            ///< [mode][n][panelWidth]
    AlignedArray<Cf> m_factor;           ///< one panel of the transfer function
    AlignedArray<float> m_amplitude;     ///< one panel, or a block of rows
    AlignedArray<float> m_modelled;      ///< Î of as many pixels, where some are saturated
    std::size_t m_frame = 0;             ///< that the amplitudes belong to
    AlignedArray<Cf> m_shifted;          ///< Fourier shift: P at this frame's position, [mode][n][n]
    AlignedArray<Cf> m_shiftedDirection; ///< likewise
    AlignedArray<Cf> m_line;             ///< start, slope and curve of a frame's waves, [3][mode][n][n]
    AlignedArray<Cf> m_adjoint;          ///< Fourier shift: conj(O)·w, one mode
    AlignedArray<Cf> m_rest;             ///< Fourier shift: w − P·O, [mode][n][n]
    AlignedArray<Cf> m_rampDown;
    AlignedArray<Cf> m_rampAcross; ///< padded to whole panels
    AlignedArray<Cd> m_spectrumSum;
    AlignedArray<Cd> m_probeSum;
    AlignedArray<double> m_probeWeight;
    AlignedArray<double> m_backgroundSums;
    int m_sumSize = 0; ///< of the model whose zeros or sums m_probeSum and m_probeWeight hold
    int m_sumModes = 0;
    FramePlace m_rampPlace{};
    int m_rampSize = 0;
    StepSums m_sums;
    FrameFigures m_figures;
    bool m_beyond = false;
};

/// Storage order of the difference map's waves: far field [panel][mode][n][panelWidth], near field [mode][n][n].
[[nodiscard]] std::size_t storedWaveSize(const PtychoModel& model, const FftPlans& plans);
/// Pixels of the detector in that order, with the padding of panels.
[[nodiscard]] std::size_t detectorPixels(const PtychoModel& model, const FftPlans& plans);

} // namespace ewald::compute::cpu
