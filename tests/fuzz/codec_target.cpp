// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec_target.h"

#include "codec/bitshuffle.h"
#include "codec/chunk_decoder.h"
#include "codec/decoders.h"
#include "kernels/lz4_block.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ewald::fuzz {
namespace {

using codec::ConstBytes;
using codec::FilterStep;

constexpr std::size_t kMaxDecoded = std::size_t{1} << 20U;

/// Every step that Ewald decodes, then three pipelines.
std::vector<FilterStep> stepsOf(unsigned selector, unsigned elementSize, unsigned blockElements) {
    namespace id = codec::filter_id;
    const FilterStep shuffle{id::kShuffle, {elementSize}};
    switch (selector % 13) {
    case 0: return {{id::kBitshuffle, {0, 4, elementSize, blockElements, 2}}};
    case 1: return {{id::kBitshuffle, {0, 4, elementSize, blockElements, 3}}};
    case 2: return {{id::kBitshuffle, {0, 4, elementSize, blockElements, 0}}};
    case 3: return {{id::kLz4, {blockElements}}};
    case 4: return {{id::kZstd, {}}};
    case 5: return {{id::kDeflate, {}}};
    case 6: return {{id::kBlosc, {}}};
    case 7: return {{id::kLzf, {}}};
    case 8: return codec::hasBzip2() ? std::vector<FilterStep>{{id::kBzip2, {}}} : std::vector<FilterStep>{};
    case 9: return {{id::kFletcher32, {}}};
    case 10: return {shuffle, {id::kDeflate, {}}, {id::kFletcher32, {}}};
    case 11: return {{id::kLz4, {}}, shuffle, {id::kDeflate, {}}};
    default: return {{id::kBitshuffle, {0, 4, elementSize, blockElements, 2}}, {id::kZstd, {}}};
    }
}

/// Sizes that a header gives are only trusted by the library so far as memory is concerned; here less.
void decodeWithoutSize(const FilterStep& step, ConstBytes chunk) {
    namespace id = codec::filter_id;
    if (step.id == id::kDeflate) {
        static_cast<void>(codec::decodeDeflate(chunk, kMaxDecoded));
    } else if (step.id == id::kZstd) {
        static_cast<void>(codec::zstdDecodedBytes(chunk));
        static_cast<void>(codec::decodeZstd(chunk, kMaxDecoded));
    } else if (step.id == id::kBzip2) {
        static_cast<void>(codec::decodeBzip2(chunk, kMaxDecoded));
    } else if (const auto size = codec::decodedBytes(step, chunk); size && *size <= kMaxDecoded) {
        static_cast<void>(codec::decodeStep(step, chunk));
    }
}

/// LZ4 blocks as devices decode them: by the text of their kernels.
void decodeAsDevices(ConstBytes chunk, const codec::BitshuffleFormat& format, std::size_t decodedBytes) {
    const codec::BitshuffleBlockIndex index = codec::indexBitshuffleBlocks(chunk, format, decodedBytes);
    if (format.compression != codec::BitshuffleCompression::lz4) return;
    const std::size_t transposed = decodedBytes / format.elementSize / 8 * 8;
    const std::size_t blocks = index.offsets.size() - 1;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t end = index.offsets[b + 1] - (b + 1 < blocks ? 4 : 0); // the next block's length word
        const std::vector<std::byte> in(chunk.begin() + index.offsets[b],
                                        chunk.begin() + static_cast<std::ptrdiff_t>(end));
        const std::size_t elements = std::min(index.blockElements, transposed - b * index.blockElements);
        std::vector<std::uint8_t> out(elements * format.elementSize);
        static_cast<void>(kernels::decodeLz4(kernels::SingleLane{}, reinterpret_cast<const std::uint8_t*>(in.data()),
                                             static_cast<std::uint32_t>(in.size()), out.data(),
                                             static_cast<std::uint32_t>(out.size())));
    }
}

template <class F>
void ignoringDataErrors(F&& action) {
    try {
        action();
    } catch (const DataError&) { // what damaged data are supposed to end in
    }
}

} // namespace

void decodeInput(const std::uint8_t* data, std::size_t size) {
    if (size < kPrefixBytes) return;
    const unsigned elementSize = data[1];
    const unsigned blockElements = 8U * (data[2] + 256U * data[3]);
    const std::size_t decodedBytes = (data[4] + 256U * data[5] + 65536U * data[6]) % (kMaxDecoded + 1);
    // An allocation of its own, so that the sanitizer sees the first byte too far.
    const std::vector<std::byte> chunk(reinterpret_cast<const std::byte*>(data) + kPrefixBytes,
                                       reinterpret_cast<const std::byte*>(data) + size);
    const std::vector<FilterStep> steps = stepsOf(data[0], elementSize, blockElements);
    ignoringDataErrors([&] {
        codec::ChunkDecoder decoder(steps, decodedBytes);
        std::vector<std::byte> out(decodedBytes);
        decoder.decode(chunk, 0, out);
    });
    if (steps.size() != 1) return;
    ignoringDataErrors([&] { decodeWithoutSize(steps[0], chunk); });
    if (steps[0].id != codec::filter_id::kBitshuffle) return;
    ignoringDataErrors([&] {
        const auto format = codec::BitshuffleFormat::fromParameters(steps[0].parameters);
        if (format.compression != codec::BitshuffleCompression::none) {
            decodeAsDevices(chunk, format, decodedBytes);
        }
        codec::BitshuffleStream stream(format);
        stream.open(chunk, decodedBytes);
        std::vector<std::byte> block(stream.maxBlockElements() * stream.elementSize());
        for (bool skip = false; skip ? stream.skip().has_value() : stream.next(block).has_value(); skip = !skip) {}
    });
}

} // namespace ewald::fuzz
