// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/fft_plans.h"

#include "base/error.h"
#include "compute/operations/aligned_array.h"

#include <fftw3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace ewald::compute {
namespace {

// FFTW's planner is not thread-safe; executing a plan is.
std::mutex& plannerMutex() {
    static std::mutex mutex;
    return mutex;
}

struct PlanDeleter {
    void operator()(fftwf_plan plan) const noexcept {
        const std::lock_guard lock(plannerMutex());
        fftwf_destroy_plan(plan);
    }
};
using Plan = std::unique_ptr<std::remove_pointer_t<fftwf_plan>, PlanDeleter>;

fftwf_complex* raw(Cf* data) { return reinterpret_cast<fftwf_complex*>(data); }

Plan makePlan(int n, int howMany, int stride, int distance, Direction direction, Cf* memory) {
    const std::lock_guard lock(plannerMutex());
    Plan plan(fftwf_plan_many_dft(1, &n, howMany, raw(memory), nullptr, stride, distance, raw(memory), nullptr, stride,
                                  distance, direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD,
                                  FFTW_ESTIMATE));
    if (!plan) throw InternalError("FFTW made no plan", "size " + std::to_string(n));
    return plan;
}

std::size_t index(Direction direction) { return direction == Direction::forward ? 0 : 1; }

} // namespace

struct FftPlans::Plans {
    std::array<Plan, 2> rowBlock;
    std::array<Plan, 2> lastRows;
    std::array<Plan, 2> panel;
};

FftPlans::FftPlans(int n) : m_n(n), m_panelWidth(n <= 192 ? 16 : 8), m_plans(std::make_unique<Plans>()) {
    if (n < 2) throw InternalError("FFT size too small", std::to_string(n));
    AlignedArray<Cf> memory(static_cast<std::size_t>(n) * std::max<std::size_t>(kRowBlock, 16));
    for (const Direction d : {Direction::forward, Direction::backward}) {
        m_plans->rowBlock[index(d)] = makePlan(n, kRowBlock, 1, n, d, memory.data());
        if (n % kRowBlock != 0) m_plans->lastRows[index(d)] = makePlan(n, n % kRowBlock, 1, n, d, memory.data());
        m_plans->panel[index(d)] = makePlan(n, m_panelWidth, m_panelWidth, 1, d, memory.data());
    }
}

FftPlans::~FftPlans() = default;

std::shared_ptr<const FftPlans> FftPlans::forSize(int n) {
    static std::mutex mutex;
    static std::map<int, std::shared_ptr<const FftPlans>> plans;
    const std::lock_guard lock(mutex);
    auto& entry = plans[n];
    if (!entry) entry = std::make_shared<const FftPlans>(n);
    return entry;
}

void FftPlans::rows(Cf* block, int rows, Direction direction) const {
    const auto& plan = rows == kRowBlock ? m_plans->rowBlock[index(direction)] : m_plans->lastRows[index(direction)];
    fftwf_execute_dft(plan.get(), raw(block), raw(block));
}

void FftPlans::panel(Cf* panel, Direction direction) const {
    fftwf_execute_dft(m_plans->panel[index(direction)].get(), raw(panel), raw(panel));
}

void FftPlans::transform(Cf* array, Cf* scratch, Direction direction) const {
    for (int row = 0; row < m_n; row += kRowBlock)
        rows(array + static_cast<std::ptrdiff_t>(row) * m_n, std::min(kRowBlock, m_n - row), direction);
    for (int p = 0; p < panels(); ++p) {
        loadPanel(array, p, scratch);
        panel(scratch, direction);
        storePanel(scratch, p, array);
    }
}

void FftPlans::loadPanel(const Cf* array, int index, Cf* panel) const {
    const int first = index * m_panelWidth;
    const int width = std::min(m_panelWidth, m_n - first);
    if (width < m_panelWidth) std::fill_n(panel, panelSize(), Cf{0, 0});
    copyPanel(array + first, m_n, panel, m_panelWidth, m_n, width);
}

void FftPlans::storePanel(const Cf* panel, int index, Cf* array) const {
    const int first = index * m_panelWidth;
    copyPanel(panel, m_panelWidth, array + first, m_n, m_n, std::min(m_panelWidth, m_n - first));
}

struct MeasuredTransform::Plans {
    std::array<Plan, 2> plan;
};

MeasuredTransform::MeasuredTransform(int n) : m_plans(std::make_unique<Plans>()) {
    AlignedArray<Cf> memory(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    const std::lock_guard lock(plannerMutex());
    for (const Direction d : {Direction::forward, Direction::backward})
        m_plans->plan[index(d)].reset(fftwf_plan_dft_2d(n, n, raw(memory.data()), raw(memory.data()),
                                                        d == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD,
                                                        FFTW_MEASURE));
}

MeasuredTransform::~MeasuredTransform() = default;

std::shared_ptr<const MeasuredTransform> MeasuredTransform::forSize(int n) {
    static std::mutex mutex;
    static std::map<int, std::shared_ptr<const MeasuredTransform>> transforms;
    const std::lock_guard lock(mutex);
    auto& entry = transforms[n];
    if (!entry) entry = std::make_shared<const MeasuredTransform>(n);
    return entry;
}

void MeasuredTransform::run(Cf* wave, Direction direction) const {
    fftwf_execute_dft(m_plans->plan[index(direction)].get(), raw(wave), raw(wave));
}

} // namespace ewald::compute
