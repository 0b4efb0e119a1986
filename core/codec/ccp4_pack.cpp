// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/ccp4_pack.h"

#include <algorithm>
#include <array>

namespace ewald::codec {
namespace {

/// Numbers of a few bits each, the lowest bit first.
class BitReader {
public:
    explicit BitReader(ConstBytes bytes) : m_bytes(bytes) {}
    /// \param count at most 32
    std::uint32_t take(unsigned count) {
        while (m_bits < count) {
            if (m_at == m_bytes.size()) throwDamaged("CCP4 packing", "the data end too early");
            m_window |= std::to_integer<std::uint64_t>(m_bytes[m_at++]) << m_bits;
            m_bits += 8;
        }
        const auto value = static_cast<std::uint32_t>(m_window & ((std::uint64_t{1} << count) - 1));
        m_window >>= count;
        m_bits -= count;
        return value;
    }

private:
    ConstBytes m_bytes;
    std::size_t m_at = 0;
    std::uint64_t m_window = 0;
    unsigned m_bits = 0; ///< in the window
};

/// A number of so many bits with its sign.
std::int64_t withSign(std::uint32_t value, unsigned bits) {
    if (bits == 0 || value >> (bits - 1) == 0) return value;
    return static_cast<std::int64_t>(value) - (std::int64_t{1} << bits);
}

} // namespace

void decodeCcp4Pack(ConstBytes stored, std::size_t cols, std::span<std::uint16_t> out) {
    if (cols == 0 || out.size() % cols != 0) throw InternalError("the buffer for packed data holds no whole rows");
    constexpr std::array<unsigned, 8> kBits{0, 4, 5, 6, 7, 8, 16, 32};
    BitReader bits(stored);
    // Means are those of signed numbers, rounded towards zero, as the program of that time computed them.
    const auto known = [&](std::size_t i) { return static_cast<int>(static_cast<std::int16_t>(out[i])); };
    for (std::size_t i = 0; i < out.size();) {
        const std::size_t block = std::size_t{1} << bits.take(3);
        const unsigned width = kBits[bits.take(3)];
        for (const std::size_t end = std::min(out.size(), i + block); i < end; ++i) {
            const std::int64_t difference = withSign(bits.take(width), width);
            int expected = 0;
            if (i > cols)
                expected = (known(i - 1) + known(i - cols + 1) + known(i - cols) + known(i - cols - 1) + 2) / 4;
            else if (i > 0)
                expected = known(i - 1);
            out[i] = static_cast<std::uint16_t>(difference + expected);
        }
    }
}

} // namespace ewald::codec
