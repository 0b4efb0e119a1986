// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/cpu/frame_worker.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ewald::compute::cpu {
namespace {

std::size_t area(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }
std::size_t at(int row, int n) { return static_cast<std::size_t>(row) * static_cast<std::size_t>(n); }

bool shifts(const CallContext& call) { return call.step->model.interpolation == Interpolation::fourierShift; }

template <class T>
void clearSums(AlignedArray<T>& array, std::size_t size) {
    array.reserve(size);
    std::memset(static_cast<void*>(array.data()), 0, size * sizeof(T));
}

} // namespace

std::size_t storedWaveSize(const PtychoModel& model, const FftPlans& plans) {
    const auto modes = static_cast<std::size_t>(model.modes);
    return modes * (model.transfer ? area(model.size) : plans.panelSize() * static_cast<std::size_t>(plans.panels()));
}

void FrameWorker::prepare(const CallContext& call, bool ownSums) {
    const PtychoModel& model = call.step->model;
    const auto modes = static_cast<std::size_t>(model.modes);
    const std::size_t pixels = area(model.size);
    const std::size_t spectrum = modes * call.plans->panelSize() * static_cast<std::size_t>(call.plans->panels());
    m_wave.reserve(modes * pixels);
    m_patch.reserve(pixels);
    m_panel.reserve(modes * call.plans->panelSize());
    m_amplitude.reserve(call.plans->panelSize());
    m_factor.reserve(call.plans->panelSize());
    m_product.reserve(modes * static_cast<std::size_t>(model.size));
    m_norms.reserve(static_cast<std::size_t>(model.size));
    if (shifts(call)) {
        m_shifted.reserve(modes * pixels);
        m_adjoint.reserve(modes * pixels);
        clearSums(m_spectrumSum, spectrum);
    }
    m_ownSums = ownSums;
    if (ownSums) {
        clearSums(m_probeSum, modes * pixels);
        clearSums(m_probeWeight, pixels);
    }
    m_sums = {};
}

void FrameWorker::makeRamps(int n, const FramePlace& place) {
    // exp(−2πi f d) at the FFT's frequencies: the spectrum of P(r − d).
    m_rampDown.reserve(static_cast<std::size_t>(n));
    m_rampAcross.reserve(static_cast<std::size_t>(n) + 16);
    for (int i = 0; i < n; ++i) {
        const double frequency = static_cast<double>(i < (n + 1) / 2 ? i : i - n) / n;
        const double down = -2 * kPi * frequency * static_cast<double>(place.dRow);
        const double across = -2 * kPi * frequency * static_cast<double>(place.dCol);
        m_rampDown.data()[i] = {static_cast<float>(std::cos(down)), static_cast<float>(std::sin(down))};
        m_rampAcross.data()[i] = {static_cast<float>(std::cos(across)), static_cast<float>(std::sin(across))};
    }
}

void FrameWorker::shiftProbe(const CallContext& call, const FramePlace& place) {
    const PtychoModel& model = call.step->model;
    const int n = model.size;
    makeRamps(n, place);
    const float scale = 1.0F / static_cast<float>(area(n));
    const Cf* spectrum = call.probeSpectrum;
    for (int p = 0; p < call.plans->panels(); ++p)
        for (int k = 0; k < model.modes; ++k, spectrum += call.plans->panelSize()) {
            const Cf* across = m_rampAcross.data() + p * call.plans->panelWidth();
            call.loops->shiftPanel(spectrum, m_rampDown.data(), across, n, call.plans->panelWidth(), scale, false,
                                   m_panel.data());
            call.plans->panel(m_panel.data(), Direction::backward);
            call.plans->storePanel(m_panel.data(), p, m_shifted.data() + static_cast<std::size_t>(k) * area(n));
        }
}

void FrameWorker::gatherPatch(const CallContext& call, const FramePlace& place, int firstRow, int rows) {
    const PtychoModel& model = call.step->model;
    const int n = model.size;
    for (int r = firstRow; r < firstRow + rows; ++r) {
        const Cf* source = call.step->object + at(place.row + r, model.objectCols) + place.col;
        Cf* out = m_patch.data() + at(r, n);
        if (model.interpolation == Interpolation::bilinear)
            call.loops->gatherRow(source, source + model.objectCols, kernels::BilinearWeights::of(place), n, out);
        else
            std::memcpy(static_cast<void*>(out), source, static_cast<std::size_t>(n) * sizeof(Cf));
    }
}

