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

void FrameWorker::prepare(const CallContext& call) {
    const PtychoModel& model = call.step->model;
    const auto modes = static_cast<std::size_t>(model.modes);
    m_patchRow.reserve(static_cast<std::size_t>(model.size));
    m_panel.reserve(modes * call.plans->panelSize());
    m_amplitude.reserve(
        std::max(call.plans->panelSize(), at(FftPlans::kRowBlock, model.size))); // a panel, or rows in the near field
    m_factor.reserve(call.plans->panelSize());
    if (shifts(call)) {
        m_shifted.reserve(modes * area(model.size));
        m_adjoint.reserve(area(model.size));
        clearSums(m_spectrumSum, modes * call.plans->panelSize() * static_cast<std::size_t>(call.plans->panels()));
    }
}

void FrameWorker::makeRamps(int n, const FramePlace& place) {
    // exp(−2πi f d) at the FFT's frequencies: the spectrum of P(r − d).
    if (m_rampSize == n && m_rampPlace.dRow == place.dRow && m_rampPlace.dCol == place.dCol) return;
    m_rampSize = n, m_rampPlace = place;
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

const Cf* FrameWorker::objectRow(const CallContext& call, const FramePlace& place, int row) {
    const PtychoModel& model = call.step->model;
    const Cf* source = call.step->object + at(place.row + row, model.objectCols) + place.col;
    const bool bilinear = model.interpolation == Interpolation::bilinear;
    // A frame's window lies within the object with its border, so that the next row is the object's, too.
    if (row + 1 < model.size)
        prefetch(source + (bilinear ? 2 : 1) * static_cast<std::size_t>(model.objectCols),
                 static_cast<std::size_t>(model.size));
    if (model.interpolation != Interpolation::bilinear) return source;
    call.loops->gatherRow(source, source + model.objectCols, kernels::BilinearWeights::of(place), model.size,
                          m_patchRow.data());
    return m_patchRow.data();
}

void FrameWorker::forward(const CallContext& call, int frame, Cf* wave) {
    const PtychoModel& model = call.step->model;
    const FramePlace& place = call.step->places[frame];
    const int n = model.size;
    const auto modes = static_cast<std::size_t>(model.modes);
    const kernels::MeasuredFrames measured = call.step->measured;
    if (shifts(call)) shiftProbe(call, place);
    for (int first = 0; first < n; first += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - first);
        for (std::size_t k = 0; shifts(call) && k < modes; ++k)
            call.plans->rows(m_shifted.data() + k * area(n) + at(first, n), rows, Direction::backward);
        const Cf* probe = shifts(call) ? m_shifted.data() : call.step->probe;
        for (int row = first; row < first + rows; ++row) {
            const Cf* object = objectRow(call, place, row);
            // Panels of columns will want them, in an order that no processor foresees.
            if (measured.pixels)
                prefetch(static_cast<const char*>(
                             measured.from(static_cast<std::size_t>(frame) * area(n) + at(row, n)).pixels),
                         static_cast<std::size_t>(n) * kernels::bytesOf(measured.type));
            for (std::size_t offset = at(row, n); offset < modes * area(n); offset += area(n))
                call.loops->multiply(probe + offset, object, static_cast<std::size_t>(n), wave + offset);
        }
        for (std::size_t k = 0; k < modes; ++k)
            call.plans->rows(wave + k * area(n) + at(first, n), rows, Direction::forward);
    }
}

void FrameWorker::detectFarField(const CallContext& call, int frame, AtDetector what, Cf* wave, float* intensity) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const int width = call.plans->panelWidth();
    const std::size_t panelSize = call.plans->panelSize();
    const float scale = 1.0F / static_cast<float>(n);
    const std::size_t firstPixel = static_cast<std::size_t>(frame) * area(n);
    Cf* stored =
        step.waves ? step.waves + static_cast<std::size_t>(frame) * storedWaveSize(step.model, *call.plans) : nullptr;
    for (int p = 0; p < call.plans->panels(); ++p) {
        const int columns = std::min(width, n - p * width);
        for (int k = 0; k < step.model.modes; ++k) {
            Cf* panel = m_panel.data() + static_cast<std::size_t>(k) * panelSize;
            call.plans->loadPanel(wave + static_cast<std::size_t>(k) * area(n), p, panel);
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
            copyPanel(m_amplitude.data(), width, intensity + p * width, n, n, columns);
            continue;
        }
        if (columns < width) std::fill_n(m_amplitude.data(), panelSize, -1.0F); // padding columns count as masked
        call.loops->amplitudes(step.measured, firstPixel + static_cast<std::size_t>(p * width), n, n, columns,
                               m_amplitude.data(), width);
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
            call.plans->storePanel(panel, p, wave + static_cast<std::size_t>(k) * area(n));
        }
    }
}

