// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/large_vector.h"

#include <cstdlib>

#include <sys/mman.h>

namespace ewald {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20U;

} // namespace

void* allocateLarge(std::size_t bytes) {
    if (bytes > std::numeric_limits<std::size_t>::max() - kLargePage) throw std::bad_alloc();
    const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    void* const memory = std::aligned_alloc(kLargePage, whole);
    if (memory == nullptr) throw std::bad_alloc();
    // Only a hint: without it, or with a system that has no such pages, everything is as before.
    static_cast<void>(madvise(memory, whole, MADV_HUGEPAGE));
    return memory;
}

void freeLarge(void* memory) noexcept { std::free(memory); }

} // namespace ewald