void FrameWorker::forward(const CallContext& call, int frame) {
    const PtychoModel& model = call.step->model;
    const FramePlace& place = call.step->places[frame];
    const int n = model.size;
    if (shifts(call)) shiftProbe(call, place);
    for (int row = 0; row < n; row += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - row);
        const std::size_t count = at(rows, n);
        gatherPatch(call, place, row, rows);
        for (int k = 0; k < model.modes; ++k) {
            const std::size_t offset = static_cast<std::size_t>(k) * area(n) + at(row, n);
            if (shifts(call)) call.plans->rows(m_shifted.data() + offset, rows, Direction::backward);
            const Cf* probe = shifts(call) ? m_shifted.data() + offset : call.step->probe + offset;
            call.loops->multiply(probe, m_patch.data() + at(row, n), count, m_wave.data() + offset);
            call.plans->rows(m_wave.data() + offset, rows, Direction::forward);
        }
    }
}

void FrameWorker::detectFarField(const CallContext& call, int frame, AtDetector what, float* intensity) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const int width = call.plans->panelWidth();
    const std::size_t panelSize = call.plans->panelSize();
    const float scale = 1.0F / static_cast<float>(n);
    const float* amplitudes = step.amplitudes + static_cast<std::size_t>(frame) * area(n);
    Cf* stored =
        step.waves ? step.waves + static_cast<std::size_t>(frame) * storedWaveSize(step.model, *call.plans) : nullptr;
    for (int p = 0; p < call.plans->panels(); ++p) {
        const int columns = std::min(width, n - p * width);
        for (int k = 0; k < step.model.modes; ++k) {
            Cf* panel = m_panel.data() + static_cast<std::size_t>(k) * panelSize;
            call.plans->loadPanel(m_wave.data() + static_cast<std::size_t>(k) * area(n), p, panel);
            call.plans->panel(panel, Direction::forward);
        }
        if (what == AtDetector::store) {
            const std::size_t count = panelSize * static_cast<std::size_t>(step.model.modes);
            for (std::size_t i = 0; i < count; ++i) stored[i] = scale * m_panel.data()[i];
            stored += count;
            continue;
        }
        if (what == AtDetector::intensity) {
            call.loops->intensity(m_panel.data(), panelSize, step.model.modes, panelSize, scale, m_amplitude.data());
            for (int r = 0; r < n; ++r)
                std::copy_n(m_amplitude.data() + at(r, width), columns, intensity + at(r, n) + p * width);
            continue;
        }
        for (int r = 0; r < n; ++r) { // padding columns count as masked
            float* row = m_amplitude.data() + at(r, width);
            std::copy_n(amplitudes + at(r, n) + p * width, columns, row);
            std::fill(row + columns, row + width, -1.0F);
        }
        if (step.update == ExitUpdate::pie) {
            call.loops->project(m_panel.data(), panelSize, step.model.modes, m_amplitude.data(), panelSize, scale,
                                scale * scale, m_sums);
        } else {
            call.loops->differenceMap(m_panel.data(), panelSize, step.model.modes, stored, panelSize,
                                      m_amplitude.data(), panelSize, scale, scale, step.relaxation, m_sums);
            stored += panelSize * static_cast<std::size_t>(step.model.modes);
        }
        for (int k = 0; k < step.model.modes; ++k) {
            Cf* panel = m_panel.data() + static_cast<std::size_t>(k) * panelSize;
            call.plans->panel(panel, Direction::backward);
            call.plans->storePanel(panel, p, m_wave.data() + static_cast<std::size_t>(k) * area(n));
        }
    }
}

