// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/chunk_decoder.h"

#include "base/phrase.h"
#include "codec/decoders.h"

#include <algorithm>

namespace ewald::codec {
namespace {

unsigned shuffleElementSize(const FilterStep& step) { return step.parameters.empty() ? 0U : step.parameters[0]; }

[[noreturn]] void throwUnsupported(int id) {
    throw DataError(phrase("data are compressed with %1, which Ewald cannot decode", filterName(id)), {},
                    "re-write the file with gzip, LZ4, zstd, blosc or bitshuffle (h5repack)");
}

/// Whether a step's input and output have the same number of bytes, apart from Fletcher-32's four.
bool keepsSize(const FilterStep& step) {
    switch (step.id) {
    case filter_id::kShuffle:
    case filter_id::kFletcher32:
    case filter_id::kBitGroom:
    case filter_id::kBitRound: return true;
    case filter_id::kBitshuffle:
        return BitshuffleFormat::fromParameters(step.parameters).compression == BitshuffleCompression::none;
    default: return false;
    }
}

} // namespace

bool canDecode(int id) noexcept {
    switch (id) {
    case filter_id::kDeflate:
    case filter_id::kShuffle:
    case filter_id::kFletcher32:
    case filter_id::kLzf:
    case filter_id::kBlosc:
    case filter_id::kLz4:
    case filter_id::kBitshuffle:
    case filter_id::kZstd:
    case filter_id::kBitGroom:
    case filter_id::kBitRound: return true;
    case filter_id::kBzip2: return hasBzip2();
    default: return false;
    }
}

void decodeStep(const FilterStep& step, ConstBytes stored, MutableBytes out) {
    switch (step.id) {
    case filter_id::kDeflate: return decodeDeflate(stored, out);
    case filter_id::kShuffle: return unshuffle(stored, shuffleElementSize(step), out);
    case filter_id::kBzip2: return decodeBzip2(stored, out);
    case filter_id::kLzf: return decodeLzf(stored, out);
    case filter_id::kBlosc: return decodeBlosc(stored, out);
    case filter_id::kLz4: return decodeLz4(stored, out);
    case filter_id::kBitshuffle:
        return decodeBitshuffle(stored, BitshuffleFormat::fromParameters(step.parameters), out);
    case filter_id::kZstd: return decodeZstd(stored, out);
    case filter_id::kFletcher32:
    case filter_id::kBitGroom: // rounds the numbers when it writes, there is nothing to undo
    case filter_id::kBitRound: {
        const ConstBytes data = step.id == filter_id::kFletcher32 ? checkFletcher32(stored) : stored;
        if (data.size() != out.size()) {
            throwDamaged(filterName(step.id), phrase("%1 bytes instead of %2", data.size(), out.size()));
        }
        std::ranges::copy(data, out.begin());
        return;
    }
    default: throwUnsupported(step.id);
    }
}

std::optional<std::size_t> decodedBytes(const FilterStep& step, ConstBytes stored) {
    switch (step.id) {
    case filter_id::kDeflate:
    case filter_id::kBzip2: return std::nullopt;
    case filter_id::kZstd: return zstdDecodedBytes(stored);
    case filter_id::kFletcher32: return checkFletcher32(stored).size();
    case filter_id::kLzf: return lzfDecodedBytes(stored);
    case filter_id::kBlosc: return bloscDecodedBytes(stored);
    case filter_id::kLz4: return lz4DecodedBytes(stored);
    case filter_id::kBitshuffle:
        return bitshuffleDecodedBytes(stored, BitshuffleFormat::fromParameters(step.parameters));
    default: return stored.size();
    }
}

std::vector<std::byte> decodeStep(const FilterStep& step, ConstBytes stored) {
    const std::optional<std::size_t> size = decodedBytes(step, stored);
    if (!size && step.id == filter_id::kDeflate) return decodeDeflate(stored);
    if (!size && step.id == filter_id::kBzip2) return decodeBzip2(stored);
    if (!size) return decodeZstd(stored);
    std::vector<std::byte> out(*size);
    decodeStep(step, stored, out);
    return out;
}

ChunkDecoder::ChunkDecoder(std::vector<FilterStep> steps, std::size_t chunkBytes)
    : m_steps(std::move(steps)), m_chunkBytes(chunkBytes) {
    constexpr std::size_t kMaxSteps = 32; // HDF5's own limit, and the width of a chunk's filter mask
    if (m_steps.size() > kMaxSteps) throw DataError("a dataset with more than 32 filters");
    for (const FilterStep& step : m_steps) {
        if (!canDecode(step.id)) throwUnsupported(step.id);
        if (step.id == filter_id::kBitshuffle) static_cast<void>(BitshuffleFormat::fromParameters(step.parameters));
    }
}

std::optional<BitshuffleFormat> ChunkDecoder::bitshuffleOnly() const {
    if (m_steps.size() != 1 || m_steps[0].id != filter_id::kBitshuffle) return std::nullopt;
    return BitshuffleFormat::fromParameters(m_steps[0].parameters);
}

void ChunkDecoder::decode(ConstBytes stored, std::uint32_t filterMask, MutableBytes out) {
    if (out.size() != m_chunkBytes) throw InternalError("the buffer for a chunk has another size than the chunk");
    std::vector<const FilterStep*> active;
    std::vector<std::optional<std::size_t>> sizeBefore; // bytes that a step was given when it was written, where known
    std::optional<std::size_t> size = m_chunkBytes;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        if ((filterMask >> i & 1U) != 0) continue;
        active.push_back(&m_steps[i]);
        sizeBefore.push_back(size);
        if (!keepsSize(m_steps[i])) size.reset();
        if (size && m_steps[i].id == filter_id::kFletcher32) *size += 4;
    }
    if (active.empty()) {
        if (stored.size() != out.size()) {
            throwDamaged("chunk", phrase("%1 bytes instead of %2", stored.size(), out.size()));
        }
        std::ranges::copy(stored, out.begin());
        return;
    }
    ConstBytes current = stored;
    bool odd = false;
    for (std::size_t i = active.size(); i-- > 0;) {
        if (i == 0) {
            decodeStep(*active[i], current, out);
            return;
        }
        if (active[i]->id == filter_id::kFletcher32) {
            current = checkFletcher32(current);
            continue;
        }
        std::vector<std::byte>& target = odd ? m_odd : m_even;
        odd = !odd;
        if (sizeBefore[i]) {
            target.resize(*sizeBefore[i]);
            decodeStep(*active[i], current, target);
        } else {
            target = decodeStep(*active[i], current);
        }
        current = target;
    }
}

} // namespace ewald::codec
