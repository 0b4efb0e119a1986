// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"
#include "codec/growing_buffer.h"

#include <algorithm>
#include <limits>

#if defined(EWALD_HAVE_BZIP2)
#include <bzlib.h>
#endif

namespace ewald::codec {

#if defined(EWALD_HAVE_BZIP2)

namespace {

constexpr const char* kName = "bzip2";

unsigned portion(std::size_t bytes) noexcept {
    return static_cast<unsigned>(std::min<std::size_t>(bytes, std::numeric_limits<unsigned>::max()));
}

} // namespace

bool hasBzip2() noexcept { return true; }

std::vector<std::byte> decodeBzip2(ConstBytes chunk, std::size_t maxBytes) {
    struct Stream : bz_stream {
        Stream() : bz_stream{} {
            if (BZ2_bzDecompressInit(this, 0, 0) != BZ_OK) throw std::bad_alloc();
        }
        ~Stream() { BZ2_bzDecompressEnd(this); }
        Stream(const Stream&) = delete;
        Stream& operator=(const Stream&) = delete;
    } stream;
    GrowingBuffer output(kName, chunk.size(), maxBytes);
    int state = BZ_OK;
    while (state != BZ_STREAM_END) {
        const MutableBytes room = output.room();
        // The library's interface is older than const; it does not write to its input.
        stream.next_in = const_cast<char*>(reinterpret_cast<const char*>(chunk.data()));
        stream.avail_in = portion(chunk.size());
        stream.next_out = reinterpret_cast<char*>(room.data());
        stream.avail_out = portion(room.size());
        const unsigned given = stream.avail_in;
        const unsigned offered = stream.avail_out;
        state = BZ2_bzDecompress(&stream);
        if (state != BZ_OK && state != BZ_STREAM_END) throwDamaged(kName, "the stream cannot be decoded");
        chunk = chunk.subspan(given - stream.avail_in);
        output.advance(offered - stream.avail_out);
        if (state == BZ_OK && chunk.empty() && stream.avail_out != 0) throwDamaged(kName, "the stream ends too early");
    }
    return output.take();
}

void decodeBzip2(ConstBytes chunk, MutableBytes out) {
    const std::vector<std::byte> decoded = decodeBzip2(chunk, out.size());
    if (decoded.size() != out.size()) {
        throwDamaged(kName, phrase("it decodes to %1 bytes instead of %2", decoded.size(), out.size()));
    }
    std::ranges::copy(decoded, out.begin());
}

#else

bool hasBzip2() noexcept { return false; }

std::vector<std::byte> decodeBzip2(ConstBytes, std::size_t) {
    throw DataError("bzip2 data, but Ewald was built without libbz2", {}, "build with libbz2-dev or re-write the file");
}

void decodeBzip2(ConstBytes chunk, MutableBytes) { static_cast<void>(decodeBzip2(chunk, std::size_t{0})); }

#endif

} // namespace ewald::codec
