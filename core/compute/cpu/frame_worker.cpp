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

std::size_t detectorPixels(const PtychoModel& model, const FftPlans& plans) {
    return model.transfer ? area(model.size) : plans.panelSize() * static_cast<std::size_t>(plans.panels());
}

std::size_t storedWaveSize(const PtychoModel& model, const FftPlans& plans) {
    return static_cast<std::size_t>(model.modes) * detectorPixels(model, plans);
}

void FrameWorker::prepare(const CallContext& call) {
    const PtychoModel& model = call.step->model;
    const auto modes = static_cast<std::size_t>(model.modes);
    m_patchRow.reserve(static_cast<std::size_t>(model.size));
    m_directionRow.reserve(static_cast<std::size_t>(model.size));
    m_panel.reserve(modes * call.plans->panelSize());
    m_amplitude.reserve(
        std::max(call.plans->panelSize(), at(FftPlans::kRowBlock, model.size))); // a panel, or rows in the near field
    m_factor.reserve(call.plans->panelSize());
    if (shifts(call)) {
        m_shifted.reserve(modes * area(model.size));
        m_adjoint.reserve(area(model.size));
        clearSums(m_spectrumSum, modes * call.plans->panelSize() * static_cast<std::size_t>(call.plans->panels()));
    }
    if (call.step->backgroundSums)
        clearSums(m_backgroundSums, kernels::kBackgroundTerms * detectorPixels(model, *call.plans));
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

void FrameWorker::shiftProbe(const CallContext& call, const FramePlace& place, const Cf* spectrum,
                             AlignedArray<Cf>& out) {
    const PtychoModel& model = call.step->model;
    const int n = model.size;
    makeRamps(n, place);
    const float scale = 1.0F / static_cast<float>(area(n));
    for (int p = 0; p < call.plans->panels(); ++p)
        for (int k = 0; k < model.modes; ++k, spectrum += call.plans->panelSize()) {
            const Cf* across = m_rampAcross.data() + p * call.plans->panelWidth();
            call.loops->shiftPanel(spectrum, m_rampDown.data(), across, n, call.plans->panelWidth(), scale, false,
                                   m_panel.data());
            call.plans->panel(m_panel.data(), Direction::backward);
            call.plans->storePanel(m_panel.data(), p, out.data() + static_cast<std::size_t>(k) * area(n));
        }
}

FrameWorker::FrameProbes FrameWorker::probesAt(const CallContext& call, const FramePlace& place) {
    FrameProbes probes{call.step->probe, call.directions.probe};
    if (!shifts(call)) return probes;
    const PtychoModel& model = call.step->model;
    const auto shifted = [&](const Cf* spectrum, AlignedArray<Cf>& out) {
        out.reserve(static_cast<std::size_t>(model.modes) * area(model.size));
        shiftProbe(call, place, spectrum, out);
        for (std::size_t k = 0; k < static_cast<std::size_t>(model.modes); ++k)
            for (int first = 0; first < model.size; first += FftPlans::kRowBlock)
                call.plans->rows(out.data() + k * area(model.size) + at(first, model.size),
                                 std::min(FftPlans::kRowBlock, model.size - first), Direction::backward);
        return out.data();
    };
    probes.probe = shifted(call.probeSpectrum, m_shifted);
    if (probes.direction) probes.direction = shifted(call.directionSpectrum, m_shiftedDirection);
    return probes;
}

const Cf* FrameWorker::objectRow(const CallContext& call, const Cf* object, const FramePlace& place, int row,
                                 AlignedArray<Cf>& scratch) {
    const PtychoModel& model = call.step->model;
    const Cf* source = object + at(place.row + row, model.objectCols) + place.col;
    const bool bilinear = model.interpolation == Interpolation::bilinear;
    // A frame's window lies within the object with its border, so that the next row is the object's, too.
    if (row + 1 < model.size)
        prefetch(source + (bilinear ? 2 : 1) * static_cast<std::size_t>(model.objectCols),
                 static_cast<std::size_t>(model.size));
    if (model.interpolation != Interpolation::bilinear) return source;
    call.loops->gatherRow(source, source + model.objectCols, kernels::BilinearWeights::of(place), model.size,
                          scratch.data());
    return scratch.data();
}

void FrameWorker::forward(const CallContext& call, int frame, Cf* wave) {
    const PtychoModel& model = call.step->model;
    const FramePlace& place = call.step->places[frame];
    const int n = model.size;
    const auto modes = static_cast<std::size_t>(model.modes);
    const kernels::MeasuredFrames measured = call.step->measured;
    if (shifts(call)) shiftProbe(call, place, call.probeSpectrum, m_shifted);
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

void FrameWorker::loadAmplitudes(const CallContext& call, int frame, std::size_t firstPixel, int rows, int cols,
                                 int width) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    float* out = m_amplitude.data();
    call.loops->amplitudes(step.measured, static_cast<std::size_t>(frame) * area(n) + firstPixel, n, rows, cols, out,
                           width);
    m_frame = static_cast<std::size_t>(frame);
    if (!step.detector.gains) return;
    const float gain = step.detector.gains[frame];
    const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(width);
    for (std::size_t i = 0; i < count; ++i) out[i] *= gain;
}

void FrameWorker::releaseSaturated(const CallContext& call, const Cf* wave, std::size_t stride, std::size_t first,
                                   std::size_t count, float scale) {
    const kernels::Detector& detector = call.step->detector;
    if (!(detector.ceiling > 0)) return;
    m_modelled.reserve(count);
    call.loops->intensity(wave, stride, call.step->model.modes, count, scale, m_modelled.data());
    const float* background = call.backgroundFrom(first);
    for (std::size_t i = 0; i < count; ++i) {
        const float root = std::sqrt(m_modelled.data()[i] + (background ? background[i] : 0.0F));
        m_amplitude.data()[i] = detector.saturated(m_amplitude.data()[i], root, m_frame);
    }
}

void FrameWorker::update(const CallContext& call, Cf* wave, std::size_t stride, Cf* stored, std::size_t first,
                         std::size_t count, float scale) {
    const FrameStep& step = *call.step;
    const int modes = step.model.modes;
    releaseSaturated(call, wave, stride, first, count, scale);
    const float* amplitude = m_amplitude.data();
    const float* background = call.backgroundFrom(first);
    if (step.figures || step.backgroundSums)
        call.loops->detectorFigures(lossOf(step), wave, stride, modes, amplitude, background, count, scale, m_figures,
                                    step.backgroundSums ? m_backgroundSums.data() + first : nullptr,
                                    detectorPixels(step.model, *call.plans), step.grids.metrics);
    if (step.update == ExitUpdate::pie)
        call.loops->project(step.loss, wave, stride, modes, amplitude, background, count, scale, scale * scale, m_sums);
    else
        call.loops->projectStored(wave, stride, modes, stored, stride, amplitude, background, count, scale, scale,
                                  step.projection, m_sums);
}

void FrameWorker::detectFarField(const CallContext& call, int frame, AtDetector what, Cf* wave, float* intensity) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const int width = call.plans->panelWidth();
    const std::size_t panelSize = call.plans->panelSize();
    const float scale = 1.0F / static_cast<float>(n);
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
        loadAmplitudes(call, frame, static_cast<std::size_t>(p * width), n, columns, width);
        update(call, m_panel.data(), panelSize, stored, static_cast<std::size_t>(p) * panelSize, panelSize, scale);
        if (stored) stored += panelSize * static_cast<std::size_t>(step.model.modes);
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
        loadAmplitudes(call, frame, offset, rows, n, n);
        update(call, wave + offset, area(n), stored ? stored + offset : nullptr, offset, count, 1.0F);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(wave + static_cast<std::size_t>(k) * area(n) + offset, rows, Direction::forward);
    }
    if (what == AtDetector::update) propagateColumns(call, true, wave);
}

