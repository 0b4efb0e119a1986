// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__AVX2__)

#include "codec/lz4_decode_impl.h"

#include <immintrin.h>

namespace {

/// For every offset below kStep, and for all others: which of the `offset` bytes before the output comes where in the
/// first step of a match. In two parts, of the lower and of the upper 16 of these bytes; 0x80 = a byte of the other.
struct Patterns {
    alignas(64) std::uint8_t low[kStep + 1][kStep];
    alignas(64) std::uint8_t high[kStep + 1][kStep];
    /// The largest multiple of the offset within a step.
    std::uint8_t stride[kStep + 1];
};

constexpr Patterns makePatterns() {
    Patterns patterns{};
    for (std::size_t offset = 1; offset <= kStep; ++offset) {
        for (std::size_t i = 0; i < kStep; ++i) {
            const std::size_t source = i % offset;
            patterns.low[offset][i] = static_cast<std::uint8_t>(source < 16 ? source : 0x80);
            patterns.high[offset][i] = static_cast<std::uint8_t>(source < 16 ? 0x80 : source - 16);
        }
        patterns.stride[offset] = static_cast<std::uint8_t>(kStep / offset * offset);
    }
    return patterns;
}

constexpr Patterns kPatterns = makePatterns();

__m256i load(const void* p) noexcept { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
void store(void* p, __m256i v) noexcept { _mm256_storeu_si256(static_cast<__m256i*>(p), v); }

/// One way for all offsets: most matches in bit planes of counts are short, with offsets on both sides of a step, and a
/// branch that is taken every other time costs more than the shuffle.
struct ShuffledMatch {
    static void repeat(std::uint8_t* to, std::size_t offset, std::size_t count) noexcept {
        const std::size_t row = offset < kStep ? offset : kStep;
        const __m256i before = load(to - offset);
        const __m256i low = _mm256_permute2x128_si256(before, before, 0x00);
        const __m256i high = _mm256_permute2x128_si256(before, before, 0x11);
        const __m256i step = _mm256_or_si256(_mm256_shuffle_epi8(low, load(kPatterns.low[row])),
                                             _mm256_shuffle_epi8(high, load(kPatterns.high[row])));
        store(to, step);
        if (count <= kStep) return;
        if (offset >= kStep) {
            copySteps(to + kStep, to + kStep - offset, count - kStep);
            return;
        }
        // Empty planes are long runs of zeros, whatever their offset is.
        const std::size_t stride = _mm256_testz_si256(step, step) != 0 ? kStep : kPatterns.stride[row];
        for (std::size_t done = stride; done < count; done += stride) store(to + done, step);
    }
};

} // namespace

bool ewald::codec::detail::decodeLz4Avx2(const std::uint8_t* in, std::size_t size, std::uint8_t* out,
                                         std::size_t decoded) noexcept {
    return decodeLz4With<ShuffledMatch>(in, size, out, decoded);
}

#endif