void FrameWorker::propagateColumns(const CallContext& call, bool back) {
    // Columns of the spectrum times H (or H* on the way back). A probe that was shifted to the position is shifted back
    // here: in the near field the wave has to stay where it is on the detector.
    const PtychoModel& model = call.step->model;
    const int n = model.size;
    const int width = call.plans->panelWidth();
    const float scale = 1.0F / static_cast<float>(area(n));
    for (int p = 0; p < call.plans->panels(); ++p) {
        call.plans->loadPanel(model.transfer, p, m_factor.data());
        if (shifts(call))
            call.loops->shiftPanel(m_factor.data(), m_rampDown.data(), m_rampAcross.data() + p * width, n, width, 1.0F,
                                   true, m_factor.data());
        Cf* factor = m_factor.data();
        for (std::size_t i = 0; i < call.plans->panelSize(); ++i)
            factor[i] = {scale * factor[i].re, (back ? -scale : scale) * factor[i].im};
        for (int k = 0; k < model.modes; ++k) {
            Cf* wave = m_wave.data() + static_cast<std::size_t>(k) * area(n);
            call.plans->loadPanel(wave, p, m_panel.data());
            call.plans->panel(m_panel.data(), Direction::forward);
            call.loops->multiply(m_panel.data(), factor, call.plans->panelSize(), m_panel.data());
            call.plans->panel(m_panel.data(), Direction::backward);
            call.plans->storePanel(m_panel.data(), p, wave);
        }
    }
}

void FrameWorker::detectNearField(const CallContext& call, int frame, AtDetector what, float* intensity) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const float* amplitudes = step.amplitudes + static_cast<std::size_t>(frame) * area(n);
    Cf* stored =
        step.waves ? step.waves + static_cast<std::size_t>(frame) * storedWaveSize(step.model, *call.plans) : nullptr;
    propagateColumns(call, false);
    for (int row = 0; row < n; row += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - row);
        const std::size_t offset = at(row, n);
        const std::size_t count = at(rows, n);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(m_wave.data() + static_cast<std::size_t>(k) * area(n) + offset, rows, Direction::backward);
        if (what == AtDetector::store) {
            for (int k = 0; k < step.model.modes; ++k) {
                const std::size_t from = static_cast<std::size_t>(k) * area(n) + offset;
                std::copy_n(m_wave.data() + from, count, stored + from);
            }
            continue;
        }
        if (what == AtDetector::intensity) {
            call.loops->intensity(m_wave.data() + offset, area(n), step.model.modes, count, 1.0F, intensity + offset);
            continue;
        }
        if (step.update == ExitUpdate::pie)
            call.loops->project(m_wave.data() + offset, area(n), step.model.modes, amplitudes + offset, count, 1.0F,
                                1.0F, m_sums);
        else
            call.loops->differenceMap(m_wave.data() + offset, area(n), step.model.modes, stored + offset, area(n),
                                      amplitudes + offset, count, 1.0F, 1.0F, step.relaxation, m_sums);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(m_wave.data() + static_cast<std::size_t>(k) * area(n) + offset, rows, Direction::forward);
    }
    if (what == AtDetector::update) propagateColumns(call, true);
}

void FrameWorker::back(const CallContext& call, int frame, PaddedWindow& window) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const bool shift = shifts(call);
    const Cf* probe = shift ? m_shifted.data() : step.probe;
    // With a shifted probe conj(O)·w has to be shifted back before it is summed; otherwise it is summed row by row.
    Cf* product = !step.probeSum ? nullptr : shift ? m_adjoint.data() : m_product.data();
    const std::size_t productStride = shift ? area(n) : rowLength;
    for (int row = 0; row < n; row += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - row);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(m_wave.data() + static_cast<std::size_t>(k) * area(n) + at(row, n), rows,
                             Direction::backward);
        if (step.exitWaves) keepExitWave(call, frame, row, rows);
        for (int r = row; r < row + rows; ++r) {
            const std::size_t offset = at(r, n);
            call.loops->backRow(m_wave.data() + offset, area(n), probe + offset, area(n), m_patch.data() + offset,
                                step.model.modes, n, window.gradient.data() + PaddedWindow::offset(n, r),
                                product && shift ? product + offset : product, productStride);
            if (shift)
                call.loops->intensity(probe + offset, area(n), step.model.modes, rowLength, 1.0F,
                                      window.intensity.data() + PaddedWindow::offset(n, r));
            if (step.probeSum) addProbeRow(call, r);
        }
        for (int k = 0; shift && product && k < step.model.modes; ++k)
            call.plans->rows(product + static_cast<std::size_t>(k) * area(n) + at(row, n), rows, Direction::forward);
    }
    if (shift && product) addShiftedProbeSums(call);
}

