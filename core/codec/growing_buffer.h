// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "codec/byte_reader.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ewald::codec {

/// Output of a decoder whose decoded size is not written anywhere: grows by doubling with what is really decoded, so
/// that a lying chunk cannot make the program take memory that its bytes do not fill.
class GrowingBuffer {
public:
    GrowingBuffer(std::string codec, std::size_t inputBytes, std::size_t maxBytes)
        : m_codec(std::move(codec)), m_maxBytes(maxBytes), m_bytes(std::min(maxBytes, 4 * inputBytes + 1024)) {}

    /// Room for more output. \throws DataError at the limit
    MutableBytes room() {
        if (m_used == m_bytes.size()) {
            if (m_used >= m_maxBytes) throwDamaged(m_codec, phrase("it decodes to more than %1 bytes", m_maxBytes));
            m_bytes.resize(m_bytes.size() > m_maxBytes / 2 ? m_maxBytes : 2 * m_bytes.size());
        }
        return MutableBytes(m_bytes).subspan(m_used);
    }
    void advance(std::size_t count) noexcept { m_used += count; }
    [[nodiscard]] std::vector<std::byte> take() {
        m_bytes.resize(m_used);
        return std::move(m_bytes);
    }

private:
    std::string m_codec;
    std::size_t m_maxBytes;
    std::size_t m_used = 0;
    std::vector<std::byte> m_bytes;
};

} // namespace ewald::codec
