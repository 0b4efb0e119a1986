// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace ewald {

/// An allocator whose containers do not initialise elements: for arrays of megabytes that are written once, by several
/// threads. The thread that writes an element is then the first to touch its page.
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