void FrameWorker::keepExitWave(const CallContext& call, int frame, int row, int rows) {
    const PtychoModel& model = call.step->model;
    const std::size_t waveSize = static_cast<std::size_t>(model.modes) * area(model.size);
    for (int k = 0; k < model.modes; ++k) {
        const std::size_t offset = static_cast<std::size_t>(k) * area(model.size) + at(row, model.size);
        std::copy_n(m_wave.data() + offset, at(rows, model.size),
                    call.step->exitWaves + static_cast<std::size_t>(frame) * waveSize + offset);
    }
}

void FrameWorker::addProbeSums(const CallContext& call, int frame) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const FramePlace& place = step.places[frame];
    const auto modes = static_cast<std::size_t>(step.model.modes);
    const Cf* waves = step.exitWaves + static_cast<std::size_t>(frame) * modes * area(n);
    const bool shift = shifts(call);
    Cf* product = shift ? m_adjoint.data() : m_product.data();
    const std::size_t productStride = shift ? area(n) : static_cast<std::size_t>(n);
    if (shift) makeRamps(n, place);
    for (int row = 0; row < n; row += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - row);
        gatherPatch(call, place, row, rows);
        for (int r = row; r < row + rows; ++r) {
            for (std::size_t k = 0; k < modes; ++k)
                call.loops->conjMultiply(m_patch.data() + at(r, n), waves + k * area(n) + at(r, n),
                                         static_cast<std::size_t>(n),
                                         product + k * productStride + (shift ? at(r, n) : 0));
            addProbeRow(call, r);
        }
        for (std::size_t k = 0; shift && k < modes; ++k)
            call.plans->rows(product + k * area(n) + at(row, n), rows, Direction::forward);
    }
    if (shift) addShiftedProbeSums(call);
}

void FrameWorker::addProbeRow(const CallContext& call, int row) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const std::size_t offset = at(row, n);
    Cd* sum = m_ownSums ? m_probeSum.data() : step.probeSum;
    double* weight = m_ownSums ? m_probeWeight.data() : step.probeWeight;
    for (std::size_t k = 0; !shifts(call) && k < static_cast<std::size_t>(step.model.modes); ++k)
        call.loops->addOnGrid(reinterpret_cast<const float*>(m_product.data() + k * rowLength), 2 * rowLength,
                              step.grids.probeSum, reinterpret_cast<double*>(sum + k * area(n) + offset));
    call.loops->norms(m_patch.data() + offset, rowLength, m_norms.data());
    call.loops->addOnGrid(m_norms.data(), rowLength, step.grids.probeWeight, weight + offset);
}

void FrameWorker::addShiftedProbeSums(const CallContext& call) {
    const PtychoModel& model = call.step->model;
    const int n = model.size;
    const std::size_t panelSize = call.plans->panelSize();
    Cd* sum = m_spectrumSum.data();
    for (int p = 0; p < call.plans->panels(); ++p)
        for (int k = 0; k < model.modes; ++k, sum += panelSize) {
            call.plans->loadPanel(m_adjoint.data() + static_cast<std::size_t>(k) * area(n), p, m_panel.data());
            call.plans->panel(m_panel.data(), Direction::forward);
            // Orthonormal, so that the spectrum lies on a grid of the same magnitude as the sums in real space.
            call.loops->shiftPanel(m_panel.data(), m_rampDown.data(),
                                   m_rampAcross.data() + p * call.plans->panelWidth(), n, call.plans->panelWidth(),
                                   1.0F / static_cast<float>(n), true, m_panel.data());
            call.loops->addOnGrid(reinterpret_cast<const float*>(m_panel.data()), 2 * panelSize,
                                  call.step->grids.probeSum, reinterpret_cast<double*>(sum));
        }
}

void FrameWorker::step(const CallContext& call, int frame, PaddedWindow& window) {
    forward(call, frame);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::update, nullptr);
    else
        detectFarField(call, frame, AtDetector::update, nullptr);
    back(call, frame, window);
}

void FrameWorker::storeWaves(const CallContext& call, int frame) {
    forward(call, frame);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::store, nullptr);
    else
        detectFarField(call, frame, AtDetector::store, nullptr);
}

void FrameWorker::storeIntensity(const CallContext& call, int frame, float* intensity) {
    forward(call, frame);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::intensity, intensity);
    else
        detectFarField(call, frame, AtDetector::intensity, intensity);
}

} // namespace ewald::compute::cpu
