// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/devices/queue.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>

namespace ewald::compute {

bool Queue::reaches(const Queue& other) const { return sharesHostMemory() && other.sharesHostMemory(); }

void Queue::copyTo(Queue& other, void* target, const void* source, std::size_t bytes) {
    if (bytes == 0) return;
    if (sharesHostMemory()) return other.upload(target, source, bytes), other.synchronize();
    if (other.sharesHostMemory()) return download(target, source, bytes);
    copyThroughHost(*this, other, target, source, bytes);
}

void copyThroughHost(Queue& from, Queue& to, void* target, const void* source, std::size_t bytes) {
    constexpr std::size_t kPiece = std::size_t{4} << 20;
    std::vector<std::byte> host(std::min(kPiece, bytes));
    for (std::size_t done = 0; done < bytes; done += host.size()) {
        const std::size_t length = std::min(host.size(), bytes - done);
        from.download(host.data(), static_cast<const std::byte*>(source) + done, length);
        to.upload(static_cast<std::byte*>(target) + done, host.data(), length);
    }
    to.synchronize();
}

void Queue::sumAcross(std::span<double* const> arrays, std::size_t first, std::size_t count) {
    if (!sharesHostMemory()) throw InternalError("this device does not add up the memories of others", device().id);
    for (std::size_t i = first; i < first + count; ++i) {
        double sum = arrays.front()[i];
        for (const double* other : arrays.subspan(1)) sum += other[i];
        for (double* array : arrays) array[i] = sum;
    }
}

} // namespace ewald::compute
