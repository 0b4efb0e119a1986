// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/negative_marks.h"

#include "azint/pixel_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace ewald::job {
namespace {

constexpr std::size_t kStretch = 256;

/// Whether any of kStretch numbers is negative. Most stretches hold none, which vectors find without a branch for each.
template <class T>
bool holdsNegative(const std::byte* values) {
    std::array<T, kStretch> numbers;
    std::memcpy(numbers.data(), values, sizeof numbers);
    if constexpr (std::is_integral_v<T>) {
        T all = 0; // has the sign bit where one of them has it
        for (const T number : numbers) all |= number;
        return all < 0;
    } else {
        T least = 0;
        for (const T number : numbers) least = number < least ? number : least;
        return least < 0;
    }
}

/// The same of pixels that are not masked. \param weights of the pixels, 0: masked
template <class T>
bool holdsNegativeThatCounts(const std::byte* values, const float* weights) {
    std::array<T, kStretch> numbers;
    std::memcpy(numbers.data(), values, sizeof numbers);
    unsigned any = 0;
    for (std::size_t i = 0; i < kStretch; ++i)
        any |= static_cast<unsigned>(numbers[i] < T{}) & static_cast<unsigned>(weights[i] != 0);
    return any != 0;
}

} // namespace

bool NegativeMarks::arePossible(PixelType type) noexcept {
    return withPixelType(type, [](auto number) { return std::is_signed_v<decltype(number)>; });
}

void NegativeMarks::take(std::size_t pixel, float value) {
    const azint::Corrections& corrections = m_integrator->corrections();
    if (m_integrator->tables().normalization.data()[pixel] == 0) return; // masked
    if (!std::isfinite(value) || !corrections.isWithinThresholds(static_cast<double>(value))) return;
    if (corrections.dummy && azint::isDummy(value, static_cast<float>(*corrections.dummy), corrections.deltaDummy))
        return;
    m_same = m_same && (m_count == 0 || value == m_number);
    m_gapsAndDead = m_gapsAndDead && (value == -1 || value == -2);
    m_differ = !m_same && !m_gapsAndDead;
    m_number = std::min(m_number, value);
    m_count = m_differ ? 0 : m_count + 1;
}

template <class T>
void NegativeMarks::addAs(const std::byte* values, std::size_t pixel, std::size_t count, std::size_t stride) {
    const auto at = [&](std::size_t i) {
        T value;
        std::memcpy(&value, values + i * stride * sizeof value, sizeof value);
        return value;
    };
    const float* const weights = m_integrator->tables().normalization.data() + pixel;
    for (std::size_t first = 0; first < count && !m_differ; first += kStretch) {
        const std::size_t end = std::min(first + kStretch, count);
        if (stride == 1 && end - first == kStretch) {
            const std::byte* const stretch = values + first * sizeof(T);
            if (!holdsNegative<T>(stretch) || !holdsNegativeThatCounts<T>(stretch, weights + first)) continue;
        }
        for (std::size_t i = first; i < end && !m_differ; ++i)
            if (const T value = at(i); value < T{}) take(pixel + i, static_cast<float>(value));
    }
}

void NegativeMarks::add(PixelType type, const std::byte* values, std::size_t pixel, std::size_t count,
                        std::size_t stride) {
    if (m_differ) return;
    withPixelType(type, [&](auto number) { addAs<decltype(number)>(values, pixel, count, stride); });
}

} // namespace ewald::job
