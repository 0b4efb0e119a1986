// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace ewald {

/// Memory for megabytes, in pages of 2 MiB where the system has them: a fault for each 4 KiB costs more than the work
/// on many an array. Aligned to such a page. \throws std::bad_alloc
[[nodiscard]] void* allocateLarge(std::size_t bytes);
void freeLarge(void* memory) noexcept;
/// From here on allocateLarge() is worth the rounding to whole pages.
inline constexpr std::size_t kLargeBytes = std::size_t{4} << 20U;

/// An allocator whose containers do not initialise elements: for arrays of megabytes that are written once, by several
/// threads. The thread that writes an element is then the first to touch its page. Large arrays are in large pages.
template <class T>
struct UnsetAllocator : std::allocator<T> {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

    UnsetAllocator() = default;
    template <class U>
    explicit UnsetAllocator(const UnsetAllocator<U>&) noexcept {}
    template <class U>
    struct rebind {
        using other = UnsetAllocator<U>;
    };

    [[nodiscard]] T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
        if (count * sizeof(T) < kLargeBytes) return std::allocator<T>::allocate(count);
        return static_cast<T*>(allocateLarge(count * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        if (count * sizeof(T) < kLargeBytes)
            std::allocator<T>::deallocate(memory, count);
        else
            freeLarge(memory);
    }

    /// Leaves an element as it is.
    template <class U>
    void construct(U*) noexcept {}
    template <class U, class... Arguments>
    void construct(U* element, Arguments&&... arguments) {
        std::construct_at(element, std::forward<Arguments>(arguments)...);
    }
};

/// A vector whose constructor and resize() leave new elements unset.
template <class T>
using LargeVector = std::vector<T, UnsetAllocator<T>>;

} // namespace ewald
