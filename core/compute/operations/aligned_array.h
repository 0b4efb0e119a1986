// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace ewald::compute {

inline constexpr std::size_t kCacheLine = 64;

/// Asks for memory that will be needed soon: rows of an image lie too far apart for the processor to see it coming.
template <class T>
inline void prefetch(const T* first, std::size_t count) noexcept {
    const auto* const start = reinterpret_cast<const char*>(first);
    for (std::size_t byte = 0; byte < count * sizeof(T); byte += kCacheLine) __builtin_prefetch(start + byte);
}

/// Copies a panel of `rows` rows of `width` elements, rows `fromStride` and `toStride` elements apart. The usual widths
/// are known at compile time, which makes a row a few moves instead of a call.
template <class T>
inline void copyPanel(const T* from, std::ptrdiff_t fromStride, T* to, std::ptrdiff_t toStride, int rows, int width) {
    const auto copy = [&](auto bytes) {
        for (int row = 0; row < rows; ++row, from += fromStride, to += toStride)
            std::memcpy(static_cast<void*>(to), from, bytes);
    };
    if (width == 16)
        copy(std::integral_constant<std::size_t, 16 * sizeof(T)>{});
    else if (width == 8)
        copy(std::integral_constant<std::size_t, 8 * sizeof(T)>{});
    else
        copy(static_cast<std::size_t>(width) * sizeof(T));
}

/// Zeroed scratch memory on a cache line; grows, never shrinks. Plain data only.
template <class T>
class AlignedArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    AlignedArray() = default;
    explicit AlignedArray(std::size_t size) { reserve(size); }

    /// At least `size` elements; the content is zero after it has grown, else as it was.
    void reserve(std::size_t size) {
        if (size <= m_size) return;
        m_data.reset(static_cast<T*>(::operator new (size * sizeof(T), std::align_val_t{kCacheLine})));
        std::memset(static_cast<void*>(m_data.get()), 0, size * sizeof(T));
        m_size = size;
    }
    [[nodiscard]] T* data() noexcept { return m_data.get(); }
    [[nodiscard]] const T* data() const noexcept { return m_data.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

private:
    struct Deleter {
        void operator()(T* memory) const noexcept { ::operator delete (memory, std::align_val_t{kCacheLine}); }
    };
    std::unique_ptr<T[], Deleter> m_data;
    std::size_t m_size = 0;
};

} // namespace ewald::compute
