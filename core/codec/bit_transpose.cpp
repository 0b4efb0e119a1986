// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/bit_transpose.h"

#include "base/processor.h"
#include "codec/bit_transpose_impl.h"

namespace ewald::codec {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are assembled as little-endian integers");

/// Transposes an 8x8 bit matrix held in 64 bits, row r in byte r.
std::uint64_t transpose8x8(std::uint64_t x) noexcept {
    std::uint64_t t = (x ^ (x >> 7U)) & 0x00AA00AA00AA00AAULL;
    x ^= t ^ (t << 7U);
    t = (x ^ (x >> 14U)) & 0x0000CCCC0000CCCCULL;
    x ^= t ^ (t << 14U);
    t = (x ^ (x >> 28U)) & 0x00000000F0F0F0F0ULL;
    return x ^ t ^ (t << 28U);
}

void untransposePortable(const std::uint8_t* planes, std::size_t stride, std::size_t firstColumn,
                         std::size_t elementSize, std::uint8_t* out) {
    for (std::size_t column = firstColumn; column < stride; ++column) {
        for (std::size_t k = 0; k < elementSize; ++k) {
            std::uint64_t rows = 0;
            for (std::size_t b = 0; b < 8; ++b) {
                rows |= static_cast<std::uint64_t>(planes[(8 * k + b) * stride + column]) << (8 * b);
            }
            const std::uint64_t bytes = transpose8x8(rows);
            std::uint8_t* const target = out + column * 8 * elementSize + k;
            for (std::size_t e = 0; e < 8; ++e) target[e * elementSize] = static_cast<std::uint8_t>(bytes >> (8 * e));
        }
    }
}

void checkSizes(std::size_t in, std::size_t elements, std::size_t elementSize, std::size_t out) {
    if (elements % 8 != 0 || elementSize == 0 || in != out || in / elementSize != elements || in % elementSize != 0) {
        throw InternalError("bit transposition called with sizes that do not fit together");
    }
}

} // namespace

SimdLevel bestSimdLevel() noexcept {
#if defined(__x86_64__)
    return usableInstructions() >= Instructions::avx2 ? SimdLevel::avx2 : SimdLevel::sse2;
#else
    return SimdLevel::portable;
#endif
}

void bitUntranspose(ConstBytes planes, std::size_t elements, std::size_t elementSize, MutableBytes out,
                    SimdLevel level) {
    checkSizes(planes.size(), elements, elementSize, out.size());
    const auto* source = reinterpret_cast<const std::uint8_t*>(planes.data());
    auto* target = reinterpret_cast<std::uint8_t*>(out.data());
    const std::size_t stride = elements / 8;
    std::size_t column = 0;
#if defined(__x86_64__)
    if (level == SimdLevel::avx2) column = detail::untransposeAvx2(source, stride, column, elementSize, target);
    if (level != SimdLevel::portable) column = detail::untransposeSse2(source, stride, column, elementSize, target);
#else
    static_cast<void>(level);
#endif
    untransposePortable(source, stride, column, elementSize, target);
}

void bitTranspose(ConstBytes in, std::size_t elements, std::size_t elementSize, MutableBytes planes) {
    checkSizes(in.size(), elements, elementSize, planes.size());
    const auto* source = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* target = reinterpret_cast<std::uint8_t*>(planes.data());
    const std::size_t stride = elements / 8;
    for (std::size_t k = 0; k < elementSize; ++k) {
        for (std::size_t column = 0; column < stride; ++column) {
            const std::uint8_t* const elementBytes = source + column * 8 * elementSize + k;
            std::uint64_t rows = 0;
            for (std::size_t e = 0; e < 8; ++e) {
                rows |= static_cast<std::uint64_t>(elementBytes[e * elementSize]) << (8 * e);
            }
            const std::uint64_t bits = rows == 0 ? 0 : transpose8x8(rows);
            for (std::size_t b = 0; b < 8; ++b) {
                target[(8 * k + b) * stride + column] = static_cast<std::uint8_t>(bits >> (8 * b));
            }
        }
    }
}

bool canUntransposeLanes(std::size_t lanes, std::size_t elementSize) noexcept {
    if (elementSize != 1 && elementSize != 2 && elementSize != 4) return false;
#if defined(__x86_64__)
    if (lanes == 8) return bestSimdLevel() == SimdLevel::avx2;
    return lanes == 16 && usableInstructions() >= Instructions::avx512;
#else
    static_cast<void>(lanes);
    return false;
#endif
}

unsigned bitUntransposeLanes(std::span<const std::byte* const> planes, std::size_t elements, std::size_t elementSize,
                             std::size_t firstElement, MutableBytes out) {
    static_assert(kLaneElements == 8 * detail::kLaneColumns);
    if (!canUntransposeLanes(planes.size(), elementSize) || elements % kLaneElements != 0 ||
        firstElement % kLaneElements != 0 || firstElement >= elements ||
        out.size() < kLaneElements * planes.size() * elementSize) {
        throw InternalError("bit transposition of several blocks called with sizes that do not fit together");
    }
#if defined(__x86_64__)
    const auto* const lanes = reinterpret_cast<const std::uint8_t* const*>(planes.data());
    auto* const target = reinterpret_cast<std::uint8_t*>(out.data());
    const auto untranspose = planes.size() == 16 ? &detail::untransposeLanesAvx512 : &detail::untransposeLanesAvx2;
    return untranspose(lanes, elements / 8, firstElement / 8, elementSize, target);
#else
    return 0;
#endif
}

} // namespace ewald::codec