void FrameWorker::back(const CallContext& call, int frame, Cf* wave, Cf* kept, PaddedWindow& window) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const Cf* probe = shifts(call) ? m_shifted.data() : step.probe;
    for (int first = 0; first < n; first += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - first);
        for (int k = 0; k < step.model.modes; ++k)
            call.plans->rows(wave + static_cast<std::size_t>(k) * area(n) + at(first, n), rows, Direction::backward);
        if (kept) keepExitWave(call, wave, first, rows, kept);
        for (int row = first; (step.objectSum || step.positions) && row < first + rows; ++row) {
            const std::size_t offset = at(row, n);
            const std::size_t target = PaddedWindow::offset(n, row);
            call.loops->backRow(wave + offset, area(n), probe + offset, area(n), step.model.modes, n,
                                window.gradient.data() + target);
            if (shifts(call))
                call.loops->intensity(probe + offset, area(n), step.model.modes, rowLength, 1.0F,
                                      window.intensity.data() + target);
        }
        if (!step.objectSum) continue;
        const std::size_t written =
            PaddedWindow::offset(n, first); // while they are in the cache; zeros between the rows
        const std::size_t count = PaddedWindow::offset(n, first + rows - 1) + rowLength - written;
        watch(call.loops->largest(&window.gradient.data()[written].re, 2 * count), call.limits.objectSum);
        if (shifts(call))
            watch(call.loops->largest(window.intensity.data() + written, count), call.limits.objectWeight);
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

