// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/lz4_decode.h"

#include "codec/bit_transpose.h"
#include "codec/lz4_decode_impl.h"

namespace {

struct PortableMatch {
    static void repeat(std::uint8_t* to, std::size_t offset, std::size_t count) noexcept {
        // What has been repeated is repeated in turn: the distance grows until a whole step fits into it.
        std::size_t done = 0;
        std::size_t distance = offset;
        for (; distance < kStep && done < count; distance *= 2) {
            copyStep(to + done, to + done - distance);
            done += distance;
        }
        if (done < count) copySteps(to + done, to + done - distance, count - done);
    }
};

} // namespace

namespace ewald::codec {

static_assert(kLz4Slack == detail::kSlack);

bool detail::decodeLz4Portable(const std::uint8_t* in, std::size_t size, std::uint8_t* out,
                               std::size_t decoded) noexcept {
    return decodeLz4With<PortableMatch>(in, size, out, decoded);
}

bool decodeLz4Block(ConstBytes in, std::size_t decodedBytes, MutableBytes out, SimdLevel level) noexcept {
    if (out.size() < decodedBytes + kLz4Slack) return false;
    const auto* const source = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* const target = reinterpret_cast<std::uint8_t*>(out.data());
#if defined(__x86_64__)
    if (level == SimdLevel::avx2) return detail::decodeLz4Avx2(source, in.size(), target, decodedBytes);
#else
    static_cast<void>(level);
#endif
    return detail::decodeLz4Portable(source, in.size(), target, decodedBytes);
}

} // namespace ewald::codec
