// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/bitshuffle.h"
#include "codec/decoders.h"
#include "codec_target.h"

#include <blosc.h>
#include <random>
#include <zlib.h>

namespace ewald::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

/// Bytes that compress like detector counts.
Bytes counts(std::size_t size) {
    std::mt19937 random(static_cast<unsigned>(size));
    Bytes out(size);
    for (std::byte& b : out) b = static_cast<std::byte>(random() % 16 == 0 ? random() : random() % 4);
    return out;
}

Bytes deflated(const Bytes& data) {
    Bytes out(compressBound(data.size()));
    uLongf size = out.size();
    compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(data.data()), data.size(), 6);
    out.resize(size);
    return out;
}

Bytes shuffled(const Bytes& data, std::size_t elementSize) {
    Bytes out(data.size());
    codec::shuffle(data, elementSize, out);
    return out;
}

Bytes summed(Bytes data) {
    const std::uint32_t sum = codec::fletcher32(data);
    for (int i = 0; i < 4; ++i) data.push_back(static_cast<std::byte>(sum >> (8 * i)));
    return data;
}

Bytes bloscked(const Bytes& data, const char* compressor, int shuffle) {
    Bytes out(data.size() + BLOSC_MAX_OVERHEAD);
    const int size =
        blosc_compress_ctx(5, shuffle, 4, data.size(), data.data(), out.data(), out.size(), compressor, 0, 1);
    out.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return out;
}

Input seed(unsigned selector, std::size_t elementSize, std::size_t blockElements, std::size_t decoded,
           const Bytes& chunk) {
    const std::size_t units = blockElements / 8;
    Input input;
    for (const std::size_t byte : {std::size_t{selector}, elementSize, units % 256, units / 256, decoded % 256,
                                   decoded / 256 % 256, decoded / 65536}) {
        input.push_back(static_cast<std::uint8_t>(byte));
    }
    for (const std::byte b : chunk) input.push_back(std::to_integer<std::uint8_t>(b));
    return input;
}

} // namespace

std::vector<Input> fuzzSeeds() {
    using codec::BitshuffleCompression;
    std::vector<Input> seeds;
    for (const std::size_t elementSize : {1U, 2U, 3U, 4U, 8U}) {
        const Bytes data = counts(elementSize * 203);
        for (const std::size_t block : {0U, 8U, 64U}) {
            const auto encoded = [&](BitshuffleCompression compression) {
                return codec::encodeBitshuffle(data, {elementSize, block, compression});
            };
            seeds.push_back(seed(0, elementSize, block, data.size(), encoded(BitshuffleCompression::lz4)));
            seeds.push_back(seed(1, elementSize, block, data.size(), encoded(BitshuffleCompression::zstd)));
            seeds.push_back(seed(2, elementSize, block, data.size(), encoded(BitshuffleCompression::none)));
            seeds.push_back(
                seed(12, elementSize, block, data.size(), codec::encodeZstd(encoded(BitshuffleCompression::lz4))));
        }
        seeds.push_back(seed(10, elementSize, 0, data.size(), summed(deflated(shuffled(data, elementSize)))));
        seeds.push_back(
            seed(11, elementSize, 0, data.size(), deflated(shuffled(codec::encodeLz4(data, 100), elementSize))));
    }
    const Bytes data = counts(1000);
    for (const std::size_t block : {0U, 64U, 100U})
        seeds.push_back(seed(3, 1, 0, data.size(), codec::encodeLz4(data, block)));
    seeds.push_back(seed(4, 1, 0, data.size(), codec::encodeZstd(data)));
    seeds.push_back(seed(5, 1, 0, data.size(), deflated(data)));
    for (const char* compressor : {"blosclz", "lz4", "lz4hc", "zlib", "zstd"}) {
        for (const int shuffle : {BLOSC_NOSHUFFLE, BLOSC_SHUFFLE, BLOSC_BITSHUFFLE}) {
            seeds.push_back(seed(6, 4, 0, data.size(), bloscked(data, compressor, shuffle)));
        }
    }
    // LZF by hand: literals, a short match, a long match; bzip2 of 20 × "ewald".
    Bytes lzf;
    for (const int b : {2, 97, 98, 99, 0x40, 2, 0xE0, 1, 0}) lzf.push_back(static_cast<std::byte>(b));
    seeds.push_back(seed(7, 1, 0, 17, lzf));
    Bytes bzip2;
    for (const int b :
         {66, 90, 104, 57, 49, 65,  89,  38,  83, 89, 194, 5,  116, 134, 0,   0,  29,  129, 128, 38, 4,  0,   128, 32,
          0,  48, 205, 0,  84, 134, 148, 138, 71, 17, 196, 82, 60,  93,  201, 20, 225, 66,  67,  8,  21, 210, 24})
        bzip2.push_back(static_cast<std::byte>(b));
    seeds.push_back(seed(8, 1, 0, 100, bzip2));
    seeds.push_back(seed(9, 1, 0, data.size(), summed(data)));
    return seeds;
}

} // namespace ewald::fuzz