void FrameWorker::keepExitWave(const CallContext& call, const Cf* wave, int row, int rows, Cf* kept) {
    const PtychoModel& model = call.step->model;
    for (int k = 0; k < model.modes; ++k) {
        const std::size_t offset = static_cast<std::size_t>(k) * area(model.size) + at(row, model.size);
        std::copy_n(wave + offset, at(rows, model.size), kept + offset);
    }
}

void FrameWorker::addProbeRow(const CallContext& call, std::span<const int> frames, std::span<const Cf* const> waves,
                              int row, ProbeSums sums) {
    const FrameStep& step = *call.step;
    const int n = step.model.size;
    const auto rowLength = static_cast<std::size_t>(n);
    const std::size_t offset = at(row, n);
    const bool shift = shifts(call);
    LargestSummands largest;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Cf* object = objectRow(call, step.places[frames[i]], row);
        for (int k = 0; !shift && row + 1 < n && k < step.model.modes; ++k)
            prefetch(waves[i] + static_cast<std::size_t>(k) * area(n) + offset + rowLength, rowLength);
        call.loops->addProbeRow(object, shift ? nullptr : waves[i] + offset, area(n), step.model.modes, n,
                                step.grids.probeSum, step.grids.probeWeight, sums.sum + offset, sums.weight + offset,
                                largest);
    }
    for (const float sum : largest.sum) watch(sum, call.limits.probeSum);
    for (const float weight : largest.weight) watch(weight, call.limits.probeWeight);
}

ProbeSums FrameWorker::ownProbeSums(const PtychoModel& model) {
    if (!hasProbeSums(model)) {
        clearSums(m_probeSum, static_cast<std::size_t>(model.modes) * area(model.size));
        clearSums(m_probeWeight, area(model.size));
        m_sumSize = model.size, m_sumModes = model.modes;
    }
    return {m_probeSum.data(), m_probeWeight.data()};
}

void FrameWorker::addShiftedRest(const CallContext& call, int frame, const Cf* wave) {
    const FrameStep& step = *call.step;
    const FramePlace& place = step.places[frame];
    const int n = step.model.size;
    const std::size_t size = static_cast<std::size_t>(step.model.modes) * area(n);
    const Cf* probe = probesAt(call, place).probe;
    m_rest.reserve(size);
    for (int row = 0; row < n; ++row) {
        const Cf* object = objectRow(call, place, row);
        for (std::size_t offset = at(row, n); offset < size; offset += area(n)) {
            Cf* const rest = m_rest.data() + offset;
            call.loops->multiply(probe + offset, object, static_cast<std::size_t>(n), rest);
            call.loops->combine(rest, -1, wave + offset, 1, n);
        }
    }
    addShiftedProbeSums(call, frame, m_rest.data());
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
            const auto* spectrum = reinterpret_cast<const float*>(m_panel.data());
            call.loops->addOnGrid(spectrum, 2 * panelSize, call.step->grids.probeSum, reinterpret_cast<double*>(sum));
            watch(call.loops->largest(spectrum, 2 * panelSize), call.limits.probeSum);
        }
    }
}

StepNormals FrameWorker::stepNormals(const CallContext& call, int frame, const Cf* residual) {
    const FrameStep& step = *call.step;
    const FramePlace& place = step.places[frame];
    const int n = step.model.size;
    const auto [probe, direction] = probesAt(call, place);
    StepNormals sums;
    for (int row = 0; row < n; ++row) {
        const std::size_t offset = at(row, n);
        const Cf* along =
            call.directions.object ? objectRow(call, call.directions.object, place, row, m_directionRow) : nullptr;
        call.loops->stepRow(objectRow(call, place, row), along, probe + offset,
                            direction ? direction + offset : nullptr, residual + offset, area(n), step.model.modes, n,
                            sums);
    }
    return sums;
}