void FrameWorker::propagateColumns(const CallContext& call, bool back, Cf* wave) {
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
            Cf* mode = wave + static_cast<std::size_t>(k) * area(n);
            call.plans->loadPanel(mode, p, m_panel.data());
            call.plans->panel(m_panel.data(), Direction::forward);
            call.loops->multiply(m_panel.data(), factor, call.plans->panelSize(), m_panel.data());
            call.plans->panel(m_panel.data(), Direction::backward);
            call.plans->storePanel(m_panel.data(), p, mode);
        }
    }
}

void FrameWorker::detectNearField(const CallContext& call, int frame, AtDetector what, Cf* wave, float* intensity) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const std::size_t firstPixel = static_cast<std::size_t>(frame) * area(n);
    Cf* stored =
        step.waves ? step.waves + static_cast<std::size_t>(frame) * storedWaveSize(step.model, *call.plans) : nullptr;
    propagateColumns(call, false, wave);
    for (int row = 0; row < n; row += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - row);
        const std::size_t offset = at(row, n);
        const std::size_t count = at(rows, n);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(wave + static_cast<std::size_t>(k) * area(n) + offset, rows, Direction::backward);
        if (what == AtDetector::store) {
            for (int k = 0; k < step.model.modes; ++k) {
                const std::size_t from = static_cast<std::size_t>(k) * area(n) + offset;
                std::copy_n(wave + from, count, stored + from);
            }
            continue;
        }
        if (what == AtDetector::intensity) {
            call.loops->intensity(wave + offset, area(n), step.model.modes, count, 1.0F, intensity + offset);
            continue;
        }
        call.loops->amplitudes(step.measured, firstPixel + offset, n, rows, n, m_amplitude.data(), n);
        if (step.update == ExitUpdate::pie)
            call.loops->project(wave + offset, area(n), step.model.modes, m_amplitude.data(), count, 1.0F, 1.0F,
                                m_sums);
        else
            call.loops->differenceMap(wave + offset, area(n), step.model.modes, stored + offset, area(n),
                                      m_amplitude.data(), count, 1.0F, 1.0F, step.relaxation, m_sums);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(wave + static_cast<std::size_t>(k) * area(n) + offset, rows, Direction::forward);
    }
    if (what == AtDetector::update) propagateColumns(call, true, wave);
}

void FrameWorker::back(const CallContext& call, int frame, Cf* wave, PaddedWindow& window) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const Cf* probe = shifts(call) ? m_shifted.data() : step.probe;
    for (int first = 0; first < n; first += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - first);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(wave + static_cast<std::size_t>(k) * area(n) + at(first, n), rows, Direction::backward);
        if (step.exitWaves) keepExitWave(call, frame, wave, first, rows);
        for (int row = first; (step.objectSum || step.positions) && row < first + rows; ++row) {
            const std::size_t offset = at(row, n);
            const std::size_t target = PaddedWindow::offset(n, row);
            call.loops->backRow(wave + offset, area(n), probe + offset, area(n), step.model.modes, n,
                                window.gradient.data() + target);
            if (shifts(call))
                call.loops->intensity(probe + offset, area(n), step.model.modes, rowLength, 1.0F,
                                      window.intensity.data() + target);
        }
    }
    if (shifts(call) && step.probeSum) addShiftedProbeSums(call, frame, wave);
    if (step.positions) findPosition(call, frame, window);
}

void FrameWorker::wideObjectRow(const CallContext& call, const FramePlace& place, int row, Cf* out) {
    constexpr int kReach = kernels::kDerivativeReach;
    const PtychoModel& model = call.step->model;
    const bool bilinear = model.interpolation == Interpolation::bilinear;
    const int lastRow = model.objectRows - (bilinear ? 2 : 1);
    const int lastCol = model.objectCols - (bilinear ? 2 : 1);
    const Cf* source = call.step->object + at(std::clamp(place.row + row, 0, lastRow), model.objectCols);
    const int count = model.size + 2 * kReach;
    const int first = place.col - kReach;
    const int begin = std::max(first, 0);
    const int end = std::min(first + count, lastCol + 1);
    Cf* const inside = out + (begin - first);
    if (bilinear)
        call.loops->gatherRow(source + begin, source + begin + model.objectCols, kernels::BilinearWeights::of(place),
                              end - begin, inside);
    else
        std::copy(source + begin, source + end, inside);
    std::fill(out, inside, *inside);
    std::fill(out + (end - first), out + count, out[end - first - 1]);
}

void FrameWorker::findPosition(const CallContext& call, int frame, const PaddedWindow& window) {
    constexpr int kReach = kernels::kDerivativeReach;
    constexpr int kRows = 2 * kReach + 1;
    const FrameStep& step = *call.step;
    const FramePlace& place = step.places[frame];
    const int n = step.model.size;
    const auto stride = static_cast<std::size_t>(n + 2 * kReach);
    m_wideRows.reserve(kRows * stride);
    const float* intensity = shifts(call) ? window.intensity.data() : call.probeIntensity;
    const auto rowAt = [&](int row) {
        return m_wideRows.data() + static_cast<std::size_t>((row + kRows) % kRows) * stride;
    };
    for (int row = -kReach; row < kReach; ++row) wideObjectRow(call, place, row, rowAt(row));
    PositionNormals sums;
    for (int row = 0; row < n; ++row) {
        wideObjectRow(call, place, row + kReach, rowAt(row + kReach));
        const Cf* rows[kRows];
        for (int i = 0; i < kRows; ++i) rows[i] = rowAt(row + i - kReach) + kReach;
        const std::size_t target = PaddedWindow::offset(n, row);
        call.loops->positionRow(window.gradient.data() + target, intensity + target, rows, n, sums);
    }
    step.positions[frame] = sums;
}

