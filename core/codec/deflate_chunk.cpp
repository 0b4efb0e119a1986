// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"
#include "codec/growing_buffer.h"

#include <libdeflate.h>
#include <limits>
#include <memory>
#include <zlib.h>

namespace ewald::codec {
namespace {

constexpr const char* kName = "gzip";

/// zlib counts in 32 bits: what it may be given at once.
uInt portion(std::size_t bytes) noexcept {
    return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

/// A zlib stream being inflated.
class Inflater {
public:
    explicit Inflater(ConstBytes chunk, Wrapping wrapping) : m_left(chunk) {
        if (inflateInit2(&m_stream, wrapping == Wrapping::none ? -MAX_WBITS : MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&m_stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    [[nodiscard]] bool atEnd() const noexcept { return m_ended; }

    /// Fills `out` as far as the stream goes; returns the bytes written, 0 only at the end. \throws DataError
    std::size_t inflateInto(MutableBytes out) {
        // zlib's interface is older than const; it does not write to its input.
        m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(m_left.data()));
        m_stream.avail_in = portion(m_left.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = portion(out.size());
        const uInt room = m_stream.avail_out;
        const uInt given = m_stream.avail_in;
        const int state = inflate(&m_stream, Z_NO_FLUSH);
        m_left = m_left.subspan(given - m_stream.avail_in);
        const std::size_t written = room - m_stream.avail_out;
        if (state == Z_STREAM_END) {
            m_ended = true;
        } else if (state == Z_BUF_ERROR || (state == Z_OK && written == 0 && given == m_stream.avail_in)) {
            throwDamaged(kName, "the stream ends too early");
        } else if (state != Z_OK) {
            throwDamaged(kName, m_stream.msg != nullptr ? m_stream.msg : "the stream cannot be decoded");
        }
        return written;
    }

private:
    ConstBytes m_left;
    z_stream m_stream{};
    bool m_ended = false;
};

struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const noexcept {
        libdeflate_free_decompressor(decompressor);
    }
};

/// Decodes all at once, with its checksum, which is faster than a stream of zlib. \returns whether the chunk is sound
/// and of that size; zlib says why it is not
bool decodeAtOnce(ConstBytes chunk, MutableBytes out, Wrapping wrapping) {
    thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
        libdeflate_alloc_decompressor());
    if (!decompressor) return false;
    const auto decode = wrapping == Wrapping::none ? libdeflate_deflate_decompress_ex : libdeflate_zlib_decompress_ex;
    std::size_t read = 0, written = 0;
    return decode(decompressor.get(), chunk.data(), chunk.size(), out.data(), out.size(), &read, &written) ==
               LIBDEFLATE_SUCCESS &&
           written == out.size();
}

} // namespace

void decodeDeflate(ConstBytes chunk, MutableBytes out, Wrapping wrapping) {
    if (decodeAtOnce(chunk, out, wrapping)) return;
    Inflater inflater(chunk, wrapping);
    std::size_t done = 0;
    while (!inflater.atEnd() && done < out.size()) done += inflater.inflateInto(out.subspan(done));
    if (!inflater.atEnd()) {
        // The output is full; only the end mark may be left.
        std::byte surplus{};
        if (inflater.inflateInto({&surplus, 1}) != 0 || !inflater.atEnd()) {
            throwDamaged(kName, phrase("it decodes to more than %1 bytes", out.size()));
        }
    }
    if (done != out.size()) {
        throwDamaged(kName, phrase("it decodes to %1 bytes instead of %2", done, out.size()));
    }
}

std::vector<std::byte> decodeDeflate(ConstBytes chunk, std::size_t maxBytes) {
    Inflater inflater(chunk, Wrapping::zlib);
    GrowingBuffer output(kName, chunk.size(), maxBytes);
    while (!inflater.atEnd()) output.advance(inflater.inflateInto(output.room()));
    return output.take();
}

} // namespace ewald::codec
