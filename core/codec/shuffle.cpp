// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"

#include <algorithm>

namespace ewald::codec {
namespace {

/// With the element size known to the compiler the loop becomes vector unpacks.
template <std::size_t Size>
void unshuffleFixed(const std::byte* __restrict in, std::size_t count, std::byte* __restrict out) {
    for (std::size_t e = 0; e < count; ++e) {
        for (std::size_t k = 0; k < Size; ++k) out[e * Size + k] = in[k * count + e];
    }
}

void checkSizes(ConstBytes in, std::size_t elementSize, MutableBytes out) {
    if (elementSize == 0) throwDamaged("shuffle", "the filter has no element size");
    if (in.size() != out.size()) {
        throwDamaged("shuffle", phrase("%1 bytes instead of %2", in.size(), out.size()));
    }
}

} // namespace

void unshuffle(ConstBytes in, std::size_t elementSize, MutableBytes out) {
    checkSizes(in, elementSize, out);
    const std::size_t count = in.size() / elementSize;
    switch (elementSize) {
    case 1: std::ranges::copy(in, out.begin()); return;
    case 2: unshuffleFixed<2>(in.data(), count, out.data()); break;
    case 4: unshuffleFixed<4>(in.data(), count, out.data()); break;
    case 8: unshuffleFixed<8>(in.data(), count, out.data()); break;
    default:
        for (std::size_t k = 0; k < elementSize; ++k) {
            for (std::size_t e = 0; e < count; ++e) out[e * elementSize + k] = in[k * count + e];
        }
    }
    const std::size_t whole = count * elementSize;
    std::ranges::copy(in.subspan(whole), out.begin() + static_cast<std::ptrdiff_t>(whole));
}

void shuffle(ConstBytes in, std::size_t elementSize, MutableBytes out) {
    checkSizes(in, elementSize, out);
    const std::size_t count = in.size() / elementSize;
    for (std::size_t k = 0; k < elementSize; ++k) {
        for (std::size_t e = 0; e < count; ++e) out[k * count + e] = in[e * elementSize + k];
    }
    const std::size_t whole = count * elementSize;
    std::ranges::copy(in.subspan(whole), out.begin() + static_cast<std::ptrdiff_t>(whole));
}

} // namespace ewald::codec