void FrameWorker::keepExitWave(const CallContext& call, int frame, const Cf* wave, int row, int rows) {
    const PtychoModel& model = call.step->model;
    const std::size_t waveSize = static_cast<std::size_t>(model.modes) * area(model.size);
    for (int k = 0; k < model.modes; ++k) {
        const std::size_t offset = static_cast<std::size_t>(k) * area(model.size) + at(row, model.size);
        std::copy_n(wave + offset, at(rows, model.size),
                    call.step->exitWaves + static_cast<std::size_t>(frame) * waveSize + offset);
    }
}

void FrameWorker::addProbeRow(const CallContext& call, std::span<const int> frames, std::span<const Cf* const> waves,
                              int row, ProbeSums sums) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const std::size_t offset = at(row, n);
    const bool shift = shifts(call);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Cf* object = objectRow(call, step.places[frames[i]], row);
        for (int k = 0; !shift && row + 1 < n && k < step.model.modes; ++k)
            prefetch(waves[i] + static_cast<std::size_t>(k) * area(n) + offset + rowLength, rowLength);
        call.loops->addProbeRow(object, shift ? nullptr : waves[i] + offset, area(n), step.model.modes, n,
                                step.grids.probeSum, step.grids.probeWeight, sums.sum + offset, sums.weight + offset);
    }
}

ProbeSums FrameWorker::ownProbeSums(const PtychoModel& model) {
    if (!hasProbeSums(model)) {
        clearSums(m_probeSum, static_cast<std::size_t>(model.modes) * area(model.size));
        clearSums(m_probeWeight, area(model.size));
        m_sumSize = model.size, m_sumModes = model.modes;
    }
    return {m_probeSum.data(), m_probeWeight.data()};
}

void FrameWorker::addShiftedProbeSums(const CallContext& call, int frame, const Cf* wave) {
    // conj(O)·w has to be shifted back to the probe's place before it is summed: a product with a ramp in its spectrum.
    const PtychoModel& model = call.step->model;
    const int n = model.size;
    const FramePlace& place = call.step->places[frame];
    const std::size_t panelSize = call.plans->panelSize();
    makeRamps(n, place);
    for (int k = 0; k < model.modes; ++k) {
        for (int first = 0; first < n; first += FftPlans::kRowBlock) {
            const int rows = std::min(FftPlans::kRowBlock, n - first);
            for (int row = first; row < first + rows; ++row)
                call.loops->conjMultiply(objectRow(call, place, row),
                                         wave + static_cast<std::size_t>(k) * area(n) + at(row, n),
                                         static_cast<std::size_t>(n), m_adjoint.data() + at(row, n));
            call.plans->rows(m_adjoint.data() + at(first, n), rows, Direction::forward);
        }
        for (int p = 0; p < call.plans->panels(); ++p) {
            call.plans->loadPanel(m_adjoint.data(), p, m_panel.data());
            call.plans->panel(m_panel.data(), Direction::forward);
            // Orthonormal, so that the spectrum lies on a grid of the same magnitude as the sums in real space.
            call.loops->shiftPanel(m_panel.data(), m_rampDown.data(),
                                   m_rampAcross.data() + p * call.plans->panelWidth(), n, call.plans->panelWidth(),
                                   1.0F / static_cast<float>(n), true, m_panel.data());
            Cd* sum = m_spectrumSum.data() + static_cast<std::size_t>(p * model.modes + k) * panelSize;
            call.loops->addOnGrid(reinterpret_cast<const float*>(m_panel.data()), 2 * panelSize,
                                  call.step->grids.probeSum, reinterpret_cast<double*>(sum));
        }
    }
}

StepSums FrameWorker::step(const CallContext& call, int frame, Cf* wave, PaddedWindow& window) {
    m_sums = {};
    forward(call, frame, wave);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::update, wave, nullptr);
    else
        detectFarField(call, frame, AtDetector::update, wave, nullptr);
    back(call, frame, wave, window);
    return m_sums;
}

void FrameWorker::storeWaves(const CallContext& call, int frame, Cf* wave) {
    forward(call, frame, wave);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::store, wave, nullptr);
    else
        detectFarField(call, frame, AtDetector::store, wave, nullptr);
}

void FrameWorker::storeIntensity(const CallContext& call, int frame, Cf* wave, float* intensity) {
    forward(call, frame, wave);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::intensity, wave, intensity);
    else
        detectFarField(call, frame, AtDetector::intensity, wave, intensity);
}

} // namespace ewald::compute::cpu