LineTerms FrameWorker::lineTerms(const CallContext& call, int frame) {
    const FrameStep& step = *call.step;
    const FramePlace& place = step.places[frame];
    const int n = step.model.size;
    const std::size_t size = static_cast<std::size_t>(step.model.modes) * area(n);
    const auto [probe, direction] = probesAt(call, place);
    m_line.reserve(3 * size);
    Cf* const start = m_line.data();
    Cf* const slope = start + size;
    Cf* const curve = slope + size;
    const auto transformRows = [&](int first, int rows, Direction way) {
        for (std::size_t wave = 0; wave < 3 * static_cast<std::size_t>(step.model.modes); ++wave)
            call.plans->rows(start + wave * area(n) + at(first, n), rows, way);
    };
    for (int first = 0; first < n; first += FftPlans::kRowBlock) {
        const int rows = std::min(FftPlans::kRowBlock, n - first);
        for (int row = first; row < first + rows; ++row) {
            const Cf* object = objectRow(call, place, row);
            const Cf* along =
                call.directions.object ? objectRow(call, call.directions.object, place, row, m_directionRow) : nullptr;
            for (std::size_t offset = at(row, n); offset < size; offset += area(n)) {
                call.loops->multiply(probe + offset, object, static_cast<std::size_t>(n), start + offset);
                call.loops->lineWaves(probe + offset, direction ? direction + offset : nullptr, object, along,
                                      static_cast<std::size_t>(n), slope + offset, curve + offset);
            }
        }
        transformRows(first, rows, Direction::forward);
    }
    LineTerms sums;
    if (step.model.transfer) {
        for (Cf* wave : {start, slope, curve}) propagateColumns(call, false, wave);
        for (int first = 0; first < n; first += FftPlans::kRowBlock) {
            const int rows = std::min(FftPlans::kRowBlock, n - first);
            const std::size_t offset = at(first, n);
            transformRows(first, rows, Direction::backward);
            loadAmplitudes(call, frame, offset, rows, n, n);
            releaseSaturated(call, start + offset, area(n), offset, at(rows, n), 1.0F);
            call.loops->lineTerms(step.loss, start + offset, slope + offset, curve + offset, area(n), step.model.modes,
                                  m_amplitude.data(), call.backgroundFrom(offset), at(rows, n), 1.0F, sums);
        }
        return sums;
    }
    const std::size_t panelSize = call.plans->panelSize();
    const std::size_t panels = static_cast<std::size_t>(step.model.modes) * panelSize;
    const int width = call.plans->panelWidth();
    m_panel.reserve(3 * panels);
    for (int p = 0; p < call.plans->panels(); ++p) {
        for (std::size_t wave = 0; wave < 3 * static_cast<std::size_t>(step.model.modes); ++wave) {
            Cf* panel = m_panel.data() + wave * panelSize;
            call.plans->loadPanel(start + wave * area(n), p, panel);
            call.plans->panel(panel, Direction::forward);
        }
        const int columns = std::min(width, n - p * width);
        if (columns < width) std::fill_n(m_amplitude.data(), panelSize, -1.0F); // padding columns count as masked
        loadAmplitudes(call, frame, static_cast<std::size_t>(p * width), n, columns, width);
        releaseSaturated(call, m_panel.data(), panelSize, static_cast<std::size_t>(p) * panelSize, panelSize,
                         1.0F / static_cast<float>(n));
        call.loops->lineTerms(step.loss, m_panel.data(), m_panel.data() + panels, m_panel.data() + 2 * panels,
                              panelSize, step.model.modes, m_amplitude.data(),
                              call.backgroundFrom(static_cast<std::size_t>(p) * panelSize), panelSize,
                              1.0F / static_cast<float>(n), sums);
    }
    return sums;
}

StepSums FrameWorker::step(const CallContext& call, int frame, Cf* wave, Cf* kept, PaddedWindow& window) {
    m_sums = {};
    m_figures = {};
    forward(call, frame, wave);
    if (call.step->model.transfer)
        detectNearField(call, frame, AtDetector::update, wave, nullptr);
    else
        detectFarField(call, frame, AtDetector::update, wave, nullptr);
    if (call.step->figures) call.step->figures[frame] = m_figures;
    if (const float* gains = call.step->detector.gains) { // kernels::Detector::asMeasured
        const double counts = 1 / (static_cast<double>(gains[frame]) * static_cast<double>(gains[frame]));
        for (double* sum : {&m_sums.error, &m_sums.intensity, &m_sums.deviance}) *sum *= counts;
    }
    back(call, frame, wave, kept, window);
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
