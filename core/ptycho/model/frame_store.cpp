// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/frame_store.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <new>

namespace ewald::ptycho {
namespace {

constexpr float kMost8 = 254;
constexpr float kMost16 = 65534;

/// Masked pixels are, too.
bool isWhole(float counts) { return !(counts >= 0) || counts == std::trunc(counts); }

template <class T>
void toCounts(std::span<const float> counts, T masked, std::byte* out) {
    T* const to = reinterpret_cast<T*>(out);
    for (std::size_t i = 0; i < counts.size(); ++i) to[i] = counts[i] >= 0 ? static_cast<T>(counts[i]) : masked;
}

void toAmplitudes(std::span<const float> counts, std::byte* out) {
    auto* const to = reinterpret_cast<float*>(out);
    for (std::size_t i = 0; i < counts.size(); ++i) to[i] = counts[i] >= 0 ? std::sqrt(counts[i]) : -1.0F;
}

/// In place, from the end: what is written lies behind what is still to be read.
template <class From, class To, class Convert>
void widenInPlace(std::byte* data, std::size_t count, const Convert& convert) {
    const auto* from = reinterpret_cast<const From*>(data);
    auto* to = reinterpret_cast<To*>(data);
    for (std::size_t i = count; i-- > 0;) {
        const From value = from[i];
        to[i] = convert(value);
    }
}

} // namespace

FrameType typeFor(std::span<const float> counts) noexcept {
    float largest = 0;
    bool whole = true;
    for (const float value : counts) {
        const float used = value >= 0 ? value : 0.0F;
        largest = std::max(largest, used);
        whole = whole && used == std::trunc(used);
    }
    return !whole || largest > kMost16 ? FrameType::amplitudes
           : largest > kMost8          ? FrameType::counts16
                                       : FrameType::counts8;
}

FrameStore::FrameStore(std::size_t frames, std::size_t pixels, const std::filesystem::path& folder, FrameType widest)
    : m_frames(frames), m_pixels(pixels), m_widest(widest) {
    const std::size_t most = frames * pixels * kernels::bytesOf(widest);
    if (most == 0) return;
    if (!folder.empty()) {
        m_data = m_file.emplace(folder, most).bytes().data();
        return;
    }
    m_memory.reset(static_cast<std::byte*>(std::malloc(most)));
    if (!m_memory) throw std::bad_alloc();
    m_data = m_memory.get();
    std::fill_n(m_data, bytes(), std::byte{}); // also: by the thread that asks for it, near its processor
}

void FrameStore::put(std::size_t frame, std::span<const float> counts) {
    if (frame >= m_frames || counts.size() != m_pixels) throw InternalError("a frame that has no place in the store");
    const FrameType needed = typeFor(counts);
    if (needed == FrameType::amplitudes && !std::ranges::all_of(counts, isWhole)) m_whole = false;
    std::shared_lock lock(m_widening);
    if (needed > m_type) {
        lock.unlock();
        widen(needed);
        lock.lock();
    }
    std::byte* const out = m_data + frame * frameBytes();
    switch (m_type) {
    case FrameType::counts8: return toCounts(counts, kernels::kMasked8, out);
    case FrameType::counts16: return toCounts(counts, kernels::kMasked16, out);
    case FrameType::amplitudes: return toAmplitudes(counts, out);
    }
}

void FrameStore::putAmplitudes(std::size_t frame, std::span<const float> amplitudes) {
    if (frame >= m_frames || amplitudes.size() != m_pixels)
        throw InternalError("a frame that has no place in the store");
    widen(FrameType::amplitudes);
    constexpr float kRounded = 4e-7F; // of a square of a rounded root, relative
    const auto fromWhole = [](float amplitude) {
        const float counts = amplitude * amplitude;
        return !(amplitude >= 0) || std::abs(counts - std::round(counts)) <= kRounded * counts;
    };
    if (!std::ranges::all_of(amplitudes, fromWhole)) m_whole = false;
    std::copy(amplitudes.begin(), amplitudes.end(), reinterpret_cast<float*>(m_data) + frame * m_pixels);
}

void FrameStore::widen(FrameType type) {
    const std::unique_lock lock(m_widening);
    if (type <= m_type) return; // another thread was faster
    if (type > m_widest)
        throw DeviceError(phrase("out of memory: the frames need %1, more than a look at some of them suggested",
                                 bytesText(static_cast<double>(m_frames * m_pixels * kernels::bytesOf(type)))),
                          "frames", "crop or bin the frames, or use fewer of them");
    const std::size_t count = m_frames * m_pixels;
    if (m_type == FrameType::counts8 && type == FrameType::counts16)
        widenInPlace<std::uint8_t, std::uint16_t>(m_data, count, [](std::uint8_t v) {
            return v == kernels::kMasked8 ? kernels::kMasked16 : std::uint16_t{v};
        });
    else if (m_type == FrameType::counts8)
        widenInPlace<std::uint8_t, float>(m_data, count, [](std::uint8_t v) { return kernels::amplitudeOf(v); });
    else
        widenInPlace<std::uint16_t, float>(m_data, count, [](std::uint16_t v) { return kernels::amplitudeOf(v); });
    m_type = type;
}

void FrameStore::trim() {
    if (bytes() == 0 || m_type == m_widest) return;
    if (m_file) return m_file->shrink(bytes());
    if (auto* const smaller = static_cast<std::byte*>(std::realloc(m_memory.get(), bytes()))) {
        static_cast<void>(m_memory.release()); // it is `smaller` now
        m_memory.reset(smaller);
        m_data = smaller;
    }
}

void FrameStore::amplitudes(std::size_t frame, std::span<float> out) const noexcept {
    const std::size_t first = frame * m_pixels;
    const auto copy = [&](const auto* pixels) {
        std::transform(pixels + first, pixels + first + m_pixels, out.begin(),
                       [](auto value) { return kernels::amplitudeOf(value); });
    };
    switch (m_type) {
    case FrameType::counts8: return copy(reinterpret_cast<const std::uint8_t*>(m_data));
    case FrameType::counts16: return copy(reinterpret_cast<const std::uint16_t*>(m_data));
    case FrameType::amplitudes: break;
    }
    std::copy_n(reinterpret_cast<const float*>(m_data) + first, m_pixels, out.begin());
}

std::shared_ptr<FrameStore> storeOfAmplitudes(std::span<const float> amplitudes, std::size_t pixels,
                                              const std::filesystem::path& folder) {
    auto store = std::make_shared<FrameStore>(amplitudes.size() / pixels, pixels, folder);
    for (std::size_t frame = 0; frame < store->frames(); ++frame)
        store->putAmplitudes(frame, amplitudes.subspan(frame * pixels, pixels));
    return store;
}

void rollFrame(std::span<const std::byte> in, std::span<std::byte> out, std::size_t n, std::size_t shift,
               std::size_t bytes) {
    for (std::size_t r = 0; r < n; ++r) {
        const auto row = in.subspan(r * n * bytes, n * bytes);
        std::rotate_copy(row.begin(), row.end() - static_cast<std::ptrdiff_t>(shift * bytes), row.end(),
                         out.begin() + static_cast<std::ptrdiff_t>((r + shift) % n * n * bytes));
    }
}

} // namespace ewald::ptycho
